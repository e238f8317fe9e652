/**
 * Fault 22: The exchange answers with status 451, because it does not serve the region.
 *
 * Nothing was executed and nothing is repeated; the error says so; exit code 4.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { answering, answerOf } from '../../transport/raw-server.ts';
import { exchangeWithoutOrders, ORDER, READ, runAt, startFaultServer } from '../fault-exchange.ts';

const REFUSAL = answering(
  answerOf(451, '{"code":0,"msg":"Service unavailable from a restricted location."}', ['Connection: close']),
);

it('a read is not repeated: exit 4', async () => {
  const server = await startFaultServer(REFUSAL);
  const error = failure(await runAt(server.origin, READ));
  expect(error).toMatchObject({ kind: 'rejected', exitCode: 4, httpStatus: 451, retryable: false });
  expect(error.message).toContain('restricted location');
  expect(server.connections).toHaveLength(1);
});

it('an order was not executed and is not looked up: exit 4', async () => {
  const server = await startFaultServer(exchangeWithoutOrders(REFUSAL));
  expect(failure(await runAt(server.origin, ORDER))).toMatchObject({
    exitCode: 4,
    execution: 'not_executed',
  });
  expect(server.connections.at(-1)!.received).toMatch(/^POST/);
});
