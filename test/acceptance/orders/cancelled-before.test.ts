/** Cancelling what is already cancelled: the exchange's rejection is clear, and the lookup shows the state. */
import { expect, it } from 'vitest';
import { failure, json } from '../outcomes.ts';
import { openRelayedSandbox, RESTING } from '../relayed-sandbox.ts';

it('an order that is already cancelled is reported as that, not as a cancellation without a clear answer', async () => {
  const { run, relay } = await openRelayedSandbox();
  await run(`${RESTING} --new-client-order-id mine`);
  const cancel = 'trade order cancel BTCUSDT --orig-client-order-id mine';
  expect((await run(cancel)).code).toBe(0);
  const second = await run(cancel);
  // Exit codes of cancellations stand in docs/exit-codes-and-errors.md.
  expect(second.code).toBe(0);
  expect(json(second)).toMatchObject({ clientOrderId: 'mine', status: 'CANCELED' });
  expect(second.stderr).toContain('was already CANCELED');
  expect(second.stderr).not.toContain('conclusive');
  expect(relay.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
});

it('an order list that is already cancelled is reported as that', async () => {
  const { run } = await openRelayedSandbox();
  await run(
    'trade oco place BTCUSDT --side SELL --quantity 0.01 --price 150000 --stop-price 40000 --list-client-order-id both',
  );
  const cancel = 'trade oco cancel BTCUSDT --list-client-order-id both';
  expect((await run(cancel)).code).toBe(0);
  const second = await run(cancel);
  expect(second.code).toBe(0);
  expect(second.stderr).toContain('was already CANCELED');
});

it('a filled order is refused with exit code 4, and an unknown one too', async () => {
  const { run } = await openRelayedSandbox();
  await run('trade buy BTCUSDT 0.01 --new-client-order-id done');
  const filled = failure(await run('trade order cancel BTCUSDT --orig-client-order-id done'));
  expect(filled).toMatchObject({ exitCode: 4, code: -2011, execution: 'not_executed' });
  expect(filled.message).toContain('it is FILLED');
  const unknown = failure(await run('trade order cancel BTCUSDT --orig-client-order-id nobody'));
  expect(unknown).toMatchObject({ exitCode: 4, code: -2011 });
});
