/**
 * Fault 46: The process is killed after the order was recorded in the journal and before it was sent whole.
 *
 * The next run lists the order, refuses another one on its symbol (exit code 9) and proves it absent; nothing is sent again.
 */
import { expect, it } from 'vitest';
import { failure, json } from '../../acceptance/outcomes.ts';
import { fixedClock, temporaryFolder } from '../../acceptance/world.ts';
import { exchangeWithoutOrders, ORDER, ORDER_ID, runAt, startFaultServer } from '../fault-exchange.ts';
import { killProcess, startProcess } from '../killed-process.ts';

it('the order is listed and proved absent', async () => {
  const home = temporaryFolder();
  let killed: Promise<void> | undefined;
  let child: ReturnType<typeof startProcess> | undefined;
  const kill = () => {
    killed = killProcess(child!);
  };
  // The process is killed as the first bytes of the order arrive, which it has recorded before.
  const server = await startFaultServer(exchangeWithoutOrders([{ do: 'call', run: kill }, { do: 'reset' }]));
  child = startProcess(home, `${ORDER} --yes --host=spot=${server.origin}`);
  await new Promise((resolve) => child!.once('close', resolve));
  await killed;

  const clock = fixedClock();
  const run = (line: string) => runAt(server.origin, line, { home, clock });
  const listed = json<{ state: string }[]>(await run('orders list'));
  expect(listed).toMatchObject([{ state: 'SENT', clientOrderId: ORDER_ID }]);
  expect(failure(await run(ORDER.replace(ORDER_ID, 'another')))).toMatchObject({
    exitCode: 9,
    execution: 'not_executed',
  });
  clock.advance(60_000);
  expect(json(await run('orders resolve'))).toMatchObject([{ state: 'ABSENT', clientOrderId: ORDER_ID }]);
  expect(server.connections.filter(({ received }) => received.startsWith('POST'))).toHaveLength(1);
});
