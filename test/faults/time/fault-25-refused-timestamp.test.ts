/**
 * Fault 25: The exchange refuses the timestamp of an order (-1021).
 *
 * Nothing was executed: the clock is measured again and the order is sent once more under the same id; a second refusal ends
 * with exit code 4 and a hint about the clock.
 */
import { expect, it } from 'vitest';
import { failure, json } from '../../acceptance/outcomes.ts';
import { ORDER, ORDER_ID, openFaultExchange } from '../fault-exchange.ts';

const TEXTS = [
  'Timestamp for this request is outside of the recvWindow.',
  "Timestamp for this request was 1000ms ahead of the server's time.",
];

it.each(TEXTS)('%s: the order is sent once more', async (msg) => {
  const exchange = await openFaultExchange();
  exchange.write = { isExecuted: false, answer: { status: 400, body: JSON.stringify({ code: -1021, msg }) } };
  exchange.onWrite = async () => {
    if (exchange.writes().length === 2) exchange.write = { isExecuted: true };
  };
  expect(json(await exchange.run(ORDER))).toMatchObject({ clientOrderId: ORDER_ID });
  expect([exchange.writes().length, exchange.executed.length]).toEqual([2, 1]);
  for (const { body } of exchange.writes()) expect(body).toContain(`newClientOrderId=${ORDER_ID}`);
});

it.each(TEXTS)('%s twice: exit 4', async (msg) => {
  const exchange = await openFaultExchange();
  exchange.write = { isExecuted: false, answer: { status: 400, body: JSON.stringify({ code: -1021, msg }) } };
  const error = failure(await exchange.run(ORDER));
  expect(error).toMatchObject({ exitCode: 4, code: -1021, execution: 'not_executed' });
  expect(error.hint).toMatch(/clock/i);
  expect(exchange.writes()).toHaveLength(2);
});
