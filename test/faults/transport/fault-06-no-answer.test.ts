/**
 * Fault 6: The server accepts the request and never answers.
 *
 * The idle timeout of 11 s ends the call; an order is unknown and is looked up: exit code 0, 5 or 7.
 */
import { expect, it } from 'vitest';
import { failure, json } from '../../acceptance/outcomes.ts';
import { ORDER, ORDER_ID, openFaultExchange, withFastTimers } from '../fault-exchange.ts';

const STALL = { play: [{ do: 'stall' }] } as const;

it('an executed order without an answer is found: exit 0', async () => {
  const exchange = await openFaultExchange();
  exchange.write = { isExecuted: true, answer: STALL };
  const outcome = await withFastTimers(
    () => exchange.executed.length > 0,
    () => exchange.run(ORDER),
  );
  expect(json(outcome)).toMatchObject({ clientOrderId: ORDER_ID });
  expect([exchange.writes().length, exchange.executed.length]).toEqual([1, 1]);
});

it('an order stays unknown while queries get no answer either: exit 7', async () => {
  const exchange = await openFaultExchange();
  exchange.write = { isExecuted: true, answer: STALL };
  exchange.query = STALL;
  const outcome = await withFastTimers(
    () => exchange.executed.length > 0,
    () => exchange.run(ORDER),
  );
  expect(failure(outcome)).toMatchObject({ exitCode: 7, execution: 'unknown', clientOrderId: ORDER_ID });
  expect(exchange.writes()).toHaveLength(1);
});
