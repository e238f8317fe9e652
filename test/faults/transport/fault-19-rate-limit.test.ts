/**
 * Fault 19: A request is answered with 429, and Retry-After is seconds, 0, negative, huge, a date or missing.
 *
 * Nothing was executed; the wait is 1 s to 3 days, or until the next minute; every process of the machine waits;
 * exit code 6 if the wait is longer than --max-wait.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { fixedClock, NOW, temporaryFolder } from '../../acceptance/world.ts';
import { answering, answerOf } from '../../transport/raw-server.ts';
import { exchangeWithoutOrders, ORDER, ORDER_ID, READ, runAt, startFaultServer } from '../fault-exchange.ts';

const DAY_MS = 86_400_000;

it.each([
  ['30', 30_000],
  ['0', 1_000],
  ['-5', 1_000],
  ['1000000000', 3 * DAY_MS],
  [new Date(NOW + 40_000).toUTCString(), 39_211],
  [undefined, 60_100 - (NOW % 60_000)],
])('Retry-After %s: later commands send nothing until then', async (value, retryAfterMs) => {
  const headers = value === undefined ? [] : [`Retry-After: ${value}`];
  const refusal = answerOf(429, '{"code":-1003,"msg":"Too many requests."}', headers);
  const server = await startFaultServer(answering(refusal));
  const home = temporaryFolder();
  const clock = fixedClock();
  const run = (line: string) => runAt(server.origin, `${line} --max-wait 0`, { home, clock });
  expect(failure(await run(READ))).toMatchObject({ kind: 'rate-limited', exitCode: 6, retryAfterMs });
  const sent = server.connections.length;
  for (const line of [READ, ORDER]) {
    expect(failure(await run(line))).toMatchObject({ exitCode: 6, execution: 'not_executed' });
  }
  expect(server.connections).toHaveLength(sent);
});

it('an order was not executed and keeps its id: exit 6', async () => {
  const refusal = answerOf(429, '{"code":-1003,"msg":"Too many requests."}', ['Retry-After: 30']);
  const server = await startFaultServer(exchangeWithoutOrders(answering(refusal)));
  expect(failure(await runAt(server.origin, `${ORDER} --max-wait 0`))).toMatchObject({
    exitCode: 6,
    execution: 'not_executed',
    clientOrderId: ORDER_ID,
  });
  expect(server.connections.filter(({ received }) => received.startsWith('POST'))).toHaveLength(1);
});
