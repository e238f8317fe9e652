/**
 * Fault 23: An order is refused with -1015, because the account placed too many.
 *
 * Orders of that account wait or end with exit code 6 without a packet; queries are still sent.
 */
import { expect, it } from 'vitest';
import { failure, json } from '../../acceptance/outcomes.ts';
import { fixedClock, temporaryFolder } from '../../acceptance/world.ts';
import { answering, answerOf } from '../../transport/raw-server.ts';
import { exchangeWithoutOrders, ORDER, READ, runAt, startFaultServer } from '../fault-exchange.ts';

it('pauses orders and no query', async () => {
  const refusal = answerOf(429, '{"code":-1015,"msg":"Too many new orders."}', [
    'Retry-After: 10',
    'Connection: close',
  ]);
  const server = await startFaultServer(exchangeWithoutOrders(answering(refusal)));
  const home = temporaryFolder();
  const clock = fixedClock();
  const run = (line: string) => runAt(server.origin, `${line} --max-wait 0`, { home, clock });
  const sent = () => server.connections.filter(({ received }) => received.startsWith('POST')).length;
  expect(failure(await run(ORDER))).toMatchObject({ exitCode: 6, code: -1015, execution: 'not_executed' });
  expect(sent()).toBe(1);
  expect(failure(await run(ORDER.replace('fault-order', 'next-order')))).toMatchObject({
    exitCode: 6,
    execution: 'not_executed',
  });
  expect(sent()).toBe(1);
  expect(json(await run(READ))).toHaveProperty('serverTime');
  expect(json(await run('trade open-orders BTCUSDT'))).toEqual([]);
  clock.advance(11_000);
  await run(ORDER.replace('fault-order', 'later-order'));
  expect(sent()).toBe(2);
});
