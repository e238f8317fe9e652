/** The one door: `run` for tests and programs, `start` for the bin. */

import { PipeClosed, processWorld, type World } from './app/world.ts';
import { runProgram } from './cli/program.ts';
import type { ExitCode } from './core/errors.ts';

/** Runs bourse with these arguments in this world; never throws. Resolves with the exit code. */
export async function run(argv: readonly string[], world: World): Promise<ExitCode> {
  try {
    return await runProgram(argv, world);
  } catch (error) {
    // The reader of the output has seen enough (`| head`): that is a good end.
    if (error instanceof PipeClosed) return 0;
    throw error;
  }
}

/** The world of this process, for programs that call `run` themselves. */
export { processWorld };

/** How long a command has after the second Ctrl-C to say what it leaves behind. */
const LAST_WORDS_MS = 1000;

/** Runs this process. The first Ctrl-C asks the command to end, the second to leave what is under way, the third ends it. */
export function start(): void {
  const interrupt = new AbortController();
  const abandon = new AbortController();
  // SIGUSR1 would open Node's inspector; a listener of our own keeps it shut.
  process.on('SIGUSR1', () => {});
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (abandon.signal.aborted) process.exit(130);
      if (interrupt.signal.aborted) {
        abandon.abort(new Error(signal));
        setTimeout(() => process.exit(130), LAST_WORDS_MS);
      }
      interrupt.abort(new Error(signal));
    });
  }
  run(process.argv.slice(2), processWorld(interrupt.signal, abandon.signal)).then(
    (code) => {
      // Everything written has been handed to the descriptor, so leaving now loses nothing.
      process.exit(code);
    },
    (error) => {
      process.stderr.write(`bourse: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 70;
    },
  );
}
