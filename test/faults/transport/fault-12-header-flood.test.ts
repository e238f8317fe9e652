/**
 * Fault 12: The headers of an answer are more than 16 KiB, are 10,000, or give several times to wait.
 *
 * Too many headers end the call with exit code 5, or leave an order unknown; of several values of Retry-After the
 * largest sane one counts.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { answering, answerOf } from '../../transport/raw-server.ts';
import { exchangeWithoutOrders, ORDER, READ, runAt, startFaultServer } from '../fault-exchange.ts';

const FLOODS = {
  'one long header': [`X-Long: ${'x'.repeat(20_000)}`],
  '10,000 headers': Array.from({ length: 10_000 }, (_, index) => `X-${index}: 1`),
};

it.each(Object.entries(FLOODS))('%s: a read ends with exit 5', async (_, headers) => {
  const server = await startFaultServer(answering(answerOf(200, '{"serverTime":1}', headers)));
  const error = failure(await runAt(server.origin, READ));
  expect(error).toMatchObject({ kind: 'unavailable', exitCode: 5 });
  expect(error.message).toContain('16 KiB');
});

it('an order with such an answer is looked up', async () => {
  const headers = FLOODS['10,000 headers'];
  const server = await startFaultServer(exchangeWithoutOrders(answering(answerOf(200, '{}', headers))));
  expect(failure(await runAt(server.origin, ORDER))).toMatchObject({
    exitCode: 5,
    execution: 'not_executed',
  });
});

it('the largest sane Retry-After counts: exit 6', async () => {
  const waits = ['3', '7', '-5', 'soon', '99999999999999'].map((value) => `Retry-After: ${value}`);
  const server = await startFaultServer(answering(answerOf(429, '{"code":-1003,"msg":"Slow."}', waits)));
  const error = failure(await runAt(server.origin, `${READ} --max-wait 1s`));
  expect(error).toMatchObject({ kind: 'rate-limited', exitCode: 6, retryAfterMs: 7_000 });
});
