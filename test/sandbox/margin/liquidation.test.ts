import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { overdrawnAccounts, unbalancedAssets } from '../ledger-checks.ts';
import { requestJson } from '../signed-calls.ts';
import { lentAndOwed, type MarginSetup, ORDER, setUpMargin } from './setup.ts';

const DAYS = 40;
const FORCED_FIELDS = [
  'avgPrice',
  'executedQty',
  'orderId',
  'price',
  'qty',
  'side',
  'symbol',
  'timeInForce',
  'isIsolated',
  'updatedTime',
];

/**
 * Sells BTC short with the maximum loan; with this seed the market rises enough within 40 days to liquidate
 * it.
 */
function setUpShortPosition(): MarginSetup & {
  readonly events: { e: string; E: number; l?: string; s?: string }[];
} {
  const setup = setUpMargin({ seed: 42 });
  const events: { e: string; E: number }[] = [];
  setup.exchange.userEvents.subscribe(({ scope, payload }) => {
    if (scope === 'margin') events.push(JSON.parse(payload()));
  });
  setup.account();
  const { price } = requestJson(setup.exchange, 'GET', '/sapi/v1/margin/priceIndex', { symbol: 'ETHUSDT' });
  const { assets } = setup.engine.values.accountValue(setup.engine.accounts.all()[0]!, setup.clock.now());
  const quantity = ((Number(assets / 10n ** 8n) * 1.9) / Number(price)).toFixed(2);
  setup.post('/sapi/v1/margin/loan', { asset: 'ETH', amount: quantity });
  for (let part = 0; part < 4; part += 1) {
    setup.post(ORDER, {
      symbol: 'ETHUSDT',
      side: 'SELL',
      type: 'MARKET',
      quantity: (Number(quantity) / 4).toFixed(2),
    });
    setup.clock.move(1000);
  }
  return { ...setup, events };
}

describe('a margin account whose level falls', () => {
  it('gets a margin call and is then liquidated at the same minutes, however often it is queried', () => {
    const runs = [1, DAYS * 3].map((queries) => {
      const setup = setUpShortPosition();
      for (let query = 0; query < queries; query += 1) {
        setup.clock.move((DAYS * DAY_MS) / queries);
        setup.account();
      }
      const changes = setup.events.filter(({ e }) => e === 'MARGIN_LEVEL_STATUS_CHANGE');
      expect([
        lentAndOwed(setup),
        unbalancedAssets(setup.exchange),
        overdrawnAccounts(setup.exchange),
      ]).toEqual([[], [], []]);
      return { setup, changes };
    });
    const [once, often] = runs;
    expect(often!.changes).toEqual(once!.changes);
    expect(often!.setup.account()).toEqual(once!.setup.account());
    const states = once!.changes.map(({ s }) => s);
    expect([states[0], states.at(-1)]).toEqual(['MARGIN_CALL', 'FORCE_LIQUIDATION']);
    for (const { E, l, s } of once!.changes) {
      expect(E % 60_000).toBe(0);
      if (s === 'MARGIN_CALL') expect(Number(l)).toBeGreaterThan(1.1);
      if (s === 'FORCE_LIQUIDATION') expect(Number(l)).toBeLessThanOrEqual(1.1);
    }
    const { marginLevel, userAssets } = once!.setup.account();
    expect(marginLevel).toBe('999.00000000');
    expect(userAssets.filter(({ borrowed, interest }) => Number(borrowed) + Number(interest) > 0)).toEqual(
      [],
    );
    const forced = requestJson(once!.setup.exchange, 'GET', '/sapi/v1/margin/allOrders', {
      symbol: 'ETHUSDT',
    }).at(-1);
    expect(forced).toMatchObject({ side: 'BUY', type: 'MARKET', status: 'FILLED' });
    expect(forced.clientOrderId).toMatch(/^autoclose-ETHUSDT-/);
    const { rows, total } = requestJson(once!.setup.exchange, 'GET', '/sapi/v1/margin/forceLiquidationRec');
    expect([total, Object.keys(rows[0])]).toEqual([2, FORCED_FIELDS]);
    expect(rows).toMatchObject([
      {
        symbol: 'ETHUSDT',
        side: 'BUY',
        orderId: forced.orderId,
        executedQty: forced.executedQty,
        isIsolated: false,
      },
      { symbol: 'BTCUSDT', side: 'SELL', qty: '1.00000000' },
    ]);
    expect(Number(rows[0].avgPrice)).toBeCloseTo(forced.cummulativeQuoteQty / forced.executedQty, 4);
    const charged = requestJson(once!.setup.exchange, 'GET', '/sapi/v1/margin/interestHistory', {
      size: 1,
      startTime: 0,
    });
    expect(charged.rows).toMatchObject([{ asset: 'ETH', type: 'PERIODIC', interestRate: '0.00006000' }]);
    expect(charged.total).toBeGreaterThan(24);
  });
});
