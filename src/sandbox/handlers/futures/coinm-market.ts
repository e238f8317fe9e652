/**
 * Market data of coin-margined futures (interface document, Coin-margined futures; records from public
 * facts).
 */
import { DAY_MS } from '../../../core/time-units.ts';
import type { Contract } from '../../engine/futures/contracts.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { optionalInteger } from '../request-values.ts';
import { coinmStatisticsHandlers } from './coinm-statistics.ts';
import { futuresExchangeInfo } from './exchange-info.ts';
import { aggregateTrades, bookTicker, candleRows, dayTicker, depth, priceTicker, trades } from './market.ts';
import { constituents, fundingRates, openInterest, premiumRow } from './prices.ts';
import { contractOf, contractsOfPair, marketOf } from './values.ts';

/** The longest time window of a candle request in days (public facts, COIN-M). */
const CANDLE_WINDOW_DAYS = 200;

/** The request handlers by endpoint id. */
export const coinmMarketHandlers: Readonly<Record<string, Handler>> = {
  'coinm.time': (call) => `{"serverTime":${call.shownTime ?? call.now}}`,
  'coinm.exchange-info': futuresExchangeInfo,
  'coinm.premium-index': (call) => rowPerContract(call, premiumRow),
  'coinm.depth': depth,
  'coinm.klines': candles,
  'coinm.agg-trades': aggregateTrades,
  'coinm.ticker-24hr': (call) => rowPerContract(call, dayTicker),
  'coinm.ping': () => '{}',
  'coinm.trades': trades,
  'coinm.historical-trades': trades,
  'coinm.funding-rate': fundingRates,
  // The exchange lists only contracts with adjusted caps, floors or intervals, and the sandbox has none.
  'coinm.funding-info': () => '[]',
  'coinm.ticker-price': (call) => rowPerContract(call, priceTicker),
  'coinm.ticker-book': (call) => rowPerContract(call, bookTicker),
  'coinm.open-interest': openInterest,
  'coinm.constituents': (call) => constituents(call, contractOfPair(call)),
  ...coinmStatisticsHandlers,
};

/**
 * Returns the first contract of the pair whose name the request sends as symbol; throws -1121 for an unknown
 * pair.
 */
function contractOfPair(call: SandboxCall): Contract {
  const pair = call.params.get('symbol');
  const contract = marketOf(call)
    .tradingContracts(call.now)
    .find((one) => one.pair === pair);
  if (contract === undefined) throw new SandboxRefusal(400, -1121, 'Invalid symbol.');
  return contract;
}

/** Returns a row for each requested contract; COIN-M answers with an array even for a single contract. */
function rowPerContract(call: SandboxCall, row: typeof dayTicker): string {
  const contracts = call.params.has('symbol')
    ? [contractOf(call)]
    : call.params.has('pair')
      ? contractsOfPair(call)
      : marketOf(call).tradingContracts(call.now);
  return `[${contracts.map((contract) => row(call, contract)).join(',')}]`;
}

/** Returns candles; if the window has more candles than the limit, the newest (public facts, COIN-M). */
function candles(call: SandboxCall): string {
  const from = optionalInteger(call, 'startTime');
  const to = optionalInteger(call, 'endTime');
  if (from !== undefined && to !== undefined && to - from > CANDLE_WINDOW_DAYS * DAY_MS) {
    throw new SandboxRefusal(400, -4088, `Maximum time interval is ${CANDLE_WINDOW_DAYS} days.`);
  }
  const newest = from === undefined || to === undefined ? undefined : { to, notBefore: from };
  return candleRows(call, contractOf(call), newest);
}
