import { startOwnSandbox } from '../../app/hosting.ts';
import type { ExitCode } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { runInSandbox } from '../../sandbox/run.ts';
import type { CommandCall } from '../types.ts';

/** Runs a program against a sandbox of its own and ends with its exit code. */
export async function run({ options, positionals, services, output }: CommandCall): Promise<ExitCode> {
  const { world, sandboxFolder } = services;
  const [command, ...args] = positionals['command'] as readonly string[];
  const typed = (name: string) => options[name] as string | undefined;
  const sandbox = await startOwnSandbox(
    world,
    sandboxFolder,
    {
      seed: typed('seed'),
      weightLimit: typed('weight-limit'),
      weights: typed('weights'),
      speed: typed('speed'),
      clock: typed('clock'),
      scenario: typed('scenario'),
      market: options['market'] as readonly string[] | undefined,
      start: typed('start'),
      replay: typed('replay'),
    },
    (error) => output.note(`sandbox: a call failed inside: ${safeText(String(error))}`),
  );
  try {
    const code = await runInSandbox({
      command: command!,
      args,
      sandbox,
      env: world.environment,
      onSignal: world.onSignal,
      isTerminal: world.stdin.isTerminal,
    });
    // The child's code is handed on as it is, whatever it means to the child.
    return code as ExitCode;
  } finally {
    await sandbox.close();
  }
}
