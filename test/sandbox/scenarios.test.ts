/** Every scenario runs under every market model: orders fill, contracts follow their index, candles add up. */
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/core/time-units.ts';
import { scenarioMarket } from '../../src/sandbox/engine/market/scenario.ts';
import { SCENARIOS, type ScenarioName } from '../../src/sandbox/engine/market/scenario-kinds.ts';
import { MARKET_MODELS } from '../../src/sandbox/engine/market/symbol-model.ts';
import { setUpFutures } from './futures-setup.ts';
import { overdrawnAccounts, unbalancedAssets } from './ledger-checks.ts';
import { requestJson, requestPublicJson } from './signed-calls.ts';

const NAMES = Object.keys(SCENARIOS) as ScenarioName[];

/** Each product with its routes, a symbol and a quantity. */
const PRODUCTS = [
  { base: '/api/v3', symbol: 'BTCUSDT', quantity: '0.01' },
  { base: '/fapi/v1', symbol: 'BTCUSDT', quantity: '0.01' },
  { base: '/dapi/v1', symbol: 'BTCUSD_PERP', quantity: '5' },
] as const;

/** The places of volumes in a candle. */
const VOLUMES = [5, 7, 9, 10];

type Candle = readonly string[];

const volumeOf = (candles: readonly Candle[], place: number) =>
  candles.reduce((sum, candle) => sum + BigInt(candle[place]!.replace('.', '')), 0n);

describe.each(MARKET_MODELS)('under market model %i', (marketModel) => {
  it.each(NAMES)('the scenario %s runs for a quarter of an hour', (name) => {
    const { exchange, pass } = setUpFutures(undefined, 1, {
      marketModel,
      transformMarket: (market, now) => scenarioMarket(market, name, now),
    });
    for (let step = 0; step < 3; step += 1) {
      for (const { base, symbol, quantity } of PRODUCTS) {
        const order = { symbol, type: 'MARKET', quantity, newOrderRespType: 'RESULT' };
        const { status } = requestJson(exchange, 'POST', `${base}/order`, {
          ...order,
          side: step % 2 === 0 ? 'BUY' : 'SELL',
        });
        expect(status).toBe('FILLED');
      }
      pass(5 * MINUTE_MS);
      for (const [base, symbol] of [
        ['/fapi/v1', 'BTCUSDT'],
        ['/dapi/v1', 'BTCUSD_PERP'],
      ] as const) {
        const [row] = [requestPublicJson(exchange, `${base}/premiumIndex?symbol=${symbol}`)].flat();
        const [last] = [requestPublicJson(exchange, `${base}/ticker/price?symbol=${symbol}`)].flat();
        expect(Math.abs(last.price / row.markPrice - 1)).toBeLessThan(0.01);
      }
    }
    for (const { base, symbol } of PRODUCTS) {
      const candles = (interval: string, rest: string): readonly Candle[] =>
        requestPublicJson(exchange, `${base}/klines?symbol=${symbol}&interval=${interval}&${rest}`);
      const [hour] = candles('1h', 'limit=1');
      const minutes = candles('1m', `startTime=${hour![0]}&limit=60`);
      // In model 1 volumes of COIN-M in the base asset are those at the average price of each candle.
      const exact = base === '/dapi/v1' && marketModel === 1 ? [5, 9] : VOLUMES;
      for (const place of exact) expect(volumeOf(minutes, place)).toBe(volumeOf([hour!], place));
    }
    expect(unbalancedAssets(exchange)).toEqual([]);
    expect(overdrawnAccounts(exchange)).toEqual([]);
  });
});
