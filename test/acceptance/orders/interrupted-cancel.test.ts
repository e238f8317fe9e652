/** Ctrl-C during the lookup of an unconfirmed cancellation: the execution status stays unknown. */
import { expect, it } from 'vitest';
import { failure } from '../outcomes.ts';
import { openRelayedRestAndWs } from '../relayed-rest-and-ws.ts';

const ORDER =
  'trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.01 --price 50000 --new-client-order-id old';

it.each([
  [
    'ws call order.cancelReplace symbol=BTCUSDT side=BUY type=LIMIT timeInForce=GTC quantity=0.01 price=49000 cancelOrigClientOrderId=old newClientOrderId=mine cancelReplaceMode=ALLOW_FAILURE --yes',
  ],
  ['ws call order.cancel symbol=BTCUSDT origClientOrderId=old --yes'],
  ['trade order cancel BTCUSDT --orig-client-order-id old --yes'],
])('%s exits with 7 and the lookup command', async (line) => {
  const relayed = await openRelayedRestAndWs();
  expect(await relayed.run(ORDER)).toMatchObject({ code: 0 });
  const interrupt = new AbortController();
  relayed.ws.setAction(() => 'cut-answer');
  relayed.rest.setAction(({ method, query, body }) => {
    if (method === 'DELETE') return 'cut-answer';
    if (!`${query}${body}`.includes('origClientOrderId=old')) return 'pass';
    setTimeout(() => interrupt.abort(new Error('SIGINT')), 0);
    return 'cut';
  });
  const outcome = await relayed.run(line, { interrupt: interrupt.signal });
  const error = failure(outcome);
  expect(error).toMatchObject({ exitCode: 7, execution: 'unknown' });
  expect(`${error.message}${outcome.stdout}`).not.toContain('was not cancelled');
  relayed.rest.setAction(() => 'pass');
  const [, again, id] = /bourse (trade order get BTCUSDT --orig-client-order-id (\w+)[^"\\]*)/.exec(
    outcome.stderr,
  )!;
  // If the interruption comes before the new order of a replacement was found, that order is the one to look up.
  const status = id === 'old' ? 'CANCELED' : 'NEW';
  expect((await relayed.run(`${again!.split(' --env')[0]} --fields status`)).stdout).toContain(status);
});
