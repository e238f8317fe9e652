/**
 * What users traded on one symbol, laid over the market's own trades. A trade of users comes after every trade of
 * the market at or before its time, and all that come later are numbered one further: ids ascend, have no gaps, and
 * once they were seen they stay.
 */
import type { AggregateTrade } from './cell.ts';
import type { Trade } from './groups.ts';

/** A trade as it is written down. */
export interface Print {
  readonly price: number;
  readonly lots: number;
  /** In ms; not before the last one's. */
  readonly time: number;
  readonly isBuyerMaker: boolean;
  /** The taker's order: what it trades at one price in one ms is one aggregate. Absent where the market took. */
  readonly taker?: object | undefined;
}

/** A trade of users. */
export interface LaidTrade extends Trade {
  /** How many trades of the market's own came before it. */
  readonly position: number;
}

/** An aggregate trade of users. */
export interface LaidAggregate extends AggregateTrade {
  lots: number;
  /** How many aggregate trades of the market's own came before it. */
  readonly position: number;
  /** The ids of its first and last trade. */
  readonly span: { readonly firstId: number; lastId: number };
}

/** How many trades, and aggregates of them, the market itself has made at or before a moment. */
export interface Position {
  readonly aggregates: number;
  readonly trades: number;
}

export class Tape {
  /** Ids and times ascend. */
  readonly trades: LaidTrade[] = [];
  /** Ids and times ascend. */
  readonly aggregates: LaidAggregate[] = [];
  readonly #positionAt: (time: number) => Position;
  #known = { time: -1, aggregates: 0, trades: 0 };
  #taker: object | undefined;

  constructor(positionAt: (time: number) => Position) {
    this.#positionAt = positionAt;
  }

  /** Writes a trade down and returns its id. */
  print({ price, lots, time, isBuyerMaker, taker }: Print): number {
    const last = this.aggregates.at(-1);
    if (last !== undefined && time < last.time) throw new RangeError('a trade came before the last one');
    const position = this.#position(time);
    const trade: LaidTrade = {
      id: position.trades + this.trades.length,
      time,
      price,
      lots,
      isBuyerMaker,
      position: position.trades,
    };
    const isSameTaker = taker !== undefined && taker === this.#taker;
    if (last !== undefined && isSameTaker && last.time === time && last.price === price) {
      last.lots += lots;
      last.span.lastId = trade.id;
    } else {
      const span = { firstId: trade.id, lastId: trade.id };
      const id = position.aggregates + this.aggregates.length;
      this.aggregates.push({ id, time, price, lots, isBuyerMaker, position: position.aggregates, span });
    }
    this.trades.push(trade);
    this.#taker = taker;
    return trade.id;
  }

  #position(time: number): Position {
    if (this.#known.time !== time) this.#known = { time, ...this.#positionAt(time) };
    return this.#known;
  }
}

/** Returns the first place in ascending rows whose value isn't below a bound. */
export function placeOf<R>(rows: readonly R[], numberOf: (row: R) => number, bound: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberOf(rows[middle]!) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
