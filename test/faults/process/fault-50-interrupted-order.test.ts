/**
 * Fault 50: Ctrl-C is pressed while an order is in flight.
 *
 * The first Ctrl-C lets the look-up of the order finish (exit code 0, 5 or 7); the second ends it with exit code 7 and
 * prints the client order id.
 */
import { expect, it } from 'vitest';
import { failure, json } from '../../acceptance/outcomes.ts';
import { ORDER, ORDER_ID, openFaultExchange, withFastTimers } from '../fault-exchange.ts';

it('the first Ctrl-C leaves an executed order to be found: exit 0', async () => {
  const exchange = await openFaultExchange();
  const interrupt = new AbortController();
  exchange.write = { isExecuted: true, answer: { play: [{ do: 'stall' }] } };
  exchange.onWrite = async () => void setImmediate(() => interrupt.abort(new Error('SIGINT')));
  const outcome = await withFastTimers(
    () => exchange.executed.length > 0,
    () => exchange.run(ORDER, { interrupt: interrupt.signal }),
  );
  expect(json(outcome)).toMatchObject({ clientOrderId: ORDER_ID, status: 'NEW' });
  expect([exchange.writes().length, exchange.executed.length]).toEqual([1, 1]);
});

it('the second Ctrl-C ends the look-up: exit 7 with the id and the command that continues', async () => {
  const exchange = await openFaultExchange();
  const interrupt = new AbortController();
  const abandon = new AbortController();
  exchange.write = { isExecuted: true, answer: { play: [{ do: 'stall' }] } };
  exchange.query = { status: 503, body: '' };
  exchange.onWrite = async () => {
    setImmediate(() => {
      interrupt.abort(new Error('SIGINT'));
      abandon.abort(new Error('SIGINT'));
    });
  };
  const outcome = await exchange.run(ORDER, { interrupt: interrupt.signal, abandon: abandon.signal });
  const error = failure(outcome);
  expect(error).toMatchObject({ exitCode: 7, execution: 'unknown', clientOrderId: ORDER_ID });
  expect(error.resume).toContain(ORDER_ID);
  expect(exchange.writes()).toHaveLength(1);
});

it('Ctrl-C before an order was sent leaves nothing behind: exit 130', async () => {
  const exchange = await openFaultExchange();
  const outcome = await exchange.run(ORDER, { interrupt: AbortSignal.abort(new Error('SIGINT')) });
  expect(failure(outcome)).toMatchObject({ kind: 'interrupted', exitCode: 130 });
  expect(exchange.writes()).toEqual([]);
});
