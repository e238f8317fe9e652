/** Runs bourse commands in this process: commands that end by themselves, and streaming commands. */
import { foldersOf, type World } from '../../src/app/world.ts';
import { processWorld, run } from '../../src/main.ts';

/** A streaming command, which runs until it is stopped. */
export interface Following {
  /** Resolves with the first matching line; rejects where the command ends before. */
  line(passes: (line: string) => boolean): Promise<string>;
  /** The lines so far. */
  readonly lines: readonly string[];
  /** Stops the command as Ctrl-C does; resolves with its exit code and stderr. */
  end(): Promise<{ readonly code: number; readonly stderr: string }>;
}

/** Runs a command to its end and returns its stdout; throws an error with its stderr where it fails. */
export async function command(words: string, home: string): Promise<string> {
  const written = { stdout: '', stderr: '' };
  const code = await run(
    words.split(' '),
    worldOf(home, new AbortController().signal, (name, text) => {
      written[name] += text;
    }),
  );
  if (code !== 0) throw new Error(`bourse ${words} ended with ${code}: ${written.stderr}`);
  return written.stdout;
}

/** Starts a streaming command. */
export function follow(words: readonly string[], home: string): Following {
  const ending = new AbortController();
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  let stderr = '';
  let hasEnded = false;
  const world = worldOf(home, ending.signal, (name, text) => {
    if (name === 'stderr') stderr += text;
    else {
      const parts = (rest + text).split('\n');
      rest = parts.pop()!;
      lines.push(...parts);
    }
    for (const look of waiting) look();
  });
  const done = run(words, world).then((code) => {
    hasEnded = true;
    for (const look of waiting) look();
    return { code, stderr };
  });
  return {
    lines,
    line: (passes) =>
      new Promise((resolve, reject) => {
        let seen = 0;
        const look = () => {
          while (seen < lines.length) {
            const line = lines[seen]!;
            seen += 1;
            if (!passes(line)) continue;
            waiting.delete(look);
            resolve(line);
            return;
          }
          if (hasEnded) reject(new Error(`bourse ${words.join(' ')} ended: ${stderr}`));
        };
        waiting.add(look);
        look();
      }),
    end() {
      ending.abort(new Error('the end'));
      return done;
    },
  };
}

function worldOf(
  home: string,
  interrupt: AbortSignal,
  onWrite: (name: 'stdout' | 'stderr', text: string) => void,
): World {
  const decoder = new TextDecoder();
  const sink = (name: 'stdout' | 'stderr') => {
    const write = async (text: string | Uint8Array) =>
      onWrite(name, typeof text === 'string' ? text : decoder.decode(text, { stream: true }));
    return { isTerminal: false, columns: 80, write, writeInBackground: write };
  };
  return {
    ...processWorld(interrupt),
    environment: { BOURSE_HOME: home, BOURSE_ENV: 'sandbox' },
    folders: foldersOf({ BOURSE_HOME: home }),
    workingFolder: home,
    stdout: sink('stdout'),
    stderr: sink('stderr'),
  };
}
