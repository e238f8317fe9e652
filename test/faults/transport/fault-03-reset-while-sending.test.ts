/**
 * Fault 3: The connection is reset before the request was received whole.
 *
 * An order of which a byte was written is unknown, is looked up and never sent again; exit code 5 with evidence
 * or 7.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import type { RawServer } from '../../transport/raw-server.ts';
import { exchangeWithoutOrders, ORDER, ORDER_ID, runAt, startFaultServer } from '../fault-exchange.ts';

const ordersAt = ({ connections }: RawServer) =>
  connections.filter(({ received }) => received.startsWith('POST')).length;

it('an order is looked up and proved absent: exit 5', async () => {
  const server = await startFaultServer(exchangeWithoutOrders([{ do: 'reset' }]));
  const error = failure(await runAt(server.origin, ORDER));
  expect(error).toMatchObject({ exitCode: 5, execution: 'not_executed', clientOrderId: ORDER_ID });
  expect(ordersAt(server)).toBe(1);
});

it('an order that cannot be looked up stays unknown: exit 7', async () => {
  let isSent = false;
  const noteSent = () => {
    isSent = true;
  };
  const [choose] = exchangeWithoutOrders([{ do: 'call', run: noteSent }, { do: 'reset' }]);
  const server = await startFaultServer([
    { do: 'choose', script: () => (isSent ? [{ do: 'reset' }] : [choose!]) },
  ]);
  const error = failure(await runAt(server.origin, ORDER));
  expect(error).toMatchObject({ exitCode: 7, execution: 'unknown', clientOrderId: ORDER_ID });
  expect(error.resume).toContain(ORDER_ID);
  expect(ordersAt(server)).toBe(1);
});
