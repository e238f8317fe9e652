import { findSandbox, type HostedSandbox, hostSandbox } from '../../app/hosting.ts';
import { ToolError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { publish, withdraw } from '../../sandbox/state.ts';
import type { CommandCall, Output } from '../types.ts';

/** Serves the sandbox until the process is asked to end. */
export async function run({ options, services, output }: CommandCall): Promise<void> {
  const { world, sandboxFolder } = services;
  const running = await findSandbox(world, sandboxFolder);
  const typed = (name: string) => options[name] as string | undefined;
  const sandbox = await hostSandbox(
    world,
    sandboxFolder,
    {
      port: typed('port'),
      seed: typed('seed'),
      weightLimit: typed('weight-limit'),
      weights: typed('weights'),
    },
    (error) => output.note(`sandbox: a call failed inside: ${safeText(String(error))}`),
  );
  try {
    // The first one is the one that --env sandbox finds; others are reached by their addresses.
    if (running === undefined) publishSandbox(sandbox, world.facts.pid, world.clock.now(), sandboxFolder);
    await announce(output, sandbox, running !== undefined);
    await untilInterrupted(world.interrupt);
    output.note('sandbox: ending');
  } finally {
    withdraw(sandboxFolder, sandbox.instance);
    await sandbox.close();
  }
}

function publishSandbox(sandbox: HostedSandbox, pid: number, startedAt: number, folder: string): void {
  const { instance, token, seed, hosts } = sandbox;
  try {
    publish(folder, { instance, token, pid, seed, startedAt, hosts });
  } catch (error) {
    if (!(error instanceof ToolError && error.kind === 'refused')) throw error;
  }
}

async function announce(output: Output, sandbox: HostedSandbox, isSecond: boolean): Promise<void> {
  const { hosts, apiKey, apiSecret, seed } = sandbox;
  if (output.format === 'json' || output.format === 'ndjson') {
    // One line, also on a terminal: whoever started this waits for it.
    return output.write(`${JSON.stringify({ hosts, apiKey, apiSecret, seed })}\n`);
  }
  const addresses = new Map<string, string[]>();
  for (const [name, address] of Object.entries(hosts))
    addresses.set(address, [...(addresses.get(address) ?? []), name]);
  const lines = [...addresses].map(
    ([address, names]) => `  ${output.paint.bold(address)}  ${names.join(', ')}`,
  );
  await output.text(
    [
      'The sandbox answers at',
      ...lines,
      `  seed ${seed}`,
      `  api key    ${apiKey}`,
      `  api secret ${apiSecret}`,
    ].join('\n'),
  );
  output.note(
    isSecond
      ? 'Another sandbox is running; --env sandbox goes to that one, this one is reached by its address.'
      : 'Commands with --env sandbox find it by themselves. Ctrl-C ends it.',
  );
}

function untilInterrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
