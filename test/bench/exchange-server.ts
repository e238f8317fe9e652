/** A sandbox with a journal and without rate limits, for the benchmark of the HTTP server. */
import { performance } from 'node:perf_hooks';
import { unixMs } from '../../src/core/words.ts';
import { startSandbox } from '../../src/sandbox/process/serve.ts';
import { openDurableExchange } from '../../src/sandbox/storage/durable-exchange.ts';

/** Serves an exchange of seed 1 saved in a folder; returns its address and the demo key. */
export async function serveExchange(folder: string) {
  const clock = {
    now: () => unixMs(Date.now()),
    monotonicMs: () => performance.now(),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
  const options = {
    clock,
    seed: 1,
    limits: { spotWeight: 1e12 },
    orderLimits: { perSecond: 1e9, perDay: 1e9 },
  };
  const { exchange } = openDurableExchange(folder, options);
  const { hosts, apiKey, apiSecret } = await startSandbox({ ...options, port: 0, exchange });
  return { url: hosts.spot, apiKey, apiSecret };
}
