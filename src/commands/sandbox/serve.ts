import { type ServedSandbox, serveSandbox } from '../../app/sandbox-host.ts';
import type { CommandCall, Output } from '../types.ts';
import { noteFailures, noteIgnored, readHostOptions } from './host-options.ts';

/** Serves the sandbox until the process is interrupted. */
export async function run(call: CommandCall): Promise<void> {
  const { options, services, output } = call;
  const { world, sandboxFolder } = services;
  const sandbox = await serveSandbox(
    world,
    sandboxFolder,
    { port: options['port'] as string | undefined, ...(await readHostOptions(call)) },
    noteFailures(call),
  );
  try {
    sandbox.exchange.ignoredParameters.onFirst(noteIgnored(call));
    await printAddresses(output, sandbox);
    await waitForInterrupt(world.interrupt);
    output.note('sandbox: stopping');
  } finally {
    await sandbox.close();
  }
}

async function printAddresses(output: Output, sandbox: ServedSandbox): Promise<void> {
  const { hosts, apiKey, apiSecret, seed } = sandbox;
  if (output.format === 'json' || output.format === 'ndjson') {
    // The addresses are printed on one line even on a terminal, because a parent process may wait for this line.
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
      'The sandbox is running at',
      ...lines,
      `  seed ${seed}`,
      `  api key    ${apiKey}`,
      `  api secret ${apiSecret}`,
    ].join('\n'),
  );
  output.note(
    !sandbox.isFound
      ? 'Another sandbox is running: --env sandbox uses that one; use this one by its address.'
      : 'Commands with --env sandbox use it. Ctrl-C stops it.',
  );
}

function waitForInterrupt(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
