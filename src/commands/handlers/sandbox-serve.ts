import { type ServedSandbox, serveSandbox } from '../../app/hosting.ts';
import { safeText } from '../../core/text.ts';
import type { CommandCall, Output } from '../types.ts';

/** Serves the sandbox until the process is asked to end. */
export async function run({ options, services, output }: CommandCall): Promise<void> {
  const { world, sandboxFolder } = services;
  const typed = (name: string) => options[name] as string | undefined;
  const sandbox = await serveSandbox(
    world,
    sandboxFolder,
    {
      port: typed('port'),
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
    await announce(output, sandbox);
    await untilInterrupted(world.interrupt);
    output.note('sandbox: ending');
  } finally {
    await sandbox.close();
  }
}

async function announce(output: Output, sandbox: ServedSandbox): Promise<void> {
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
    !sandbox.isFound
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
