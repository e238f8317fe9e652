/** Lets the user edit one line at the terminal, with history and completion. */
import type { Readable, Writable } from 'node:stream';

/** The input and the output of a terminal. */
interface Terminal {
  readonly stdin: Readable;
  readonly stderr: Writable;
}

export interface LineRequest {
  readonly prompt: string;
  /** Earlier lines, the newest first. */
  readonly history: readonly string[];
  /** Returns what the last of the words could be completed to. */
  readonly complete: (words: readonly string[]) => readonly string[];
}

/** Returns the line that the user typed: "" for Ctrl-C, undefined for Ctrl-D or a terminal that was closed. */
export async function editLine(
  { stdin, stderr }: Terminal,
  { prompt, history, complete }: LineRequest,
): Promise<string | undefined> {
  const { createInterface } = await import('node:readline');
  const reader = createInterface({
    input: stdin,
    output: stderr,
    terminal: true,
    history: [...history],
    historySize: history.length + 1,
    completer: (typed: string) => {
      const words = typed.trimStart().split(/\s+/);
      return [complete(words).map((word) => `${word} `), words.at(-1)];
    },
  });
  let isEnded = false;
  try {
    return await new Promise<string | undefined>((resolve) => {
      reader.on('SIGINT', () => resolve(''));
      reader.on('close', () => {
        isEnded = true;
        resolve(undefined);
      });
      reader.question(prompt, resolve);
    });
  } finally {
    const isUnfinished = isEnded || reader.line !== '';
    reader.close();
    if (isUnfinished) stderr.write('\n');
  }
}
