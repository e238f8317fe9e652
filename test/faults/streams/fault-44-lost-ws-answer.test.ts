/**
 * Fault 44: The answer to an order over the WebSocket API is lost.
 *
 * The order is unknown, is looked up over REST and is sent once; exit code 0 if it is found, 5 if it is proved absent.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { openRelayedRestAndWs } from '../../acceptance/relayed-rest-and-ws.ts';

const ORDER =
  'ws call order.place symbol=BTCUSDT side=BUY type=LIMIT timeInForce=GTC quantity=0.01 price=49000 newClientOrderId=mine --yes';

it.each([
  ['cut-answer', 0],
  ['cut', 5],
] as const)('with the connection %s it exits with %i', async (action, code) => {
  const relayed = await openRelayedRestAndWs();
  relayed.ws.setAction(() => action);
  const outcome = await relayed.run(ORDER);
  expect(outcome.code).toBe(code);
  if (code !== 0) expect(failure(outcome)).toMatchObject({ execution: 'not_executed' });
  relayed.ws.setAction(() => 'pass');
  const all = await relayed.run('trade all-orders BTCUSDT --fields clientOrderId');
  expect(all.stdout.split('mine')).toHaveLength(code === 0 ? 2 : 1);
});
