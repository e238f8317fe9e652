/**
 * Fault 18: An order is refused with a code that leaves open whether it was executed: -1000, -1001, -1006, -1007.
 *
 * The order is unknown whatever the status is, is looked up and sent once; exit code 0, 5 or 7.
 */
import { expect, it } from 'vitest';
import { failure, json } from '../../acceptance/outcomes.ts';
import { ORDER, ORDER_ID, openFaultExchange } from '../fault-exchange.ts';

it.each([
  [408, -1007],
  [409, -1006],
  [400, -1000],
  [400, -1007],
  [401, -1001],
  [408, -9999],
  [409, -9999],
])('status %i with code %i: the order is looked up', async (status, code) => {
  const body = JSON.stringify({ code, msg: 'Timeout waiting for response; execution status unknown.' });
  const exchange = await openFaultExchange();
  exchange.write = { isExecuted: true, answer: { status, body } };
  expect(json(await exchange.run(ORDER))).toMatchObject({ clientOrderId: ORDER_ID });
  expect([exchange.writes().length, exchange.executed.length]).toEqual([1, 1]);
});

it('stays unknown while no query is answered: exit 7', async () => {
  const exchange = await openFaultExchange();
  const body = '{"code":-1007,"msg":"Timeout waiting for response from backend server."}';
  exchange.write = { isExecuted: false, answer: { status: 408, body } };
  exchange.query = { status: 503, body: '' };
  expect(failure(await exchange.run(ORDER))).toMatchObject({ exitCode: 7, execution: 'unknown' });
  expect(exchange.writes()).toHaveLength(1);
});
