/**
 * Fault 4: The connection is reset after the request and before the answer.
 *
 * An order is unknown and is looked up by its client order id: exit code 0 if it was executed, 5 if it is proved absent, 7 if no query is answered.
 */
import { expect, it } from 'vitest';
import { failure, json } from '../../acceptance/outcomes.ts';
import { ORDER, ORDER_ID, openFaultExchange } from '../fault-exchange.ts';

const RESET = { play: [{ do: 'reset' }] } as const;

it('an executed order is found: exit 0', async () => {
  const exchange = await openFaultExchange();
  exchange.write = { isExecuted: true, answer: RESET };
  expect(json(await exchange.run(ORDER))).toMatchObject({ clientOrderId: ORDER_ID, status: 'NEW' });
  expect([exchange.writes().length, exchange.executed.length]).toEqual([1, 1]);
});

it('an order that was not executed is proved absent: exit 5', async () => {
  const exchange = await openFaultExchange();
  exchange.write = { isExecuted: false, answer: RESET };
  expect(failure(await exchange.run(ORDER))).toMatchObject({ exitCode: 5, execution: 'not_executed' });
  expect([exchange.writes().length, exchange.executed.length]).toEqual([1, 0]);
});

it('an order stays unknown while no query is answered: exit 7', async () => {
  const exchange = await openFaultExchange();
  exchange.write = { isExecuted: true, answer: RESET };
  exchange.query = RESET;
  expect(failure(await exchange.run(ORDER))).toMatchObject({ exitCode: 7, execution: 'unknown' });
  expect(exchange.writes()).toHaveLength(1);
});
