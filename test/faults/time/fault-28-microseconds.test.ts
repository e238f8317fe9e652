/**
 * Fault 28: The exchange writes times in microseconds.
 *
 * The unit is read from each value: timestamps are right, and tables show the right day.
 */
import { expect, it } from 'vitest';
import { json } from '../../acceptance/outcomes.ts';
import { openRelayedSandbox, RESTING } from '../../acceptance/relayed-sandbox.ts';
import { NOW } from '../../acceptance/world.ts';

it('of its own time: an order is signed with the right time', async () => {
  const sandbox = await openRelayedSandbox();
  sandbox.relay.setAction(({ path }) =>
    path.endsWith('/time') ? { status: 200, body: `{"serverTime":${sandbox.clock.now()}123}` } : 'pass',
  );
  expect(json(await sandbox.run(`${RESTING} --new-client-order-id mine`))).toHaveProperty('orderId');
});

it('of an order: the table shows its day, and JSON the value as it came', async () => {
  const sandbox = await openRelayedSandbox();
  sandbox.relay.setAction(() => ({
    status: 200,
    body: `[{"symbol":"BTCUSDT","orderId":1,"time":${NOW}123,"updateTime":${NOW}123,"status":"NEW"}]`,
  }));
  const fields = '--fields time';
  const table = await sandbox.run(`trade open-orders BTCUSDT -o table ${fields}`);
  expect(table.stdout).toContain('2024-03-15');
  const { stdout } = await sandbox.run(`trade open-orders BTCUSDT ${fields}`);
  expect(stdout).toContain(`${NOW}123`);
});
