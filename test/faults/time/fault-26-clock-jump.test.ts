/**
 * Fault 26: The clock of this machine is set forward or back, or the machine slept.
 *
 * The offset is measured again when the exchange refuses a timestamp; the order is placed once.
 */
import { expect, it } from 'vitest';
import { json } from '../../acceptance/outcomes.ts';
import { openRelayedSandbox, RESTING } from '../../acceptance/relayed-sandbox.ts';

it.each([3_600_000, -3_600_000, 60_000, -60_000])('by %i ms between two orders', async (jumpMs) => {
  const sandbox = await openRelayedSandbox();
  json(await sandbox.run(`${RESTING} --new-client-order-id first`));
  sandbox.clock.advance(jumpMs);
  sandbox.skewMs -= jumpMs;
  json(await sandbox.run(`${RESTING} --new-client-order-id second`));
  const all = json<{ clientOrderId: string }[]>(await sandbox.run('trade all-orders BTCUSDT'));
  expect(all.map((one) => one.clientOrderId)).toEqual(['first', 'second']);
});
