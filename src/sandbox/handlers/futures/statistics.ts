/**
 * Open interest, long/short ratios, taker volume and basis by period, for 30 days (interface document,
 * USD-margined futures).
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time-units.ts';
import { type Contract, contractTypeAt } from '../../engine/futures/contracts.ts';
import { divideToNearest, fixedText } from '../../engine/futures/integer-math.ts';
import { type FuturesMarket, priceOf } from '../../engine/futures/market.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { contractOf, contractsOfPair, contractText, marketOf, rateText } from './values.ts';

const RETENTION_MS = 30 * DAY_MS;
const PERIOD_UNITS: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
};

/** The scale of shares and ratios, which have four decimals. */
const SHARE = 10_000n;

/** The request handlers by endpoint id. */
export const usdmStatisticsHandlers: Readonly<Record<string, Handler>> = {
  'usdm.open-interest-history': openInterestHistory,
  'usdm.long-short.top-accounts': (call) => ratios(call, 'top accounts'),
  'usdm.long-short.top-positions': (call) => ratios(call, 'top positions'),
  'usdm.long-short.accounts': (call) => ratios(call, 'accounts'),
  'usdm.taker-volume': takerVolume,
  'usdm.basis': basis,
};

/** Returns the requested period in ms. */
export function periodOf({ params }: SandboxCall): number {
  const period = params.get('period') ?? '';
  return Number(period.slice(0, -1)) * PERIOD_UNITS[period.slice(-1)]!;
}

/**
 * Returns the end times of the requested periods: from a start time on the oldest, or without a start time
 * the newest.
 */
function timesOf(call: SandboxCall, contract: Contract): readonly number[] {
  const period = periodOf(call);
  const limit = requiredInteger(call, 'limit');
  const end = Math.min(optionalInteger(call, 'endTime') ?? call.now, call.now);
  const newest = Math.floor(end / period);
  const start = optionalInteger(call, 'startTime');
  const earliest = Math.max(call.now - RETENTION_MS, contract.market.listedAt + period);
  const oldest = Math.ceil(Math.max(start ?? 0, earliest) / period);
  const first = start === undefined ? Math.max(oldest, newest - limit + 1) : oldest;
  const count = Math.max(0, Math.min(limit, newest - first + 1));
  return Array.from({ length: count }, (_, index) => (first + index) * period);
}

/** Returns one row for each requested period. */
export function rowsOf(call: SandboxCall, contract: Contract, row: (at: number) => string): string {
  return `[${timesOf(call, contract).map(row).join(',')}]`;
}

function openInterestHistory(call: SandboxCall): string {
  const market = marketOf(call);
  const contract = contractOf(call);
  const { lotDecimals } = contract.market;
  return rowsOf(call, contract, (at) => {
    const lots = market.openInterest(contract, at);
    const mark = market.markPrice(contract, at);
    const value = fixedText(BigInt(lots) * mark, 8 + lotDecimals);
    return (
      `{"symbol":"${contract.name}","sumOpenInterest":"${contractText(contract).lots(lots)}",` +
      `"sumOpenInterestValue":"${value}","timestamp":${at}}`
    );
  });
}

function ratios(call: SandboxCall, kind: string): string {
  const market = marketOf(call);
  const contract = contractOf(call);
  return rowsOf(call, contract, (at) => {
    const { ratio, long, short } = sharesAt(market, contract, kind, at);
    return (
      `{"symbol":"${contract.name}","longShortRatio":"${ratio}","longAccount":"${long}",` +
      `"shortAccount":"${short}","timestamp":${at}}`
    );
  });
}

/** Returns the shares of long and short traders of a kind at a time, and their ratio. */
export function sharesAt(market: FuturesMarket, contract: Contract, kind: string, at: number) {
  const long = BigInt(Math.round(5500 + 1500 * market.slowNoise(contract, kind, at)));
  const short = SHARE - long;
  const ratio = fixedText(divideToNearest(long * SHARE, short), 4);
  return { ratio, long: fixedText(long, 4), short: fixedText(short, 4) };
}

function takerVolume(call: SandboxCall): string {
  const contract = contractOf(call);
  const { lots: text } = contractText(contract);
  const period = periodOf(call);
  return rowsOf(call, contract, (at) => {
    const { lots, buyLots } = marketOf(call).publicView.summary(contract.market, at - period, at);
    const sold = lots - buyLots;
    const ratio = sold === 0 ? 0n : divideToNearest(BigInt(buyLots) * SHARE, BigInt(sold));
    return (
      `{"buySellRatio":"${fixedText(ratio, 4)}","buyVol":"${text(buyLots)}","sellVol":"${text(sold)}",` +
      `"timestamp":${at}}`
    );
  });
}

/** Returns the difference of futures and index price by period. */
export function basis(call: SandboxCall): string {
  const market = marketOf(call);
  const type = call.params.get('contractType');
  const contract = contractsOfPair(call).find((one) => contractTypeAt(one, call.now) === type);
  if (contract === undefined) throw new SandboxRefusal(400, -4104, 'Invalid contract type.');
  return rowsOf(call, contract, (at) => {
    const price = priceOf(contract.market, market.lastTicks(contract, at));
    const index = market.indexPrice(contract, at);
    const rate = divideToNearest((price - index) * SHARE, index);
    return JSON.stringify({
      indexPrice: rateText(index),
      contractType: type,
      basisRate: fixedText(rate, 4),
      futuresPrice: rateText(price),
      annualizedBasisRate: annualText(contract, rate, at),
      basis: rateText(price - index),
      pair: contract.pair,
      timestamp: at,
    });
  });
}

function annualText({ deliversAt }: Contract, rate: bigint, at: number): string {
  if (deliversAt === undefined) return '';
  const days = BigInt(Math.max(1, Math.ceil((deliversAt - at) / DAY_MS)));
  return fixedText(divideToNearest(rate * 365n, days), 4);
}
