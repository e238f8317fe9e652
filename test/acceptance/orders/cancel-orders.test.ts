/** `trade cancel`: several orders by their ids, algo orders too, with a row and a request for each. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/words.ts';
import { failure, json } from '../outcomes.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';

const BUY = 'trade buy BTCUSDT 0.01 --at 50000';

/** Opens a sandbox; `deletes` are the queries of the cancellations that were sent. */
async function openSandbox() {
  const sandbox = await openRelayedSandbox();
  const run = (line: string) => sandbox.run(`${line} --host=usdm=${sandbox.relay.origin}`);
  const deletes = () => sandbox.relay.requests.filter(({ method }) => method === 'DELETE');
  return { ...sandbox, run, deletes };
}

describe('trade cancel', () => {
  it('cancels by order id and by client order id, and finds the symbols itself', async () => {
    const { run, deletes } = await openSandbox();
    json(await run('trade buy ETHUSDT 0.1 --at 1000 --new-client-order-id my-eth'));
    json(await run(BUY));
    const { orderId } = json<{ orderId: number }>(await run(BUY));
    const rows = json<JsonObject[]>(await run(`trade cancel ${orderId} my-eth`));
    expect(rows).toMatchObject([
      { id: String(orderId), result: 'CANCELED', symbol: 'BTCUSDT', status: 'CANCELED' },
      { id: 'my-eth', result: 'CANCELED', symbol: 'ETHUSDT', status: 'CANCELED' },
    ]);
    expect(deletes()).toHaveLength(2);
    expect(json(await run('trade open-orders'))).toMatchObject([{ orderId: 1, symbol: 'BTCUSDT' }]);
  });

  it('takes the symbol first in either case, and ids as options', async () => {
    const { run, relay } = await openSandbox();
    json(await run(`${BUY} --new-client-order-id a1`));
    json(await run(`${BUY} --new-client-order-id a2`));
    expect(json(await run('trade cancel btcusdt a1'))).toMatchObject([{ id: 'a1', result: 'CANCELED' }]);
    expect(json(await run('trade cancel BTCUSDT --orig-client-order-id a2'))).toMatchObject([{ id: 'a2' }]);
    const lists = relay.requests.filter(({ path }) => path === '/api/v3/openOrders');
    expect(lists.every(({ query }) => query.includes('symbol=BTCUSDT'))).toBe(true);
  });

  it('takes a first word that is no symbol as an id', async () => {
    const { run } = await openSandbox();
    json(await run(`${BUY} --new-client-order-id FIRST`));
    json(await run(`${BUY} --new-client-order-id SECOND`));
    expect(json(await run('trade cancel FIRST SECOND'))).toMatchObject([{ id: 'FIRST' }, { id: 'SECOND' }]);
  });

  it('cancels futures orders and algo orders together', async () => {
    const { run, deletes } = await openSandbox();
    json(await run(`${BUY} --on usdm --new-client-order-id plain`));
    json(
      await run(
        'trade algo place BTCUSDT --algo-type CONDITIONAL --side SELL --type STOP_MARKET --quantity 0.1 --trigger-price 20000 --client-algo-id stop --skip-filters --yes',
      ),
    );
    const rows = json<JsonObject[]>(await run('trade cancel plain stop --on usdm'));
    expect(rows).toMatchObject([
      { id: 'plain', result: 'CANCELED', status: 'CANCELED' },
      { id: 'stop', result: 'CANCELED', symbol: 'BTCUSDT', clientAlgoId: 'stop' },
    ]);
    expect(deletes().map(({ path }) => path)).toEqual(['/fapi/v1/order', '/fapi/v1/algoOrder']);
  });

  it('cancels all orders of a symbol with --all, and leaves those of others', async () => {
    const { run } = await openSandbox();
    json(await run(BUY));
    json(await run(BUY));
    json(await run('trade buy ETHUSDT 0.1 --at 1000 --new-client-order-id my-eth'));
    expect(json<unknown[]>(await run('trade cancel BTCUSDT --all'))).toHaveLength(2);
    expect(json(await run('trade open-orders'))).toMatchObject([{ clientOrderId: 'my-eth' }]);
    expect(json<unknown[]>(await run('trade cancel --all'))).toHaveLength(1);
    const none = await run('trade cancel --all');
    expect(json(none)).toEqual([]);
    expect(none.stderr).toContain('No order is open.');
  });

  it('reports what could not be cancelled: exit code 8, the others are cancelled', async () => {
    const { run } = await openSandbox();
    json(await run(`${BUY} --new-client-order-id mine`));
    const outcome = await run('trade cancel nobody mine');
    expect(outcome.code).toBe(8);
    expect(JSON.parse(outcome.stdout)).toMatchObject([
      { id: 'nobody', result: 'NOT_CANCELED' },
      { id: 'mine', result: 'CANCELED' },
    ]);
    expect(outcome.stderr).toContain('1 of 2 orders cancelled. Not cancelled:');
  });

  it('finds the symbol of an order that is no longer open in the journal', async () => {
    const { run } = await openSandbox();
    json(await run('trade buy BTCUSDT 0.01 --new-client-order-id filled'));
    expect(failure(await run('trade cancel filled'))).toMatchObject({ exitCode: 4, code: -2011 });
    expect((await run('trade cancel filled')).stderr).toContain('it is FILLED');
    expect(failure(await run('trade cancel nobody')).message).toContain('No open order has the id nobody');
  });

  it('refuses an order id that orders of two symbols have', async () => {
    const { run, deletes } = await openSandbox();
    const { orderId } = json<{ orderId: number }>(await run(BUY));
    json(await run('trade buy ETHUSDT 0.1 --at 1000'));
    const refusal = failure(await run(`trade cancel ${orderId}`));
    expect(refusal).toMatchObject({ exitCode: 2, execution: 'not_executed' });
    expect(refusal.message).toMatch(/names several open orders: .*BTCUSDT.*ETHUSDT/);
    expect(deletes()).toEqual([]);
  });

  it('shows each request with --dry-run and sends none', async () => {
    const { run, deletes } = await openSandbox();
    json(await run(`${BUY} --new-client-order-id a1`));
    json(await run(`${BUY} --new-client-order-id a2`));
    const rows = json<JsonObject[]>(await run('trade cancel a1 a2 --dry-run'));
    expect(rows).toMatchObject([
      { sent: false, method: 'DELETE' },
      { sent: false, method: 'DELETE' },
    ]);
    expect(deletes()).toEqual([]);
  });

  it('looks up an order whose cancellation got no answer, and goes on with the others', async () => {
    const { run, relay, deletes } = await openSandbox();
    json(await run(`${BUY} --new-client-order-id a1`));
    json(await run(`${BUY} --new-client-order-id a2`));
    relay.setAction(({ method, query }) =>
      method === 'DELETE' && query.includes('orderId=1&') ? 'cut-answer' : 'pass',
    );
    expect(json(await run('trade cancel a1 a2'))).toMatchObject([
      { id: 'a1', result: 'CANCELED' },
      { id: 'a2', result: 'CANCELED' },
    ]);
    expect(deletes()).toHaveLength(2);
    relay.setAction(() => 'pass');
    const writes = json<JsonObject[]>(await run('orders list -o json'));
    expect(writes.map(({ state }) => state)).not.toContain('UNKNOWN');
  });

  it('needs an id or --all', async () => {
    const { run } = await openSandbox();
    expect(failure(await run('trade cancel')).exitCode).toBe(2);
    expect(failure(await run('trade cancel BTCUSDT 1 --all')).exitCode).toBe(2);
  });
});
