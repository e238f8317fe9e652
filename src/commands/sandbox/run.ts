import { startOwnSandbox } from '../../app/sandbox-host.ts';
import type { ExitCode } from '../../core/errors.ts';
import { runInSandbox } from '../../sandbox/process/run.ts';
import { sdkVariables, servedHostNames } from '../../sandbox/process/sdk.ts';
import type { CommandCall } from '../types.ts';
import { noteAllIgnored, noteFailures, readHostOptions } from './host-options.ts';

/** Runs a program against a new sandbox and returns its exit code. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { positionals, services } = call;
  const { world, sandboxFolder } = services;
  const [command, ...args] = positionals['command'] as readonly string[];
  const sdk = call.options['sdk'] as string | undefined;
  const sandbox = await startOwnSandbox(world, sandboxFolder, readHostOptions(call), {
    onError: noteFailures(call),
    ...(sdk === undefined ? {} : { hostNames: [...servedHostNames().keys()] }),
  });
  try {
    const { programFile } = world.facts;
    const nodeOptions = world.environment['NODE_OPTIONS'];
    const code = await runInSandbox({
      command: command!,
      args,
      sandbox,
      env: world.environment,
      sdkVariables:
        sdk === undefined
          ? undefined
          : sdkVariables(sdk, { command: command!, programFile, nodeOptions }, sandbox),
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
