/**
 * Market data of futures: order books, trades, candles and tickers, with the orders and trades of users
 * (interface document, USD-margined futures and Coin-margined futures; records from public facts).
 */

import type { Interval } from '../../../catalogue/candle-intervals.ts';
import { DAY_MS } from '../../../core/time-units.ts';
import type { Contract } from '../../engine/futures/contracts.ts';
import { contractTypeAt } from '../../engine/futures/contracts.ts';
import { divideToNearest, fixedText } from '../../engine/futures/integer-math.ts';
import { averagePriceIn } from '../../engine/futures/market.ts';
import { valueAtTicks } from '../../engine/futures/valuation.ts';
import { baseOfSum, baseOfUnits } from '../../engine/market/base-volume.ts';
import { percentText, quoteOf, quoteValue } from '../../engine/market/number-text.ts';
import type { AggregateTrade } from '../../engine/market/time-span.ts';
import { type Trade, tradeIdsOf, tradeSpan } from '../../engine/market/trade-groups.ts';
import type { Summary } from '../../engine/market/trade-summary.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { requiredInteger } from '../request-values.ts';
import { aggregateTradeIdRange, tradeIdRange } from '../spot/trade-id-ranges.ts';
import { futuresExchangeInfo } from './exchange-info.ts';
import { usdmPriceHandlers } from './prices.ts';
import { usdmStatisticsHandlers } from './statistics.ts';
import { contractOf, contractsOfPair, contractText, marketOf, rateText, windowOf } from './values.ts';

/** The request handlers by endpoint id. */
export const usdmMarketHandlers: Readonly<Record<string, Handler>> = {
  'usdm.ping': () => '{}',
  'usdm.time': (call) => `{"serverTime":${call.shownTime ?? call.now}}`,
  'usdm.exchange-info': futuresExchangeInfo,
  'usdm.depth': depth,
  'usdm.trades': trades,
  'usdm.historical-trades': trades,
  'usdm.agg-trades': aggregateTrades,
  'usdm.klines': (call) => candleRows(call, contractOf(call)),
  'usdm.continuous-klines': continuousCandles,
  'usdm.ticker-24hr': (call) => rowPerContract(call, dayTicker),
  'usdm.ticker-price': (call) => rowPerContract(call, priceTicker),
  'usdm.ticker-book': (call) => rowPerContract(call, bookTicker),
  ...usdmPriceHandlers,
  ...usdmStatisticsHandlers,
};

/**
 * Returns one row for a requested symbol, otherwise an array of rows for the contracts of the pair or for all
 * that trade.
 */
export function rowPerContract(
  call: SandboxCall,
  row: (call: SandboxCall, contract: Contract) => string,
): string {
  if (call.params.has('symbol')) return row(call, contractOf(call));
  const contracts = call.params.has('pair')
    ? contractsOfPair(call)
    : marketOf(call).tradingContracts(call.now);
  return `[${contracts.map((contract) => row(call, contract)).join(',')}]`;
}

/** Returns the order book with the event time and transaction time of its last update. */
export function depth(call: SandboxCall): string {
  const contract = contractOf(call);
  const { price, lots } = contractText(contract);
  const book = marketOf(call).publicView.book(contract.market, requiredInteger(call, 'limit'), call.now);
  const side = (levels: typeof book.bids) =>
    levels.map((level) => `["${price(level.price)}","${lots(level.lots)}"]`).join(',');
  const names = contract.isInverse ? `"symbol":"${contract.name}","pair":"${contract.pair}",` : '';
  return (
    `{"lastUpdateId":${book.lastUpdateId},${names}"E":${call.now},"T":${call.now},` +
    `"bids":[${side(book.bids)}],"asks":[${side(book.asks)}]}`
  );
}

/** Returns trades by id; trades of COIN-M have quantities in contracts and in the base asset. */
export function trades(call: SandboxCall): string {
  const contract = contractOf(call);
  const text = contractText(contract);
  const market = marketOf(call).publicView;
  const [from, to] = tradeIdRange(call, market, contract.market);
  const row = (trade: Trade) =>
    `{"id":${trade.id},"price":"${text.price(trade.price)}","qty":"${text.lots(trade.lots)}",` +
    `${tradeValueField(contract, trade)},"time":${trade.time},"isBuyerMaker":${trade.isBuyerMaker}}`;
  return `[${market.trades(contract.market, from, to).map(row).join(',')}]`;
}

function tradeValueField(contract: Contract, { price, lots, base }: Trade): string {
  const terms = contract.market.contract?.inverse;
  if (terms !== undefined) {
    const value = base === undefined ? valueAtTicks(contract, price, lots) : baseOfUnits(terms, base);
    return `"baseQty":"${rateText(value)}"`;
  }
  const value = quoteValue(contract.market, quoteOf(contract.market, price, lots));
  return `"quoteQty":"${quoteText(contract, value)}"`;
}

/** Returns aggregate trades by id or by time. */
export function aggregateTrades(call: SandboxCall): string {
  const contract = contractOf(call);
  const text = contractText(contract);
  const market = marketOf(call).publicView;
  const [from, to] = aggregateTradeIdRange(call, market, contract.market);
  const row = (trade: AggregateTrade) => {
    const { firstId, lastId } = tradeIdsOf(trade);
    return (
      `{"a":${trade.id},"p":"${text.price(trade.price)}","q":"${text.lots(trade.lots)}","f":${firstId},` +
      `"l":${lastId},"T":${trade.time},"m":${trade.isBuyerMaker}}`
    );
  };
  return `[${market.aggregateTrades(contract.market, from, to).map(row).join(',')}]`;
}

/**
 * Returns candles of a contract: the oldest of a time window, or with `newest` the last ones that open at or
 * after a time.
 */
export function candleRows(
  call: SandboxCall,
  contract: Contract,
  window: { readonly from?: number; readonly to?: number; readonly notBefore?: number } = windowOf(call),
): string {
  const text = contractText(contract);
  const { notBefore = 0, ...within } = window;
  const rows = marketOf(call).publicView.candles({
    symbol: contract.market,
    interval: call.params.get('interval') as Interval,
    zoneMinutes: 0,
    limit: requiredInteger(call, 'limit'),
    now: call.now,
    ...within,
  });
  return `[${rows
    .filter(({ openTime }) => openTime >= notBefore)
    .map(({ openTime, closeTime, summary }) => {
      const bought = { ...summary, lots: summary.buyLots, quote: summary.buyQuote };
      return (
        `[${openTime},"${text.price(summary.open)}","${text.price(summary.high)}","${text.price(summary.low)}",` +
        `"${text.price(summary.close)}","${text.lots(summary.lots)}",${closeTime},"${valueText(contract, summary)}",` +
        `${tradeSpan(summary).count},"${text.lots(summary.buyLots)}","${valueText(contract, bought)}","0"]`
      );
    })
    .join(',')}]`;
}

/** Contract types that the interface document lists but no pair has: their candles are empty (our choice). */
const TYPES_WITHOUT_CONTRACTS: readonly string[] = ['CURRENT_MONTH', 'NEXT_MONTH'];

/**
 * Returns candles of the contract that currently has the requested type, not of its predecessors (our choice).
 */
function continuousCandles(call: SandboxCall): string {
  const type = call.params.get('contractType') ?? '';
  const contract = contractsOfPair(call).find((one) => contractTypeAt(one, call.now) === type);
  if (TYPES_WITHOUT_CONTRACTS.includes(type)) return '[]';
  if (contract === undefined) throw new SandboxRefusal(400, -4104, 'Invalid contract type.');
  return candleRows(call, contract);
}

/** What was traded: all or only what takers bought. */
type Traded = Pick<Summary, 'lots' | 'quote' | 'isInBase'>;

/** Returns the traded value: in the quote asset, of inverse contracts in the base asset. */
export function valueText(contract: Contract, traded: Traded): string {
  return contract.isInverse
    ? rateText(baseValue(contract, traded))
    : quoteText(contract, quoteValue(contract.market, traded.quote));
}

/**
 * Returns the volume of inverse contracts in the base asset in 10^-8: exact since market model 2, in model 1 that at the
 * average price, so that those of several rows may differ from that of their sum in the last digits.
 */
export function baseValue(contract: Contract, { lots, quote, isInBase }: Traded): bigint {
  return isInBase ? baseOfSum(quote) : baseAtAverage(contract, lots, quoteValue(contract.market, quote));
}

/** Returns the base asset in 10^-8 of inverse contracts that traded at a total of lots times ticks. */
export function baseAtAverage({ size, market }: Contract, lots: number, value: bigint): bigint {
  if (value === 0n) return 0n;
  const scale = 10n ** BigInt(8 + market.tickDecimals);
  return divideToNearest(BigInt(lots) * BigInt(lots) * BigInt(size) * scale, value);
}

function quoteText({ market }: Contract, value: bigint): string {
  return fixedText(value, market.tickDecimals + market.lotDecimals);
}

/** Returns the 24-hour ticker of a contract, ending at the request. */
export function dayTicker(call: SandboxCall, contract: Contract): string {
  const { publicView } = marketOf(call);
  const text = contractText(contract);
  const openTime = call.now - DAY_MS;
  const summary = publicView.summary(contract.market, openTime, call.now + 1);
  const { open, high, low, close, lots } = summary;
  const last = publicView.lastTrade(contract.market, call.now);
  const lastLots =
    last === undefined || last.time < openTime ? 0 : publicView.tradesOf(contract.market, last).at(-1)!.lots;
  const { firstId, lastId, count } = tradeSpan(summary);
  const pair = contract.isInverse ? `"pair":"${contract.pair}",` : '';
  const average = lots === 0 ? 0n : averagePriceIn(contract.market, summary);
  return (
    `{"symbol":"${contract.name}",${pair}"priceChange":"${text.price(close - open)}",` +
    `"priceChangePercent":"${percentText(close - open, open)}","weightedAvgPrice":"${rateText(average)}",` +
    `"lastPrice":"${text.price(close)}","lastQty":"${text.lots(lastLots)}","openPrice":"${text.price(open)}",` +
    `"highPrice":"${text.price(high)}","lowPrice":"${text.price(low)}","volume":"${text.lots(lots)}",` +
    `"${contract.isInverse ? 'baseVolume' : 'quoteVolume'}":"${valueText(contract, summary)}",` +
    `"openTime":${openTime},"closeTime":${call.now},"firstId":${firstId},"lastId":${lastId},"count":${count}}`
  );
}

/** Returns the latest price of a contract. */
export function priceTicker(call: SandboxCall, contract: Contract): string {
  const market = marketOf(call);
  const price = contractText(contract).price(market.publicView.lastPrice(contract.market, call.now));
  const time = market.publicView.lastTrade(contract.market, call.now)?.time ?? contract.market.listedAt;
  const pair = contract.isInverse ? `"ps":"${contract.pair}",` : '';
  return `{"symbol":"${contract.name}",${pair}"price":"${price}","time":${time}}`;
}

/** Returns the best bid and ask of a contract. */
export function bookTicker(call: SandboxCall, contract: Contract): string {
  const { price, lots } = contractText(contract);
  const { bids, asks, lastUpdateId } = marketOf(call).publicView.book(contract.market, 1, call.now);
  const [bid, ask] = [bids[0], asks[0]];
  const pair = contract.isInverse ? `"pair":"${contract.pair}",` : '';
  return (
    `{"symbol":"${contract.name}",${pair}"bidPrice":"${price(bid?.price ?? 0)}","bidQty":"${lots(bid?.lots ?? 0)}",` +
    `"askPrice":"${price(ask?.price ?? 0)}","askQty":"${lots(ask?.lots ?? 0)}","time":${call.now},` +
    `"lastUpdateId":${lastUpdateId}}`
  );
}
