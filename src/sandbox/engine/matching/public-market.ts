/**
 * The public market: the simulated market together with the trades, resting orders and fills of users. Users
 * do not move the simulated market itself.
 */
import type { UnixMs } from '../../../core/words.ts';
import { baseAt } from '../market/base-volume.ts';
import type { Candle, CandleQuery, Market } from '../market/market.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { AggregateTrade } from '../market/time-span.ts';
import { type Trade, tradeIdsOf, tradeSpan } from '../market/trade-groups.ts';
import { addBase, addQuote, priceRangeOf, type Summary } from '../market/trade-summary.ts';
import { mergeUserBook, type UserBook } from './public-book.ts';
import type { TapePosition, TradeTable, UserTrade, UserTrades } from './trade-tape.ts';

/** The trades and orders of users on one symbol. */
export interface UserActivity {
  readonly tape: UserTrades;
  readonly book: UserBook;
}

/**
 * Returns the market with the activity of users added; `activityOf` returns undefined for a symbol without
 * any.
 */
export function createPublicMarket(
  market: Market,
  activityOf: (symbol: MarketSymbol) => UserActivity | undefined,
): Market {
  const tapeOf = (symbol: MarketSymbol): UserTrades | undefined => {
    const tape = activityOf(symbol)?.tape;
    return tape === undefined || tape.trades.length === 0 ? undefined : tape;
  };
  const publicView: Market = {
    ...market,
    candles(query) {
      const tape = tapeOf(query.symbol);
      const candles = market.candles(query);
      return tape === undefined ? candles : mergeCandles(publicView, tape, candles, query);
    },
    summary(symbol, from, to) {
      const tape = tapeOf(symbol);
      const summary = market.summary(symbol, from, to);
      if (tape === undefined) return summary;
      return mergeSummary(symbol, tape, summary, { from, to }, () => priceBefore(publicView, symbol, from));
    },
    priceRange: (symbol, from, to) => priceRangeOf(publicView.summary(symbol, from, to)),
    lastTrade(symbol, at) {
      const tape = tapeOf(symbol);
      const own = market.lastTrade(symbol, at);
      return tape === undefined ? own : laterTrade(tape, own, at);
    },
    lastPrice(symbol, at) {
      if (tapeOf(symbol) === undefined) return market.lastPrice(symbol, at);
      return publicView.lastTrade(symbol, at)?.price ?? market.lastPrice(symbol, at);
    },
    aggregateTrades(symbol, from, to) {
      const tape = tapeOf(symbol);
      if (tape === undefined) return market.aggregateTrades(symbol, from, to);
      return mergeRows(tape.aggregates, from, to, (first, end) =>
        market.aggregateTrades(symbol, first, end).map((own) => renumberAggregate(tape, own)),
      );
    },
    trades(symbol, from, to) {
      const tape = tapeOf(symbol);
      if (tape === undefined) return market.trades(symbol, from, to);
      return mergeRows<Trade>(tape.trades, from, to, (first, end) =>
        market
          .trades(symbol, first, end)
          .map((own) => ({ ...own, id: own.id + userTradesBefore(tape, own.id) })),
      );
    },
    tradesOf(symbol, aggregate) {
      const { firstId, lastId } = tradeIdsOf(aggregate);
      return publicView.trades(symbol, firstId, lastId + 1);
    },
    book(symbol, levels, at) {
      const trading = activityOf(symbol);
      if (trading === undefined) return market.book(symbol, levels, at);
      return mergeUserBook(trading.book, levels, at, (requested) => market.book(symbol, requested, at));
    },
  };
  return publicView;
}

/** Returns the number of trades that the simulated market made up to and including a time. */
export function marketPositionAt(market: Market, symbol: MarketSymbol, time: number): TapePosition {
  const last = market.lastTrade(symbol, time as UnixMs);
  if (last === undefined) return { aggregates: 0, trades: 0 };
  return { aggregates: last.id + 1, trades: tradeIdsOf(last).lastId + 1 };
}

function priceBefore(publicView: Market, symbol: MarketSymbol, from: number): number {
  return publicView.lastPrice(symbol, (from - 1) as UnixMs);
}

function mergeCandles(
  publicView: Market,
  tape: UserTrades,
  candles: readonly Candle[],
  { symbol, now }: CandleQuery,
): readonly Candle[] {
  let close: number | undefined;
  return candles.map((candle) => {
    const window = { from: candle.openTime, to: Math.min(candle.closeTime, now) + 1 };
    const before = () => close ?? priceBefore(publicView, symbol, candle.openTime);
    const summary = mergeSummary(symbol, tape, candle.summary, window, before);
    close = summary.close;
    return { ...candle, summary };
  });
}

/** Adds the trades of users within a time window to the simulated market's summary of that window. */
function mergeSummary(
  symbol: MarketSymbol,
  tape: UserTrades,
  own: Summary,
  { from, to }: { readonly from: number; readonly to: number },
  priceBefore: () => number,
): Summary {
  const [first, end] = [tape.trades.indexFrom('time', from), tape.trades.indexFrom('time', to)];
  const firstAggregate = tape.aggregates.indexFrom('time', from);
  const userRows = tape.aggregates.indexFrom('time', to) - firstAggregate;
  if (own.count === 0 && userRows === 0) {
    const price = priceBefore();
    return { ...own, open: price, high: price, low: price, close: price };
  }
  const span = tradeSpan(own);
  const ids: number[] = [];
  const tradeIds: number[] = [];
  if (own.count > 0) {
    ids.push(own.firstId + userAggregatesBefore(tape, own.firstId));
    tradeIds.push(span.firstId + userTradesBefore(tape, span.firstId));
  }
  if (userRows > 0) {
    ids.push(tape.aggregates.at(firstAggregate)!.id);
    tradeIds.push(tape.trades.at(first)!.id);
  }
  const firstId = Math.min(...tradeIds);
  const count = span.count + end - first;
  return {
    ...(userRows === 0 ? own : addUserTrades(symbol, own, tape, first, end)),
    firstId: Math.min(...ids),
    count: own.count + userRows,
    span: { firstId, lastId: firstId + count - 1 },
  };
}

/**
 * Returns prices and volumes of the simulated market's trades together with the trades of users at the
 * indexes from `first` to `end` (exclusive).
 */
function addUserTrades(
  symbol: MarketSymbol,
  own: Summary,
  tape: UserTrades,
  first: number,
  end: number,
): Summary {
  const [opening, closing] = [tape.trades.at(first)!, tape.trades.at(end - 1)!];
  const hasOwn = own.count > 0;
  const isFirst = !hasOwn || opening.marketCount <= tradeSpan(own).firstId;
  const isLast = !hasOwn || closing.marketCount > tradeSpan(own).lastId;
  let { lots, buyLots } = own;
  const quote = { ...own.quote };
  const buyQuote = { ...own.buyQuote };
  let high = hasOwn ? own.high : opening.price;
  let low = hasOwn ? own.low : opening.price;
  for (let place = first; place < end; place += 1) {
    const trade = tape.trades.at(place)!;
    high = Math.max(high, trade.price);
    low = Math.min(low, trade.price);
    lots += trade.lots;
    addTraded(symbol, own, quote, trade);
    if (trade.isBuyerMaker) continue;
    buyLots += trade.lots;
    addTraded(symbol, own, buyQuote, trade);
  }
  const open = isFirst ? opening.price : own.open;
  const close = isLast ? closing.price : own.close;
  return { ...own, open, high, low, close, lots, quote, buyLots, buyQuote };
}

/** Adds what a user trade was worth to a sum that is in the base or in the quote asset. */
function addTraded(
  symbol: MarketSymbol,
  { isInBase }: Summary,
  sum: { whole: number; part: number },
  { price, lots }: UserTrade,
): void {
  if (isInBase) addBase(sum, baseAt(symbol.contract!.inverse!, symbol.tickDecimals, price, lots));
  else addQuote(sum, 10 ** (symbol.tickDecimals + symbol.lotDecimals), price, lots, 0);
}

/** Returns the later of the simulated market's last trade and the last trade of users. */
function laterTrade(
  tape: UserTrades,
  own: AggregateTrade | undefined,
  at: number,
): AggregateTrade | undefined {
  const userRows = tape.aggregates.at(tape.aggregates.indexFrom('time', at + 1) - 1);
  if (own === undefined) return userRows;
  return userRows !== undefined && userRows.marketCount > own.id ? userRows : renumberAggregate(tape, own);
}

/** Returns a trade of the simulated market with the ids that it has among the public trades. */
function renumberAggregate(tape: UserTrades, own: AggregateTrade): AggregateTrade {
  const { firstId, lastId } = tradeIdsOf(own);
  const shift = userTradesBefore(tape, firstId);
  return {
    ...own,
    id: own.id + userAggregatesBefore(tape, own.id),
    span: { firstId: firstId + shift, lastId: lastId + shift },
  };
}

/** Merges the rows of users and of the market whose ids lie from `from` (inclusive) to `to` (exclusive). */
function mergeRows<R extends { readonly id: number }>(
  userRows: TradeTable<R>,
  from: number,
  to: number,
  own: (first: number, end: number) => readonly R[],
): readonly R[] {
  if (from >= to) return [];
  const [first, end] = [userRows.indexFrom('id', from), userRows.indexFrom('id', to)];
  const rows = own(from - first, to - end);
  return end === first ? rows : [...rows, ...userRows.slice(first, end)].sort((a, b) => a.id - b.id);
}

/** Returns the number of user trades that came before a market trade of the given id. */
function userTradesBefore(tape: UserTrades, ownId: number): number {
  return tape.trades.indexFrom('marketCount', ownId + 1);
}

function userAggregatesBefore(tape: UserTrades, ownId: number): number {
  return tape.aggregates.indexFrom('marketCount', ownId + 1);
}
