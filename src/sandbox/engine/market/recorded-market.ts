/**
 * A market on which some symbols follow recorded candles; the other symbols, and all order books, are
 * simulated.
 */
import { lowerBound } from '../../../core/sorted-search.ts';
import type { LastTouch } from './book.ts';
import { type CandleQuery, type CandleWindow, candleWindows, lotsInBook, type Market } from './market.ts';
import { type CandleRecording, type RecordedRow, tradesOfRow } from './recorded-candles.ts';
import type { MarketSymbol } from './symbols.ts';
import type { AggregateTrade } from './time-span.ts';
import { combineSummaries, priceRangeOf, type Summary, TradeTally } from './trade-summary.ts';

/** Returns the market with recordings instead of the simulated symbols of the same names. */
export function recordedMarket(market: Market, recordings: readonly CandleRecording[]): Market {
  const tracks = new Map(recordings.map((recording) => [recording.symbol, new RecordedTrack(recording)]));
  const byName = new Map(recordings.map(({ symbol }) => [symbol.name, symbol]));
  const known = market.symbols.map((symbol) => byName.get(symbol.name) ?? symbol);
  const names = new Set(market.symbols.map(({ name }) => name));
  const symbols = [...known, ...[...byName.values()].filter(({ name }) => !names.has(name))];
  const shown: Market = {
    ...market,
    symbols,
    find(name, at) {
      const symbol = byName.get(name);
      if (symbol === undefined) return market.find(name, at);
      return symbol.listedAt <= at ? symbol : undefined;
    },
    summary: (symbol, from, to) => tracks.get(symbol)?.summary(from, to) ?? market.summary(symbol, from, to),
    priceRange: (symbol, from, to) => priceRangeOf(shown.summary(symbol, from, to)),
    candles(query) {
      const track = tracks.get(query.symbol);
      if (track === undefined) return market.candles(query);
      return track.windows(query).map(({ openTime, closeTime, end }) => ({
        openTime,
        closeTime,
        summary: track.summary(openTime, end),
      }));
    },
    lastTrade(symbol, at) {
      const track = tracks.get(symbol);
      return track === undefined ? market.lastTrade(symbol, at) : track.lastTrade(at);
    },
    lastPrice: (symbol, at) => tracks.get(symbol)?.priceAt(at) ?? market.lastPrice(symbol, at),
    aggregateTrades: (symbol, from, to) =>
      tracks.get(symbol)?.trades(from, to) ?? market.aggregateTrades(symbol, from, to),
    trades: (symbol, from, to) => tracks.get(symbol)?.trades(from, to) ?? market.trades(symbol, from, to),
    tradesOf: (symbol, aggregate) => (tracks.has(symbol) ? [aggregate] : market.tradesOf(symbol, aggregate)),
    lotsAtPrice: (symbol, isBids, price, at) => lotsInBook(shown, symbol, isBids, price, at),
    book(symbol, levels, at, touchAt) {
      const track = tracks.get(symbol);
      return market.book(symbol, levels, at, track === undefined ? touchAt : (step) => track.touchAt(step));
    },
  };
  return shown;
}

/** The recorded candles of one symbol in the form of a market. */
class RecordedTrack {
  readonly #symbol: MarketSymbol;
  readonly #spanMs: number;
  readonly #rows: readonly RecordedRow[];
  #lastRow: { readonly row: RecordedRow; readonly trades: readonly AggregateTrade[] } | undefined;

  constructor({ symbol, spanMs, rows }: CandleRecording) {
    this.#symbol = symbol;
    this.#spanMs = spanMs;
    this.#rows = rows;
  }

  /** Returns the windows of the candles that a query requests: those with a recorded candle, as many as it asks for. */
  windows(query: CandleQuery): readonly CandleWindow[] {
    const found: CandleWindow[] = [];
    for (let next: CandleQuery | undefined = query; next !== undefined; ) {
      const asked: readonly CandleWindow[] = candleWindows(next);
      const held = asked.filter(({ openTime, end }) => this.#hasRows(openTime, end));
      if (query.from === undefined) found.unshift(...held);
      else found.push(...held);
      const limit = query.limit - found.length;
      const [first, last] = [asked[0], asked.at(-1)];
      if (limit <= 0 || first === undefined || last === undefined) break;
      next = query.from === undefined ? this.#before(query, first, limit) : this.#after(query, last, limit);
    }
    return found;
  }

  #hasRows(from: number, to: number): boolean {
    const row = this.#rows[this.#indexAt(from)];
    return row !== undefined && row.openTime < to;
  }

  /** Returns the query of candles before a window, or undefined if there is no row before it. */
  #before(query: CandleQuery, { openTime }: CandleWindow, limit: number): CandleQuery | undefined {
    const row = this.#rows[lowerBound(this.#rows, (one) => one.openTime, openTime) - 1];
    return row === undefined ? undefined : { ...query, to: row.openTime, limit };
  }

  /** Returns the query of candles from the window of the first row after a window, or undefined if there is none. */
  #after(query: CandleQuery, { openTime, end }: CandleWindow, limit: number): CandleQuery | undefined {
    const row = this.#rows[lowerBound(this.#rows, (one) => one.openTime, end)];
    if (row === undefined) return undefined;
    // Months differ in length: two windows before the row is before the window of the row in any case.
    const lengthMs = end - openTime;
    return { ...query, from: Math.max(end, row.openTime - 2 * lengthMs), limit };
  }

  summary(from: number, to: number): Summary {
    const parts: Summary[] = [];
    for (let place = this.#indexAt(from); place < this.#rows.length; place += 1) {
      const row = this.#rows[place]!;
      if (row.openTime >= to) break;
      const isWhole = row.openTime >= from && row.openTime + this.#spanMs <= to;
      if (row.count > 0) parts.push(isWhole ? this.#rowSummary(row) : this.#partialSummary(row, from, to));
    }
    const summary = combineSummaries(this.#symbol, parts);
    if (summary !== undefined) return summary;
    const still = this.#createTally();
    still.setUnchanged(this.priceAt(from - 1));
    return still;
  }

  lastTrade(at: number): AggregateTrade | undefined {
    for (let place = Math.min(this.#indexAt(at), this.#rows.length - 1); place >= 0; place -= 1) {
      const row = this.#rows[place]!;
      const found = row.openTime > at ? undefined : this.#tradesOf(row).findLast(({ time }) => time <= at);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  priceAt(at: number): number {
    return this.lastTrade(at)?.price ?? this.#rows[0]!.open;
  }

  /** Returns the last trade, around which the order book of a moment lies. */
  touchAt(at: number): LastTouch {
    return this.lastTrade(at) ?? { price: this.#rows[0]!.open, isBuyerMaker: true };
  }

  trades(from: number, to: number): readonly AggregateTrade[] {
    const found: AggregateTrade[] = [];
    const first = lowerBound(this.#rows, ({ firstId, count }) => firstId + count - 1, from);
    for (let place = first; place < this.#rows.length && this.#rows[place]!.firstId < to; place += 1) {
      for (const trade of this.#tradesOf(this.#rows[place]!)) {
        if (trade.id >= from && trade.id < to) found.push(trade);
      }
    }
    return found;
  }

  /** Returns the index of the candle that contains a moment, or of the first candle after it. */
  #indexAt(at: number): number {
    return lowerBound(this.#rows, ({ openTime }) => openTime + this.#spanMs - 1, at);
  }

  #tradesOf(row: RecordedRow): readonly AggregateTrade[] {
    if (this.#lastRow?.row !== row) this.#lastRow = { row, trades: tradesOfRow(row, this.#spanMs) };
    return this.#lastRow.trades;
  }

  #rowSummary(row: RecordedRow): Summary {
    const tally = this.#createTally();
    const { open, high, low, close, buyLots, buyValue, sellLots, sellValue, firstId, count } = row;
    const day = { reference: low };
    tally.addSpan({ firstId, count, open, high, low, close, buyLots, buyValue, sellLots, sellValue, day });
    return withSpan(tally);
  }

  #partialSummary(row: RecordedRow, from: number, to: number): Summary {
    const tally = this.#createTally();
    for (const trade of this.#tradesOf(row)) {
      if (trade.time >= from && trade.time < to) tally.addTrade(trade);
    }
    return withSpan(tally);
  }

  #createTally(): TradeTally {
    return new TradeTally(this.#symbol);
  }
}

/**
 * Returns a summary with trade ids: each aggregate trade of a recording consists of one trade with the same
 * id.
 */
function withSpan(tally: TradeTally): Summary {
  const { count, firstId, open, high, low, close, lots, quote, buyLots, buyQuote } = tally;
  const span = { firstId, lastId: firstId + count - 1 };
  return { count, firstId, open, high, low, close, lots, quote, buyLots, buyQuote, span };
}
