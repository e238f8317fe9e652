/**
 * What users traded on one symbol, laid over the market's own trades. A trade of users comes after every trade of
 * the market at or before its time, and all that come later are numbered one further: ids ascend, have no gaps, and
 * once they were seen they stay.
 */
import { lowerBound } from '../../../core/sorted-search.ts';
import type { AggregateTrade } from '../market/time-span.ts';
import type { Trade } from '../market/trade-groups.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { NumberTable } from '../state/number-table.ts';

/** A trade as it is written down. */
export interface TradePrint {
  readonly price: number;
  readonly lots: number;
  /** In ms; not before the last one's. */
  readonly time: number;
  readonly isBuyerMaker: boolean;
  /** The taker's order: what it trades at one price in one ms is one aggregate. Absent where the market took. */
  readonly taker?: object | undefined;
}

/** Columns by which rows are searched: their numbers ascend. */
const COLUMNS = { id: 0, time: 1, marketCount: 5 } as const;

/** Columns of an aggregate that grow with it. */
const LOTS = 3;
const LAST_ID = 7;

/** A trade of users. */
export interface UserTrade extends Trade {
  /** How many trades of the market's own came before it. */
  readonly marketCount: number;
}

/** An aggregate trade of users. */
export interface UserAggregateTrade extends AggregateTrade {
  /** How many aggregate trades of the market's own came before it. */
  readonly marketCount: number;
  /** The ids of its first and last trade. */
  readonly span: { readonly firstId: number; readonly lastId: number };
}

/** How many trades, and aggregates of them, the market itself has made at or before a moment. */
export interface TapePosition {
  readonly aggregates: number;
  readonly trades: number;
}

/** Rows of numbers that are objects only while somebody looks at them. */
export class TradeTable<R> {
  readonly table: NumberTable;
  readonly #read: (get: (column: number) => number) => R;

  constructor(width: number, read: (get: (column: number) => number) => R) {
    this.table = new NumberTable(width);
    this.#read = read;
  }

  get length(): number {
    return this.table.length;
  }

  get last(): R | undefined {
    return this.at(this.length - 1);
  }

  at(index: number): R | undefined {
    if (index < 0 || index >= this.length) return undefined;
    return this.#read((column) => this.table.get(index, column));
  }

  /** Returns the first place whose id, time or position isn't below a bound. */
  indexFrom(columnName: keyof typeof COLUMNS, bound: number): number {
    const column = COLUMNS[columnName];
    const numbers = { length: this.length, at: (index: number) => this.table.get(index, column) };
    return lowerBound<number>(numbers, (number) => number, bound);
  }

  slice(first: number, end: number): R[] {
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => this.at(first + index)!);
  }
}

export class TradeTape {
  /** Ids and times ascend. */
  readonly trades = new TradeTable<UserTrade>(6, (get) => ({
    id: get(COLUMNS.id),
    time: get(COLUMNS.time),
    price: get(2),
    lots: get(3),
    isBuyerMaker: get(4) === 1,
    marketCount: get(COLUMNS.marketCount),
  }));
  /** Ids and times ascend. */
  readonly aggregates = new TradeTable<UserAggregateTrade>(8, (get) => ({
    id: get(COLUMNS.id),
    time: get(COLUMNS.time),
    price: get(2),
    lots: get(LOTS),
    isBuyerMaker: get(4) === 1,
    marketCount: get(COLUMNS.marketCount),
    span: { firstId: get(6), lastId: get(LAST_ID) },
  }));
  readonly #positionAt: (time: number) => TapePosition;
  #lastPosition = { time: -1, aggregates: 0, trades: 0 };
  /** Made anew: no order takes twice at one moment but within one command. */
  #lastTaker: object | undefined;

  constructor(positionAt: (time: number) => TapePosition) {
    this.#positionAt = positionAt;
  }

  /** Writes a trade down and returns its id. */
  record({ price, lots, time, isBuyerMaker, taker }: TradePrint): number {
    const { last } = this.aggregates;
    if (last !== undefined && time < last.time) throw new RangeError('a trade came before the last one');
    const marketCount = this.#marketPosition(time);
    const tradeId = marketCount.trades + this.trades.length;
    const side = isBuyerMaker ? 1 : 0;
    const isSameTaker = taker !== undefined && taker === this.#lastTaker;
    if (last !== undefined && isSameTaker && last.time === time && last.price === price) {
      this.aggregates.table.setLast(LOTS, last.lots + lots);
      this.aggregates.table.setLast(LAST_ID, tradeId);
    } else {
      const { aggregates } = marketCount;
      const id = aggregates + this.aggregates.length;
      this.aggregates.table.push([id, time, price, lots, side, aggregates, tradeId, tradeId]);
    }
    this.trades.table.push([tradeId, time, price, lots, side, marketCount.trades]);
    this.#lastTaker = taker;
    return tradeId;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.trades.table.checkpoint(checkpointer);
    this.aggregates.table.checkpoint(checkpointer);
    this.#lastPosition = checkpointer.value(this.#lastPosition);
  }

  #marketPosition(time: number): TapePosition {
    if (this.#lastPosition.time !== time) this.#lastPosition = { time, ...this.#positionAt(time) };
    return this.#lastPosition;
  }
}
