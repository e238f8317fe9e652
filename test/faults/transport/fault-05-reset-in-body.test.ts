/**
 * Fault 5: The connection is reset in the middle of the body of an answer.
 *
 * An order is unknown and is looked up; a read is sent again.
 */
import { expect, it } from 'vitest';
import { json } from '../../acceptance/outcomes.ts';
import type { Script } from '../../transport/raw-server.ts';
import {
  exchangeWithoutOrders,
  ORDER,
  ORDER_ID,
  openFaultExchange,
  READ,
  runAt,
  startFaultServer,
} from '../fault-exchange.ts';

const CUT: Script = [
  { do: 'send', data: 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"clientOrderId":"fault-o' },
  { do: 'wait', ms: 5 },
  { do: 'reset' },
];

it('an order with half an answer is found by its id: exit 0', async () => {
  const exchange = await openFaultExchange();
  exchange.write = { isExecuted: true, answer: { play: CUT } };
  expect(json(await exchange.run(ORDER))).toMatchObject({ clientOrderId: ORDER_ID });
  expect([exchange.writes().length, exchange.executed.length]).toEqual([1, 1]);
});

it('a read is repeated: exit 0', async () => {
  const server = await startFaultServer([{ do: 'read-request' }, ...CUT], exchangeWithoutOrders([]));
  expect(json(await runAt(server.origin, READ))).toHaveProperty('serverTime');
  expect(server.connections).toHaveLength(2);
});
