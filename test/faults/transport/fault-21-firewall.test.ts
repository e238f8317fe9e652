/**
 * Fault 21: The firewall of the exchange answers with status 403 and a page.
 *
 * Nothing was executed; every process sends nothing for five minutes, and longer each time that it comes again; exit code 6.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { fixedClock, temporaryFolder } from '../../acceptance/world.ts';
import { answering, answerOf } from '../../transport/raw-server.ts';
import { exchangeWithoutOrders, ORDER, READ, runAt, startFaultServer } from '../fault-exchange.ts';

const PAGE = answering(answerOf(403, '<html>Request blocked.</html>', ['Connection: close']));

it('stops all commands, and for longer each time', async () => {
  const server = await startFaultServer(PAGE);
  const home = temporaryFolder();
  const clock = fixedClock();
  const run = (line: string) => runAt(server.origin, `${line} --max-wait 1d`, { home, clock });
  expect(failure(await run(READ))).toMatchObject({ exitCode: 6, retryAfterMs: 300_000 });
  expect(server.connections).toHaveLength(1);
  for (const line of [READ, ORDER]) {
    expect(failure(await run(line))).toMatchObject({ exitCode: 6, execution: 'not_executed' });
  }
  expect(server.connections).toHaveLength(1);
  clock.advance(301_000);
  expect(failure(await run(READ)).exitCode).toBe(6);
  expect(server.connections).toHaveLength(2);
  clock.advance(301_000);
  expect(failure(await run(READ)).retryAfterMs).toBeGreaterThan(200_000);
  expect(server.connections).toHaveLength(2);
});

it('an order was not executed and is not looked up: exit 6', async () => {
  const server = await startFaultServer(exchangeWithoutOrders(PAGE));
  expect(failure(await runAt(server.origin, ORDER))).toMatchObject({
    exitCode: 6,
    execution: 'not_executed',
  });
  const last = server.connections.at(-1)!;
  expect(last.received).toMatch(/^POST/);
});
