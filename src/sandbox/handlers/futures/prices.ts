/**
 * Index, mark price, premium and funding (interface document, USD-margined futures; records from public
 * facts).
 */

import type { Interval } from '../../../catalogue/candle-intervals.ts';
import { type AssetIndex, assetIndexes } from '../../engine/futures/asset-index.ts';
import { type Contract, contractTypeAt } from '../../engine/futures/contracts.ts';
import { FUNDING_MS, INTEREST_RATE } from '../../engine/futures/market.ts';
import {
  indexCandles,
  markCandles,
  type PriceCandle,
  type PriceCandleQuery,
  premiumCandles,
} from '../../engine/futures/price-candles.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { contractOf, contractsOfPair, contractText, marketOf, rateText } from './values.ts';

/** The request handlers by endpoint id. */
export const usdmPriceHandlers: Readonly<Record<string, Handler>> = {
  'usdm.index-price-klines': (call) =>
    candleRows(indexCandles(marketOf(call), contractsOfPair(call)[0]!, priceQuery(call))),
  'usdm.mark-price-klines': (call) =>
    candleRows(markCandles(marketOf(call), contractOf(call), priceQuery(call))),
  'usdm.premium-index-klines': (call) =>
    candleRows(premiumCandles(marketOf(call), contractOf(call), priceQuery(call))),
  'usdm.premium-index': premiumIndex,
  'usdm.funding-rate': fundingRates,
  // The exchange lists only contracts with adjusted caps, floors or intervals, and the sandbox has none.
  'usdm.funding-info': () => '[]',
  'usdm.open-interest': openInterest,
  'usdm.constituents': (call) => constituents(call),
  'usdm.asset-index': assetIndex,
};

function priceQuery(call: SandboxCall): PriceCandleQuery {
  return {
    interval: call.params.get('interval') as Interval,
    from: optionalInteger(call, 'startTime'),
    to: optionalInteger(call, 'endTime'),
    limit: requiredInteger(call, 'limit'),
    now: call.now,
  };
}

function candleRows(candles: readonly PriceCandle[]): string {
  const row = ({ openTime, closeTime, open, high, low, close, points }: PriceCandle) =>
    `[${openTime},"${rateText(open)}","${rateText(high)}","${rateText(low)}","${rateText(close)}","0",` +
    `${closeTime},"0",${points},"0","0","0"]`;
  return `[${candles.map(row).join(',')}]`;
}

/** Returns the mark price, the index price and the estimated funding rate. */
export function premiumRow(call: SandboxCall, contract: Contract): string {
  const market = marketOf(call);
  const mark = rateText(market.markPrice(contract, call.now));
  const index = rateText(market.indexPrice(contract, call.now));
  const isPerpetual = contract.deliversAt === undefined;
  const pair = contract.isInverse ? `"pair":"${contract.pair}",` : '';
  const next = (Math.floor(call.now / FUNDING_MS) + 1) * FUNDING_MS;
  return (
    `{"symbol":"${contract.name}",${pair}"markPrice":"${mark}","indexPrice":"${index}",` +
    `"estimatedSettlePrice":"${index}",` +
    `"lastFundingRate":"${isPerpetual ? rateText(market.fundingRate(contract, call.now)) : ''}",` +
    `"interestRate":"${isPerpetual ? rateText(INTEREST_RATE) : ''}",` +
    `"nextFundingTime":${isPerpetual ? next : 0},"time":${call.now}}`
  );
}

function premiumIndex(call: SandboxCall): string {
  if (call.params.has('symbol')) return premiumRow(call, contractOf(call));
  return `[${marketOf(call)
    .tradingContracts(call.now)
    .map((contract) => premiumRow(call, contract))
    .join(',')}]`;
}

/**
 * Returns funding rates in ascending order of time; without a symbol those of all perpetual contracts (our
 * choice: by time, then in the order of listing).
 */
export function fundingRates(call: SandboxCall): string {
  const market = marketOf(call);
  const limit = requiredInteger(call, 'limit');
  const from = optionalInteger(call, 'startTime');
  const contracts = call.params.has('symbol')
    ? [contractOf(call)]
    : market.tradingContracts(call.now).filter(({ deliversAt }) => deliversAt === undefined);
  if (contracts.every(({ deliversAt }) => deliversAt !== undefined)) return '[]';
  const oldest = Math.min(...contracts.map((contract) => contract.market.listedAt + FUNDING_MS));
  const newest = Math.floor(Math.min(optionalInteger(call, 'endTime') ?? call.now, call.now) / FUNDING_MS);
  const first = Math.ceil(Math.max(from ?? 0, oldest) / FUNDING_MS);
  const times = Math.ceil(limit / contracts.length);
  const start = from === undefined ? Math.max(first, newest - times + 1) : first;
  const found: string[] = [];
  for (let number = start; number <= newest && found.length < limit; number += 1) {
    const time = number * FUNDING_MS;
    for (const contract of contracts) {
      if (contract.market.listedAt + FUNDING_MS > time || found.length >= limit) continue;
      const mark = rateText(market.markPrice(contract, time));
      const rate = rateText(market.fundingRate(contract, time));
      found.push(
        `{"symbol":"${contract.name}","fundingRate":"${rate}","fundingTime":${time},"markPrice":"${mark}"}`,
      );
    }
  }
  return `[${found.join(',')}]`;
}

/** Returns the open interest of a contract now. */
export function openInterest(call: SandboxCall): string {
  const contract = contractOf(call);
  const openInterest = contractText(contract).lots(marketOf(call).openInterest(contract, call.now));
  return JSON.stringify({
    openInterest,
    symbol: contract.name,
    ...(contract.isInverse ? { pair: contract.pair, contractType: contractTypeAt(contract, call.now) } : {}),
    time: call.now,
  });
}

/** Returns the constituents of an index, which is the exchange's own spot pair only. */
export function constituents(call: SandboxCall, contract = contractOf(call)): string {
  const price = rateText(marketOf(call).indexPrice(contract, call.now));
  return JSON.stringify({
    symbol: contract.pair,
    time: call.now,
    constituents: [{ exchange: 'sandbox', symbol: contract.index.name, price, weight: '1.00000000' }],
  });
}

function assetIndex(call: SandboxCall): string {
  const wanted = call.params.get('symbol');
  const records = assetIndexes(marketOf(call), call.now)
    .filter(({ symbol }) => wanted === undefined || wanted === symbol)
    .map((one) => assetRecord(one, call.now));
  if (wanted === undefined) return JSON.stringify(records);
  if (records.length === 0) throw new SandboxRefusal(400, -1121, 'Invalid symbol.');
  return JSON.stringify(records[0]);
}

function assetRecord({ symbol, ...rates }: AssetIndex, time: number) {
  const [index, buffer] = [rateText(rates.index), rateText(rates.buffer)];
  const [bid, ask] = [rateText(rates.bid), rateText(rates.ask)];
  return {
    symbol,
    time,
    index,
    bidBuffer: buffer,
    askBuffer: buffer,
    bidRate: bid,
    askRate: ask,
    autoExchangeBidBuffer: buffer,
    autoExchangeAskBuffer: buffer,
    autoExchangeBidRate: bid,
    autoExchangeAskRate: ask,
  };
}
