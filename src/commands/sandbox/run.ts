import { startOwnSandbox } from '../../app/sandbox-host.ts';
import { type ExitCode, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { runInSandbox } from '../../sandbox/process/run.ts';
import { guardVariables, runsInNode, sdkVariables, servedHostNames } from '../../sandbox/process/sdk.ts';
import type { CommandCall } from '../types.ts';
import { noteAllIgnored, noteFailures, readHostOptions } from './host-options.ts';

/** Runs a program against a new sandbox and returns its exit code. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { positionals, services } = call;
  const { world, sandboxFolder } = services;
  const [command, ...args] = positionals['command'] as readonly string[];
  const sdk = call.options['sdk'] as string | undefined;
  const sandbox = await startOwnSandbox(world, sandboxFolder, await readHostOptions(call), {
    onError: noteFailures(call),
    ...(sdk === undefined ? {} : { hostNames: [...servedHostNames().keys()] }),
  });
  try {
    const { programFile } = world.facts;
    const program = { command: command!, programFile, nodeOptions: world.environment['NODE_OPTIONS'] };
    const reach = sdk === undefined ? reachVariables(call, program) : sdkVariables(sdk, program, sandbox);
    const code = await runInSandbox({
      command: command!,
      args,
      sandbox,
      env: world.environment,
      added: { ...reach, ...keyVariables(call, sandbox) },
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

/** Returns the variables that keep a program without --sdk from the exchange, and says what it can reach. */
function reachVariables(
  { options, output }: CommandCall,
  program: Parameters<typeof guardVariables>[0] & { readonly command: string },
): Readonly<Record<string, string>> {
  if (options['allow-exchange'] === true) return {};
  if (runsInNode(program.command) !== true)
    output.note(
      'Only programs of Node are kept from the real exchange. Others must use the addresses in SANDBOX_SPOT_URL and so on, with the key in SANDBOX_API_KEY and SANDBOX_API_SECRET.',
    );
  return guardVariables(program);
}

/** Returns the key of the sandbox under the names that --key-as gives. Throws kind `usage` for other text. */
function keyVariables(
  { options }: CommandCall,
  { apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string },
): Readonly<Record<string, string>> {
  const names = (options['key-as'] ?? []) as readonly string[];
  return Object.fromEntries(
    names.flatMap((pair) => {
      const [, key, secret] = /^([A-Za-z_]\w*):([A-Za-z_]\w*)$/.exec(pair) ?? [];
      if (key === undefined || secret === undefined)
        throw usageError(
          `--key-as must be the names of two variables, such as BINANCE_API_KEY:BINANCE_API_SECRET, was "${safeText(pair.slice(0, 60))}".`,
        );
      return [
        [key, apiKey],
        [secret, apiSecret],
      ];
    }),
  );
}
