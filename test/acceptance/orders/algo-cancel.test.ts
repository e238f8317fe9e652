/** The cancellation of an algo order that was cancelled before, or of which the answer was lost. */
import { expect, it } from 'vitest';
import { failure, json } from '../outcomes.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';

const PLACE =
  'trade algo place BTCUSDT --algo-type CONDITIONAL --side SELL --type STOP_MARKET --quantity 0.1 --trigger-price 20000 --client-algo-id mine --skip-filters --yes';
const CANCEL = 'trade algo cancel --client-algo-id mine --yes';

async function openWithAlgoOrder() {
  const sandbox = await openRelayedSandbox();
  const run = (line: string) => sandbox.run(`${line} --host=usdm=${sandbox.relay.origin}`);
  json(await run(PLACE));
  return { ...sandbox, run };
}

it('of an order that is cancelled already shows its final state', async () => {
  const { run } = await openWithAlgoOrder();
  json(await run(CANCEL));
  const again = await run(CANCEL);
  expect(json(again)).toMatchObject({ clientAlgoId: 'mine', algoStatus: 'CANCELED' });
  expect(again.stderr).toContain('already CANCELED');
});

it('without an answer is looked up, and was sent once', async () => {
  const { relay, run } = await openWithAlgoOrder();
  relay.setAction(({ method }) => (method === 'DELETE' ? 'cut-answer' : 'pass'));
  expect(json(await run(CANCEL))).toMatchObject({ clientAlgoId: 'mine', algoStatus: 'CANCELED' });
  expect(relay.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

it('of an order that nobody knows is rejected', async () => {
  const { run } = await openWithAlgoOrder();
  expect(failure(await run('trade algo cancel --client-algo-id other --yes'))).toMatchObject({
    code: -2011,
    exitCode: 4,
  });
});
