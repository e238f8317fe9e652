/** Market data of coin-margined futures (interface document, Coin-margined futures; records from public facts). */
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { optionalInteger } from '../call-values.ts';
import { futuresExchangeInfo } from './usdm-info.ts';
import { aggregateTrades, candleRows, dayTicker, depth } from './usdm-market.ts';
import { premiumRow } from './usdm-prices.ts';
import { contractOf, contractsOfPair, marketOf } from './values.ts';

/** The longest window of candles (public facts, COIN-M). */
const CANDLE_WINDOW_DAYS = 200;

/** The handlers by endpoint id. */
export const coinmMarketHandlers: Readonly<Record<string, Handler>> = {
  'coinm.time': (call) => `{"serverTime":${call.shownTime ?? call.now}}`,
  'coinm.exchange-info': futuresExchangeInfo,
  'coinm.premium-index': (call) => rowPerContract(call, premiumRow),
  'coinm.depth': depth,
  'coinm.klines': candles,
  'coinm.agg-trades': aggregateTrades,
  'coinm.ticker-24hr': (call) => rowPerContract(call, dayTicker),
};

/** The rows of a line that answers with an array also for one contract. */
function rowPerContract(call: SandboxCall, row: typeof dayTicker): string {
  const contracts = call.params.has('symbol')
    ? [contractOf(call)]
    : call.params.has('pair')
      ? contractsOfPair(call)
      : marketOf(call).tradingContracts(call.now);
  return `[${contracts.map((contract) => row(call, contract)).join(',')}]`;
}

/** Of a window with more candles than are asked for the newest are answered (public facts, COIN-M). */
function candles(call: SandboxCall): string {
  const from = optionalInteger(call, 'startTime');
  const to = optionalInteger(call, 'endTime');
  if (from !== undefined && to !== undefined && to - from > CANDLE_WINDOW_DAYS * 86_400_000) {
    throw new SandboxRefusal(400, -4088, `Maximum time interval is ${CANDLE_WINDOW_DAYS} days.`);
  }
  const newest = from === undefined || to === undefined ? undefined : { to, notBefore: from };
  return candleRows(call, contractOf(call), newest);
}
