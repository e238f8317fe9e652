/**
 * The trades of users on one symbol and their place among the market's own trades. A user trade comes after
 * every market trade at or before its time, and shifts the ids of all later trades by one: ids ascend without
 * gaps and never change once published.
 */
import { lowerBound } from '../../../core/sorted-search.ts';
import type { AggregateTrade } from '../market/time-span.ts';
import type { Trade } from '../market/trade-groups.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { type NumberRows, NumberTable } from '../state/number-table.ts';

/** A trade to be recorded. */
export interface TradePrint {
  readonly price: number;
  readonly lots: number;
  /** The time of the trade in ms; it must not be before that of the last trade. */
  readonly time: number;
  readonly isBuyerMaker: boolean;
  /**
   * The taker's order: its fills at one price within one ms form one aggregate trade. Absent if the simulated
   * market was the taker.
   */
  readonly taker?: object | undefined;
}

/** Columns with ascending numbers, by which rows are searched. */
const COLUMNS = { id: 0, time: 1, marketCount: 5 } as const;

/** Columns of an aggregate trade that grow with each of its fills. */
const LOTS = 3;
const LAST_ID = 7;

/** A trade with a user's order. */
export interface UserTrade extends Trade {
  /** The number of the simulated market's trades before this trade. */
  readonly marketCount: number;
}

/** An aggregate trade with a user's order. */
export interface UserAggregateTrade extends AggregateTrade {
  /** The number of the simulated market's aggregate trades before this one. */
  readonly marketCount: number;
  /** The ids of the first and the last trade of the aggregate. */
  readonly span: { readonly firstId: number; readonly lastId: number };
}

/**
 * The numbers of aggregate trades and of trades that the simulated market made up to and including a time.
 */
export interface TapePosition {
  readonly aggregates: number;
  readonly trades: number;
}

/** A table of trades that creates an object for a row on access. */
export class TradeTable<R> {
  readonly rows: NumberRows;
  readonly #read: (get: (column: number) => number) => R;

  constructor(rows: NumberRows, read: (get: (column: number) => number) => R) {
    this.rows = rows;
    this.#read = read;
  }

  get length(): number {
    return this.rows.length;
  }

  get last(): R | undefined {
    return this.at(this.length - 1);
  }

  at(index: number): R | undefined {
    if (index < 0 || index >= this.length) return undefined;
    return this.#read((column) => this.rows.get(index, column));
  }

  /** Returns the index of the first row whose number in a column is not below a bound. */
  indexFrom(columnName: keyof typeof COLUMNS, bound: number): number {
    const column = COLUMNS[columnName];
    const { length, rows } = this;
    // Most bounds lie behind the last row; older rows of a saved view would have to be read from its file.
    if (length === 0 || rows.get(length - 1, column) < bound) return length;
    const numbers = { length, at: (index: number) => rows.get(index, column) };
    return lowerBound<number>(numbers, (number) => number, bound);
  }

  slice(first: number, end: number): R[] {
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => this.at(first + index)!);
  }
}

/** The trades of users on one symbol; ids and times ascend. */
export interface UserTrades {
  readonly trades: TradeTable<UserTrade>;
  readonly aggregates: TradeTable<UserAggregateTrade>;
}

/** The number of columns of a trade, and of an aggregate trade. */
export const TRADE_WIDTH = 6;
export const AGGREGATE_WIDTH = 8;

/** Returns the trades whose numbers are in rows of `TRADE_WIDTH` and `AGGREGATE_WIDTH` columns. */
export function userTradesIn(trades: NumberRows, aggregates: NumberRows): UserTrades {
  return {
    trades: new TradeTable<UserTrade>(trades, (get) => ({
      id: get(COLUMNS.id),
      time: get(COLUMNS.time),
      price: get(2),
      lots: get(3),
      isBuyerMaker: get(4) === 1,
      marketCount: get(COLUMNS.marketCount),
    })),
    aggregates: new TradeTable<UserAggregateTrade>(aggregates, (get) => ({
      id: get(COLUMNS.id),
      time: get(COLUMNS.time),
      price: get(2),
      lots: get(LOTS),
      isBuyerMaker: get(4) === 1,
      marketCount: get(COLUMNS.marketCount),
      span: { firstId: get(6), lastId: get(LAST_ID) },
    })),
  };
}

export class TradeTape implements UserTrades {
  readonly trades: TradeTable<UserTrade>;
  readonly aggregates: TradeTable<UserAggregateTrade>;
  readonly #tradeTable = new NumberTable(TRADE_WIDTH);
  readonly #aggregateTable = new NumberTable(AGGREGATE_WIDTH);
  readonly #positionAt: (time: number) => TapePosition;
  #lastPosition = { time: -1, aggregates: 0, trades: 0 };
  /**
   * The taker of the last trade; checkpoints leave it out, because all fills of a taker at one time belong to
   * one request.
   */
  #lastTaker: object | undefined;

  constructor(positionAt: (time: number) => TapePosition) {
    this.#positionAt = positionAt;
    ({ trades: this.trades, aggregates: this.aggregates } = userTradesIn(
      this.#tradeTable,
      this.#aggregateTable,
    ));
  }

  /** Records a trade and returns its id. */
  record({ price, lots, time, isBuyerMaker, taker }: TradePrint): number {
    const { last } = this.aggregates;
    if (last !== undefined && time < last.time) throw new RangeError('a trade came before the last one');
    const marketCount = this.#marketPosition(time);
    const tradeId = marketCount.trades + this.trades.length;
    const side = isBuyerMaker ? 1 : 0;
    const isSameTaker = taker !== undefined && taker === this.#lastTaker;
    if (last !== undefined && isSameTaker && last.time === time && last.price === price) {
      this.#aggregateTable.setLast(LOTS, last.lots + lots);
      this.#aggregateTable.setLast(LAST_ID, tradeId);
    } else {
      const { aggregates } = marketCount;
      const id = aggregates + this.aggregates.length;
      this.#aggregateTable.push([id, time, price, lots, side, aggregates, tradeId, tradeId]);
    }
    this.#tradeTable.push([tradeId, time, price, lots, side, marketCount.trades]);
    this.#lastTaker = taker;
    return tradeId;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#tradeTable.checkpoint(checkpointer);
    this.#aggregateTable.checkpoint(checkpointer);
    this.#lastPosition = checkpointer.value(this.#lastPosition);
  }

  #marketPosition(time: number): TapePosition {
    if (this.#lastPosition.time !== time) this.#lastPosition = { time, ...this.#positionAt(time) };
    return this.#lastPosition;
  }
}
