/**
 * Fault 27: The exchange takes four seconds to return its time.
 *
 * The measurement is rejected, because timestamps could miss their window; nothing is sent; exit code 5.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { openRelayedSandbox, RESTING } from '../../acceptance/relayed-sandbox.ts';

it('an order is not sent with a time that is too inaccurate', async () => {
  const sandbox = await openRelayedSandbox();
  sandbox.relay.setAction(({ path }) => {
    if (path.endsWith('/time')) sandbox.clock.advance(4_000);
    return 'pass';
  });
  const error = failure(await sandbox.run(`${RESTING} --new-client-order-id mine --skip-filters`));
  expect(error).toMatchObject({ kind: 'unavailable', exitCode: 5, execution: 'not_executed' });
  expect(error.message).toContain('too long');
  expect(sandbox.relay.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});
