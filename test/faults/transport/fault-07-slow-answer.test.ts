/**
 * Fault 7: The answer arrives one byte a second.
 *
 * The absolute deadline of 20 s ends the call although bytes arrive; an order is unknown and is looked up.
 */
import { expect, it } from 'vitest';
import { json } from '../../acceptance/outcomes.ts';
import { ORDER, ORDER_ID, openFaultExchange, withFastTimers } from '../fault-exchange.ts';

it('an order whose answer drips is found by its id: exit 0', async () => {
  const exchange = await openFaultExchange();
  const proof = `{"clientOrderId":"${ORDER_ID}","status":"NEW"}`;
  const body = ' '.repeat(100) + proof;
  const data = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  exchange.write = { isExecuted: true, answer: { play: [{ do: 'dribble', data, bytes: 1, everyMs: 1000 }] } };
  const outcome = await withFastTimers(
    () => exchange.executed.length > 0,
    () => exchange.run(ORDER),
  );
  expect(json(outcome)).toMatchObject({ clientOrderId: ORDER_ID });
  // Without the deadline the whole answer, which proves the order, would have been waited for.
  expect(outcome.stderr).toContain('Execution status unknown');
  expect([exchange.writes().length, exchange.executed.length]).toEqual([1, 1]);
});
