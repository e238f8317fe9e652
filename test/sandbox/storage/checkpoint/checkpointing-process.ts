/**
 * A process that trades on the sandbox of a folder and writes a checkpoint every 20 journal entries, until it
 * is killed. It prints the id of each acknowledged order. Arguments: folder, number of the first client order
 * id.
 */
import { writeSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { unixMs } from '../../../../src/core/words.ts';
import { openDurableExchange } from '../../../../src/sandbox/storage/durable-exchange.ts';
import { perform, UNLIMITED } from './mixed-load.ts';

const [folder = '', first = '0'] = process.argv.slice(2);
const clock = {
  now: () => unixMs(Date.now()),
  monotonicMs: () => performance.now(),
  sleep: async () => {},
};
const { exchange } = openDurableExchange(folder, { clock, seed: 1, ...UNLIMITED }, { checkpointEvery: 20 });
void trade();

/** Places orders; the checkpoint is written between them. */
async function trade(): Promise<void> {
  for (let count = Number(first); ; count += 1) {
    const side = count % 2 === 0 ? 'BUY' : 'SELL';
    const id = `order-${count}`;
    const params = { symbol: 'BTCUSDT', side, type: 'MARKET', quantity: '0.0002', newClientOrderId: id };
    const body = perform(exchange, { user: 'demo', method: 'POST', path: '/api/v3/order', params });
    if (body.includes('"orderId"')) writeSync(1, `${id}\n`);
    await turn();
  }
}
