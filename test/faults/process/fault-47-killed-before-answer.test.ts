/**
 * Fault 47: The process is killed after the order was sent and before its answer came.
 *
 * The next run names the order, refuses another one on its symbol (exit code 9) and finds it by its id; it exists once.
 */
import { expect, it } from 'vitest';
import { failure, json } from '../../acceptance/outcomes.ts';
import { temporaryFolder } from '../../acceptance/world.ts';
import { ORDER, ORDER_ID, openFaultExchange } from '../fault-exchange.ts';
import { killProcess, startProcess } from '../killed-process.ts';

it.each([
  ['was executed', true, 'FOUND'],
  ['was not executed', false, 'ABSENT'],
])('an order that %s is resolved by the next run', async (_, isExecuted, state) => {
  const exchange = await openFaultExchange();
  const home = temporaryFolder();
  exchange.write = { isExecuted };
  const received = new Promise<void>((resolve) => {
    exchange.onWrite = async () => {
      await killProcess(child);
      resolve();
    };
  });
  const child = startProcess(home, `${ORDER} --yes --host=spot=${exchange.relay.origin}`);
  await received;
  exchange.onWrite = undefined;

  const another = failure(await exchange.run(ORDER.replace(ORDER_ID, 'another'), { home }));
  expect(another).toMatchObject({ exitCode: 9, execution: 'not_executed' });
  expect(another.message).toContain(ORDER_ID);
  exchange.clock.advance(60_000);
  expect(json(await exchange.run('orders resolve', { home }))).toMatchObject([
    { state, clientOrderId: ORDER_ID },
  ]);
  expect([exchange.writes().length, exchange.executed.length]).toEqual([1, isExecuted ? 1 : 0]);
});
