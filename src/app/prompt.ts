/** Prompts at the terminal. */
import type { Readable, Writable } from 'node:stream';
import { ToolError } from '../core/errors.ts';

/** The input and the output of a terminal. */
interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/**
 * Prompts on stderr, because stdout carries data only; a hidden answer is not echoed. Returns undefined where
 * stdin or stderr is no terminal, and "" for Ctrl-D. Throws kind `interrupted` for Ctrl-C.
 */
export async function promptUser(
  { stdin, stderr }: Terminal,
  question: string,
  options: { readonly isHidden?: boolean } = {},
): Promise<string | undefined> {
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  const { createInterface } = await import('node:readline');
  const { Writable } = await import('node:stream');
  let isMuted = false;
  const screen = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) stderr.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input: stdin, output: screen, terminal: true, historySize: 0 });
  let isOnNewLine = false;
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.on('SIGINT', () => reject(interruptedPrompt()));
      reader.on('close', () => resolve(''));
      reader.question(question, (answer) => {
        isOnNewLine = !isMuted;
        resolve(answer);
      });
      isMuted = options.isHidden === true;
    });
  } finally {
    reader.close();
    if (!isOnNewLine) stderr.write('\n');
  }
}

function interruptedPrompt(): ToolError {
  return new ToolError({
    kind: 'interrupted',
    message: 'The question was ended with Ctrl-C.',
    execution: 'not_executed',
  });
}
