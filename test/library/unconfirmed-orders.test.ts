/** An order of the library whose answer is lost, or whose outcome stays unknown until it is looked up. */
import { describe, expect, it } from 'vitest';
import { UnknownExecution } from '../../src/library/errors.ts';
import { CANARY_KEYS, openScriptedExchange } from '../acceptance/scripted-exchange.ts';
import { openLibrary } from './test-library.ts';

const PATHS = {
  place: '/fapi/v1/order',
  order: '/fapi/v1/order',
  open: '/fapi/v1/openOrders',
  all: '/fapi/v1/allOrders',
  time: '/fapi/v1/time',
};
const BUY = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.001',
  price: '50000',
  newClientOrderId: 'mine-1',
} as const;

async function openExchange() {
  const exchange = await openScriptedExchange(PATHS, 'usdm');
  const hosts = { usdm: exchange.relay.origin };
  const { x } = openLibrary({ env: 'live', variables: CANARY_KEYS, hosts }, exchange.clock);
  const place = () => x.usdm.trade.placeOrder(BUY, { skipFilters: true });
  return { exchange, x, place };
}

describe('an order of the library', () => {
  it('whose answer is lost is found and returned, and was sent once', async () => {
    const { exchange, place } = await openExchange();
    exchange.write = { isExecuted: true, answer: 'cut-answer' };
    expect(await place()).toMatchObject({ clientOrderId: 'mine-1', orderId: 1n });
    expect(exchange.writes()).toHaveLength(1);
  });

  it('whose outcome stays unknown throws UnknownExecution, and is resolved by a look-up without being sent again', async () => {
    const { exchange, place } = await openExchange();
    exchange.write = { isExecuted: true, answer: 'cut-answer' };
    exchange.query = { status: 500, body: '{"code":-1000,"msg":"Down."}' };
    const error = await place().catch((thrown) => thrown as UnknownExecution);
    expect(error).toBeInstanceOf(UnknownExecution);
    const unknown = error as UnknownExecution;
    expect(unknown).toMatchObject({ execution: 'unknown', clientOrderId: 'mine-1', exitCode: 7 });
    expect(await unknown.resolve()).toMatchObject([{ state: 'UNKNOWN', clientOrderId: 'mine-1' }]);
    exchange.query = undefined;
    expect(await unknown.resolve()).toMatchObject([{ state: 'FOUND', clientOrderId: 'mine-1' }]);
    expect(exchange.writes()).toHaveLength(1);
  });

  it('is held back while an earlier one of its symbol is unresolved', async () => {
    const { exchange, x, place } = await openExchange();
    exchange.write = { isExecuted: false, answer: 'cut-answer' };
    exchange.query = { status: 500, body: '{"code":-1000,"msg":"Down."}' };
    await place().catch(() => undefined);
    const next = { ...BUY, newClientOrderId: 'mine-2' };
    const error = await x.usdm.trade.placeOrder(next, { skipFilters: true }).catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: 'refused', execution: 'not_executed' });
    expect(exchange.writes()).toHaveLength(1);
  });
});
