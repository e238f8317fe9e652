/**
 * Fault 60: The clock of the machine is set back between two orders.
 *
 * The journal lists orders and their states by their number, not by their time.
 */
import { expect, it } from 'vitest';
import { json } from '../../acceptance/outcomes.ts';
import { temporaryFolder } from '../../acceptance/world.ts';
import { ORDER, ORDER_ID, openFaultExchange } from '../fault-exchange.ts';

const HOUR_MS = 3_600_000;

it('orders and states stay in the order in which they happened', async () => {
  const exchange = await openFaultExchange();
  const home = temporaryFolder();
  expect((await exchange.run(ORDER, { home })).code).toBe(0);
  exchange.clock.advance(-HOUR_MS);
  expect((await exchange.run(ORDER.replace(ORDER_ID, 'later'), { home })).code).toBe(0);
  const listed = json<{ clientOrderId: string }[]>(await exchange.run('orders list', { home }));
  expect(listed.map(({ clientOrderId }) => clientOrderId)).toEqual(['later', ORDER_ID]);
  const timeline = json<{ state: string }[]>(await exchange.run('orders timeline later', { home }));
  expect(timeline.map(({ state }) => state)).toEqual(['PREPARED', 'SENT', 'ACKED']);
});
