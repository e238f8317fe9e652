/**
 * The market as everybody sees it: the procedural one, with what users traded laid over its trades and what they
 * have on the book, or have taken off it, in its book. The procedural market itself is not moved by anybody.
 */
import type { UnixMs } from '../../../core/words.ts';
import type { Candle, CandleQuery, Market } from '../market/market.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { AggregateTrade } from '../market/time-span.ts';
import { type Trade, tradeIdsOf, tradeSpan } from '../market/trade-groups.ts';
import { addQuote, type Summary } from '../market/trade-summary.ts';
import { layOverBook, type UserBook } from './public-book.ts';
import type { LaidRows, Position, Tape } from './trade-tape.ts';

/** What users did on one symbol. */
export interface UserTrading {
  readonly tape: Tape;
  readonly book: UserBook;
}

/** Returns the market with the trading of users over it; `of` returns undefined for a symbol they never came to. */
export function publicMarket(market: Market, of: (symbol: MarketSymbol) => UserTrading | undefined): Market {
  const tapeOf = (symbol: MarketSymbol): Tape | undefined => {
    const tape = of(symbol)?.tape;
    return tape === undefined || tape.trades.length === 0 ? undefined : tape;
  };
  const shown: Market = {
    ...market,
    candles(query) {
      const tape = tapeOf(query.symbol);
      const candles = market.candles(query);
      return tape === undefined ? candles : candlesWith(shown, tape, candles, query);
    },
    summary(symbol, from, to) {
      const tape = tapeOf(symbol);
      const summary = market.summary(symbol, from, to);
      if (tape === undefined) return summary;
      return summaryWith(symbol, tape, summary, { from, to }, () => priceBefore(shown, symbol, from));
    },
    lastTrade(symbol, at) {
      const tape = tapeOf(symbol);
      const own = market.lastTrade(symbol, at);
      return tape === undefined ? own : lastWith(tape, own, at);
    },
    lastPrice(symbol, at) {
      if (tapeOf(symbol) === undefined) return market.lastPrice(symbol, at);
      return shown.lastTrade(symbol, at)?.price ?? market.lastPrice(symbol, at);
    },
    aggregateTrades(symbol, from, to) {
      const tape = tapeOf(symbol);
      if (tape === undefined) return market.aggregateTrades(symbol, from, to);
      return rowsWith(tape.aggregates, from, to, (first, end) =>
        market.aggregateTrades(symbol, first, end).map((own) => moved(tape, own)),
      );
    },
    trades(symbol, from, to) {
      const tape = tapeOf(symbol);
      if (tape === undefined) return market.trades(symbol, from, to);
      return rowsWith<Trade>(tape.trades, from, to, (first, end) =>
        market.trades(symbol, first, end).map((own) => ({ ...own, id: own.id + laidBefore(tape, own.id) })),
      );
    },
    tradesOf(symbol, aggregate) {
      const { firstId, lastId } = tradeIdsOf(aggregate);
      return shown.trades(symbol, firstId, lastId + 1);
    },
    book(symbol, levels, at) {
      const trading = of(symbol);
      if (trading === undefined) return market.book(symbol, levels, at);
      return layOverBook(trading.book, levels, at, (wanted) => market.book(symbol, wanted, at));
    },
  };
  return shown;
}

/** Returns how much the market itself has traded at or before a moment. */
export function positionAt(market: Market, symbol: MarketSymbol, time: number): Position {
  const last = market.lastTrade(symbol, time as UnixMs);
  if (last === undefined) return { aggregates: 0, trades: 0 };
  return { aggregates: last.id + 1, trades: tradeIdsOf(last).lastId + 1 };
}

function priceBefore(shown: Market, symbol: MarketSymbol, from: number): number {
  return shown.lastPrice(symbol, (from - 1) as UnixMs);
}

function candlesWith(
  shown: Market,
  tape: Tape,
  candles: readonly Candle[],
  { symbol, now }: CandleQuery,
): readonly Candle[] {
  let close: number | undefined;
  return candles.map((candle) => {
    const window = { from: candle.openTime, to: Math.min(candle.closeTime, now) + 1 };
    const before = () => close ?? priceBefore(shown, symbol, candle.openTime);
    const summary = summaryWith(symbol, tape, candle.summary, window, before);
    close = summary.close;
    return { ...candle, summary };
  });
}

/** Adds the trades of users within a window to what the market itself traded in it. */
function summaryWith(
  symbol: MarketSymbol,
  tape: Tape,
  own: Summary,
  { from, to }: { readonly from: number; readonly to: number },
  priceBeforeIt: () => number,
): Summary {
  const [first, end] = [tape.trades.placeFrom('time', from), tape.trades.placeFrom('time', to)];
  const firstAggregate = tape.aggregates.placeFrom('time', from);
  const laid = tape.aggregates.placeFrom('time', to) - firstAggregate;
  if (own.count === 0 && laid === 0) {
    const price = priceBeforeIt();
    return { ...own, open: price, high: price, low: price, close: price };
  }
  const span = tradeSpan(own);
  const ids: number[] = [];
  const tradeIds: number[] = [];
  if (own.count > 0) {
    ids.push(own.firstId + aggregatesBefore(tape, own.firstId));
    tradeIds.push(span.firstId + laidBefore(tape, span.firstId));
  }
  if (laid > 0) {
    ids.push(tape.aggregates.at(firstAggregate)!.id);
    tradeIds.push(tape.trades.at(first)!.id);
  }
  const firstId = Math.min(...tradeIds);
  const count = span.count + end - first;
  return {
    ...(laid === 0 ? own : sumWith(symbol, own, tape, first, end)),
    firstId: Math.min(...ids),
    count: own.count + laid,
    span: { firstId, lastId: firstId + count - 1 },
  };
}

/** Returns prices and sums of the market's own trades and those of users from `first` to `end`, exclusive. */
function sumWith(
  { tickDecimals, lotDecimals }: MarketSymbol,
  own: Summary,
  tape: Tape,
  first: number,
  end: number,
): Summary {
  const parts = 10 ** (tickDecimals + lotDecimals);
  const [opening, closing] = [tape.trades.at(first)!, tape.trades.at(end - 1)!];
  const hasOwn = own.count > 0;
  const isFirst = !hasOwn || opening.position <= tradeSpan(own).firstId;
  const isLast = !hasOwn || closing.position > tradeSpan(own).lastId;
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
    addQuote(quote, parts, trade.price, trade.lots, 0);
    if (trade.isBuyerMaker) continue;
    buyLots += trade.lots;
    addQuote(buyQuote, parts, trade.price, trade.lots, 0);
  }
  const open = isFirst ? opening.price : own.open;
  const close = isLast ? closing.price : own.close;
  return { ...own, open, high, low, close, lots, quote, buyLots, buyQuote };
}

/** Returns the later of the market's own last trade and that of users. */
function lastWith(tape: Tape, own: AggregateTrade | undefined, at: number): AggregateTrade | undefined {
  const laid = tape.aggregates.at(tape.aggregates.placeFrom('time', at + 1) - 1);
  if (own === undefined) return laid;
  return laid !== undefined && laid.position > own.id ? laid : moved(tape, own);
}

/** Returns an aggregate trade of the market under the ids that it has beside those of users. */
function moved(tape: Tape, own: AggregateTrade): AggregateTrade {
  const { firstId, lastId } = tradeIdsOf(own);
  const by = laidBefore(tape, firstId);
  return {
    ...own,
    id: own.id + aggregatesBefore(tape, own.id),
    span: { firstId: firstId + by, lastId: lastId + by },
  };
}

/** Merges rows of users and of the market whose ids lie from `from`, inclusive, to `to`, exclusive. */
function rowsWith<R extends { readonly id: number }>(
  laid: LaidRows<R>,
  from: number,
  to: number,
  own: (first: number, end: number) => readonly R[],
): readonly R[] {
  if (from >= to) return [];
  const [first, end] = [laid.placeFrom('id', from), laid.placeFrom('id', to)];
  const rows = own(from - first, to - end);
  return end === first ? rows : [...rows, ...laid.slice(first, end)].sort((a, b) => a.id - b.id);
}

/** Returns how many trades of users came before the market's own trade of an id. */
function laidBefore(tape: Tape, ownId: number): number {
  return tape.trades.placeFrom('position', ownId + 1);
}

function aggregatesBefore(tape: Tape, ownId: number): number {
  return tape.aggregates.placeFrom('position', ownId + 1);
}
