import { startOwnSandbox } from '../../app/sandbox-host.ts';
import type { ExitCode } from '../../core/errors.ts';
import { runInSandbox } from '../../sandbox/process/run.ts';
import type { CommandCall } from '../types.ts';
import { noteAllIgnored, noteFailures, readHostOptions } from './host-options.ts';

/** Runs a program against a new sandbox and returns its exit code. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { positionals, services } = call;
  const { world, sandboxFolder } = services;
  const [command, ...args] = positionals['command'] as readonly string[];
  const sandbox = await startOwnSandbox(world, sandboxFolder, readHostOptions(call), noteFailures(call));
  try {
    const code = await runInSandbox({
      command: command!,
      args,
      sandbox,
      env: world.environment,
      onSignal: world.onSignal,
      isTerminal: world.stdin.isTerminal,
    });
    // The exit code of the child is returned unchanged.
    return code as ExitCode;
  } finally {
    await sandbox.close();
    noteAllIgnored(call, sandbox.exchange.ignoredParameters.list());
  }
}
