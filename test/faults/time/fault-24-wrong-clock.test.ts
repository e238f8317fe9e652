/**
 * Fault 24: The clock of the exchange differs from this machine's by half a second, half a minute or a day.
 *
 * The offset is measured before the first signed call, so that reads and orders work.
 */
import { expect, it } from 'vitest';
import { json } from '../../acceptance/outcomes.ts';
import { openRelayedSandbox, RESTING } from '../../acceptance/relayed-sandbox.ts';

it.each([-86_400_000, -30_000, -500, 500, 30_000, 86_400_000])('by %i ms', async (skewMs) => {
  const sandbox = await openRelayedSandbox();
  sandbox.skewMs = skewMs;
  expect(json(await sandbox.run(`${RESTING} --new-client-order-id mine`))).toHaveProperty('orderId');
  expect(json(await sandbox.run('account info'))).toHaveProperty('balances');
  expect(sandbox.relay.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
