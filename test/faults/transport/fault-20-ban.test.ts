/**
 * Fault 20: The exchange bans the address with status 418.
 *
 * No process of the machine sends a byte until the ban ends, which lasts at least two minutes; exit code 6.
 */
import { expect, it } from 'vitest';
import { failure, json } from '../../acceptance/outcomes.ts';
import { fixedClock, NOW, temporaryFolder } from '../../acceptance/world.ts';
import { answering, answerOf } from '../../transport/raw-server.ts';
import { exchangeWithoutOrders, ORDER, READ, runAt, startFaultServer } from '../fault-exchange.ts';

it.each([
  ['Retry-After: 300', 'Way too many requests.', 300_000],
  ['Retry-After: 0', 'Way too many requests.', 120_000],
  ['X-None: 1', `IP banned until ${NOW + 600_000}.`, 600_000],
])('with "%s" and the text "%s"', async (header, msg, banMs) => {
  const ban = answerOf(418, JSON.stringify({ code: -1003, msg }), [header, 'Connection: close']);
  const server = await startFaultServer(answering(ban), exchangeWithoutOrders([]));
  const home = temporaryFolder();
  const clock = fixedClock();
  const run = (line: string) => runAt(server.origin, `${line} --max-wait 1h`, { home, clock });
  expect(failure(await run(READ))).toMatchObject({ exitCode: 6, retryAfterMs: banMs });
  clock.advance(banMs - 1);
  for (const line of [READ, ORDER]) {
    expect(failure(await run(line))).toMatchObject({ exitCode: 6, execution: 'not_executed' });
  }
  expect(server.connections).toHaveLength(1);
  clock.advance(10_000);
  expect(json(await run(READ))).toHaveProperty('serverTime');
});
