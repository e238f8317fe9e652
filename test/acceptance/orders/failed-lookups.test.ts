/**
 * A write is answered by a reset, and then nothing listens any more: the message must say what is known of the
 * write first, and then that its lookup failed. The lookup's "nothing was sent" must not read as if it were about
 * the order.
 */
import { expect, it } from 'vitest';
import { failure } from '../outcomes.ts';
import { openRelayedSandbox, RESTING } from '../relayed-sandbox.ts';

it.each([
  ['an order', `${RESTING} --new-client-order-id mine --skip-filters`, 'the order mine was sent'],
  [
    'a cancellation',
    'trade order cancel BTCUSDT --orig-client-order-id mine --yes',
    'the cancellation was sent',
  ],
  ['a cancellation of all', 'trade cancel-all BTCUSDT --yes', 'the cancellation was sent'],
  ['a transfer', 'funds transfer MAIN_UMFUTURE USDT 12.50 --yes', 'the transfer was sent'],
])('%s: the message begins with the write, not with its lookup', async (_what, line, sent) => {
  const { run, relay } = await openRelayedSandbox();
  // Measures the exchange's clock, so that only the write and its lookups remain.
  await run('account balance -o json');
  relay.setAction(({ method, path }) => {
    if (method === 'GET' || path.endsWith('/listenKey')) return 'pass';
    void relay.close();
    return 'cut';
  });
  const outcome = await run(line);
  const error = failure(outcome);
  expect(error).toMatchObject({ exitCode: 7, execution: 'unknown' });
  expect(error.message).toMatch(
    new RegExp(`^Execution status unknown: ${sent} \\(http://[^ ]+ gave no complete answer`),
  );
  expect(error.message).toMatch(/\. Its lookup failed: http:\/\/[^ ]+ could not be reached: .*\.$/);
  expect(`${error.message} ${error.hint}`).not.toMatch(/nothing was sent/i);
});
