/**
 * A process that trades on the sandbox of a folder as host or client, and prints the client order id of each
 * acknowledged order. Arguments: folder, name, number of orders, ms to wait before it ends.
 */
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { unixMs } from '../../../src/core/words.ts';
import type { PreparedRequest } from '../../../src/request/types.ts';
import { demoKeys } from '../../../src/sandbox/engine/ledger/demo-keys.ts';
import { attachOrHost } from '../../../src/sandbox/process/attach.ts';
import { createSigner } from '../../../src/signing/signer.ts';
import { signText } from '../../signing/permitted.ts';

const [folder = '', name = '', count = '1', lingerMs = '0'] = process.argv.slice(2);
const { apiKey, apiSecret } = demoKeys(1);
const signer = createSigner({ secret: apiSecret }, apiKey);

function orderRequest(clientOrderId: string): PreparedRequest {
  const text =
    `symbol=BTCUSDT&side=SELL&type=MARKET&quantity=0.0001&newClientOrderId=${clientOrderId}` +
    `&recvWindow=60000&timestamp=${Date.now()}`;
  return {
    endpoint: 'spot.order.new',
    product: 'spot',
    host: 'spot',
    method: 'POST',
    path: '/api/v3/order',
    query: '',
    body: `${text}&signature=${signText(signer, text)}`,
    headers: { 'X-MBX-APIKEY': apiKey, 'Content-Type': 'application/x-www-form-urlencoded' },
    exactHeaders: false,
    security: 'TRADE',
    effect: 'write',
    weight: { first: 1, second: 1, counted: 1 },
  };
}

const sandbox = attachOrHost(folder, {
  seed: 1,
  clock: {
    now: () => unixMs(Date.now()),
    monotonicMs: () => performance.now(),
    sleep: async (ms, signal) => {
      await sleep(ms, undefined, signal === undefined ? {} : { signal });
    },
  },
  random: { next: Math.random },
  pid: process.pid,
  isAlive(pid) {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  },
  secretHex: (bytes) => randomBytes(bytes).toString('hex'),
  // On a busy machine twenty processes that start at once may need longer than a user would wait.
  waitMaxMs: 120_000,
  // Above the default limit of ten orders per second, so that no order is rejected.
  orderLimits: { perSecond: 100_000 },
  limits: { spotWeight: 1_000_000 },
  onError: (error) => writeSync(2, `${String(error)}\n`),
});

async function trade(): Promise<void> {
  for (let index = 0; index < Number(count); index += 1) {
    const clientOrderId = `${name}-${index}`;
    const { status, body } = await sandbox.send(orderRequest(clientOrderId), new AbortController().signal);
    if (status !== 200) throw new Error(`${clientOrderId}: ${status} ${body}`);
    writeSync(1, `${clientOrderId}\n`);
  }
  await sleep(Number(lingerMs));
  await sandbox.close();
}

trade().catch((error: unknown) => {
  writeSync(2, `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
