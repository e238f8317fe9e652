/** The entry points: `run` for tests and programs, `start` for the executable. */

import { PipeClosed, processWorld, type World } from './app/world.ts';
import { runProgram } from './cli/program.ts';
import type { ExitCode } from './core/errors.ts';

/** Runs bourse with the given arguments in the given world; resolves with the exit code. */
export async function run(argv: readonly string[], world: World): Promise<ExitCode> {
  try {
    return await runProgram(argv, world);
  } catch (error) {
    // The reader of the output closed the pipe (`| head`), which counts as success.
    if (error instanceof PipeClosed) return 0;
    throw error;
  }
}

/** The real world of this process, for programs that call `run` themselves. */
export { processWorld };

/** How long a command may take after the second Ctrl-C to report what it leaves unfinished, in ms. */
const ABANDON_TIMEOUT_MS = 1000;

/**
 * Runs this process. The first Ctrl-C asks the command to stop, the second to abandon requests in flight, the
 * third exits; a command that captures Ctrl-C handles it itself.
 */
export function start(): void {
  const interrupt = new AbortController();
  const abandon = new AbortController();
  let captured: (() => void) | undefined;
  // By default SIGUSR1 opens Node's inspector; a listener prevents that.
  process.on('SIGUSR1', () => {});
  // A terminal that closes sends SIGHUP; an order in flight is then looked up as after Ctrl-C.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (signal === 'SIGINT' && captured !== undefined) return captured();
      if (abandon.signal.aborted) process.exit(130);
      if (interrupt.signal.aborted) {
        abandon.abort(new Error(signal));
        setTimeout(() => process.exit(130), ABANDON_TIMEOUT_MS);
      }
      interrupt.abort(new Error(signal));
    });
  }
  const world = processWorld(interrupt.signal, abandon.signal, (listener) => {
    captured = listener;
    return () => {
      captured = undefined;
    };
  });
  run(process.argv.slice(2), world).then(
    (code) => {
      // All output has been written to the file descriptor, so exiting now loses nothing.
      process.exit(code);
    },
    async (error) => {
      process.exitCode = 70;
      const { mapsBeside, sourceStack } = await import('./cli/source-stack.ts');
      const readMap = mapsBeside(process.argv[1] ?? '');
      process.stderr.write(
        `bourse: ${error instanceof Error ? sourceStack(error, readMap) : String(error)}\n`,
      );
    },
  );
}
