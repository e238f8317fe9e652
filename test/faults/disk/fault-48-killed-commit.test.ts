/**
 * Fault 48: The sandbox is killed at a random point while it saves an order.
 *
 * After every kill each acknowledged order is there once, no other one but the last is, and balances fit the orders.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/clock.ts';
import { openDurableExchange } from '../../../src/sandbox/storage/durable-exchange.ts';
import { journalPath } from '../../../src/sandbox/storage/state-folder.ts';
import { fixedClock, temporaryFolder } from '../../acceptance/world.ts';
import { requestJson, sendSigned } from '../../sandbox/signed-calls.ts';

const SEED = 7;
const ORDERS = 12;
const KILLS = 20;

it('keeps each acknowledged order, whatever part of the next one was written', () => {
  const folder = temporaryFolder();
  const clock = fixedClock();
  const path = journalPath(folder, 1);
  const first = openDurableExchange(folder, { clock, seed: 1 });
  // The files as they are after each acknowledgement.
  const images: { readonly journal: Buffer; readonly receipt: Buffer }[] = [];
  for (let index = 0; index < ORDERS; index += 1) {
    clock.advance(1000);
    const { status } = sendSigned(first.exchange, 'POST', '/api/v3/order', {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '0.01',
      price: '50000',
      newClientOrderId: `order-${index}`,
    });
    expect(status).toBe(200);
    images.push({ journal: readFileSync(path), receipt: readFileSync(`${path}.receipt`) });
  }
  first.close();

  const random = seededRandom(SEED);
  const pick = (below: number) => Math.floor(random.next() * below);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const acknowledged = pick(ORDERS - 1);
    const image = images[acknowledged]!;
    const next = images[acknowledged + 1]!.journal;
    const written = image.journal.length + pick(next.length - image.journal.length + 1);
    const killed = temporaryFolder();
    writeFileSync(journalPath(killed, 1), next.subarray(0, written), { mode: 0o600 });
    writeFileSync(`${journalPath(killed, 1)}.receipt`, image.receipt, { mode: 0o600 });
    const again = openDurableExchange(killed, { clock, seed: 1 });
    const orders = requestJson(again.exchange, 'GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' });
    const ids = (orders as { clientOrderId: string }[]).map(({ clientOrderId }) => clientOrderId);
    const expected = acknowledged + 1 + (written === next.length ? 1 : 0);
    const context = `seed ${SEED}, kill ${kill}`;
    expect(ids, context).toEqual(Array.from({ length: expected }, (_, index) => `order-${index}`));
    const account = requestJson(again.exchange, 'GET', '/api/v3/account', {});
    const usdt = (account.balances as { asset: string; locked: string }[]).find(
      ({ asset }) => asset === 'USDT',
    );
    expect(Number(usdt?.locked), context).toBe(expected * 500);
    again.close();
    rmSync(join(killed), { recursive: true });
  }
});
