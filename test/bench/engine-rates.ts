/** The order rates of the sandbox's exchange, for the benchmark of the matching engine. */
import { performance } from 'node:perf_hooks';
import { unixMs } from '../../src/core/words.ts';
import { demoKeys } from '../../src/sandbox/engine/ledger/demo-keys.ts';
import { createExchange, type SandboxExchange } from '../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest } from '../../src/sandbox/exchange/requests.ts';
import { openDurableExchange } from '../../src/sandbox/storage/durable-exchange.ts';
import { createSigner } from '../../src/signing/signer.ts';
import { signText } from '../signing/permitted.ts';

export { OrderBook as RestingBook } from '../../src/sandbox/engine/matching/order-book.ts';

const NOW = unixMs(Date.UTC(2024, 0, 31, 12));
const SEED = 1;
const UNLIMITED = { perSecond: 1e9, perDay: 1e9 };
const OPEN_MAX = 150;

/**
 * Returns how many signed orders and cancellations per second an exchange processes, in memory and with a
 * journal.
 */
export function orderRates(folder: string, count: number): { inMemory: number; kept: number } {
  const clock = { now: () => NOW, monotonicMs: () => 0, sleep: async () => {} };
  const limits = { spotWeight: 1e12 };
  const options = { clock, seed: SEED, orderLimits: UNLIMITED, limits };
  const durable = openDurableExchange(folder, options);
  try {
    return { inMemory: rateOf(createExchange(options), count), kept: rateOf(durable.exchange, count) };
  } finally {
    durable.close();
  }
}

function rateOf(exchange: SandboxExchange, count: number): number {
  const began = performance.now();
  for (let index = 0; index < count; index += 1) {
    const price = 80_000 + (index % 500);
    send(
      exchange,
      'POST',
      `side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.001&price=${price}&newClientOrderId=o${index}`,
    );
    if (index >= OPEN_MAX) send(exchange, 'DELETE', `origClientOrderId=o${index - OPEN_MAX}`);
  }
  return Math.round((2 * count - OPEN_MAX) / ((performance.now() - began) / 1000));
}

const { apiKey, apiSecret } = demoKeys(SEED);
const signer = createSigner({ secret: apiSecret }, apiKey);

function send(exchange: SandboxExchange, method: string, params: string): void {
  const query = `symbol=BTCUSDT&${params}&timestamp=${NOW}`;
  const { status, body } = answerRequest(exchange, {
    method,
    target: `/api/v3/order?${query}&signature=${signText(signer, query)}`,
    headers: { 'x-mbx-apikey': apiKey },
    body: '',
    client: 'bench',
  });
  if (status !== 200) throw new Error(`${method} ${params}: ${status} ${body}`);
}
