/**
 * Fault 9: An order is answered with status 200 and a body that is truncated, empty, HTML or another order's.
 *
 * The order may have been executed: it is unknown and is looked up, and is no parse error.
 */
import { expect, it } from 'vitest';
import { failure, json } from '../../acceptance/outcomes.ts';
import { ORDER, ORDER_ID, openFaultExchange } from '../fault-exchange.ts';

const BODIES = {
  empty: '',
  truncated: `{"clientOrderId":"${ORDER_ID}","sta`,
  HTML: '<html>Welcome</html>',
  null: 'null',
  'an empty object': '{}',
  'a list': '[]',
  "another order's": '{"clientOrderId":"other","orderId":7,"status":"NEW"}',
};

it.each(Object.entries(BODIES))(
  'a body that is %s leaves an executed order to be found: exit 0',
  async (_, body) => {
    const exchange = await openFaultExchange();
    exchange.write = { isExecuted: true, answer: { status: 200, body } };
    const outcome = await exchange.run(ORDER);
    expect(json(outcome)).toMatchObject({ clientOrderId: ORDER_ID, status: 'NEW' });
    expect(outcome.stderr).toContain('Execution status unknown');
    expect([exchange.writes().length, exchange.executed.length]).toEqual([1, 1]);
  },
);

it('an empty object is no proof of an order that was not executed: exit 5', async () => {
  const exchange = await openFaultExchange();
  exchange.write = { isExecuted: false, answer: { status: 200, body: '{}' } };
  expect(failure(await exchange.run(ORDER))).toMatchObject({ exitCode: 5, execution: 'not_executed' });
  expect(exchange.writes()).toHaveLength(1);
});
