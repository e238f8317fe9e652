/**
 * The public view of a saved exchange: the trades and resting orders of users, as market data shows them. A file beside
 * the journal holds the view of one moment, so that a read of market data needs no accounts. The view counts as long as
 * the journal has no new record and no due event may have changed the view; otherwise it is ignored.
 */
import type { Product } from '../../catalogue/types.ts';
import { PROGRAM } from '../../generated/program.ts';
import type { MarketLevel } from '../engine/market/book.ts';
import type { MarketSymbol } from '../engine/market/symbols.ts';
import type { UserActivity } from '../engine/matching/public-market.ts';
import { AGGREGATE_WIDTH, TRADE_WIDTH, userTradesIn } from '../engine/matching/trade-tape.ts';
import type { NumberRows } from '../engine/state/number-table.ts';
import type { OpenExchangeOptions } from '../exchange/open-exchange.ts';
import { endsAt, type JournalPosition } from './journal/file.ts';
import { readView, type SavedNumbers } from './view-file.ts';

/** The users' trades and orders of one product at a moment. */
export interface PublicView {
  /** How far (ms) the exchange clock was advanced. */
  readonly advancedMs: number;
  /** The exchange times (ms) from `takenAt` up to, but not including, `until` at which the view is that of the exchange. */
  readonly takenAt: number;
  readonly until: number;
  /**
   * Returns the users' trades and orders on a symbol. Their numbers are read when they are needed: whatever uses them
   * throws `DamagedView` if the file is damaged or was replaced.
   */
  readonly activityOf: (symbol: MarketSymbol) => UserActivity | undefined;
}

/** The exchange that a view belongs to. */
export type ViewOrigin = Pick<OpenExchangeOptions, 'seed' | 'marketModel'>;

/** The header of a view file. */
export interface ViewHeader extends ViewOrigin, Pick<PublicView, 'advancedMs' | 'takenAt'> {
  readonly format: typeof VIEW_FORMAT;
  /** The version of the program: only the same one reads the view. */
  readonly program: string;
  readonly journal: JournalPosition;
  readonly products: Partial<Record<Product, ProductView>>;
}

/** The view of one product. */
export interface ProductView {
  readonly until: number;
  /** The users' trades and orders by symbol. */
  readonly activities: Readonly<Record<string, SavedActivity>>;
}

/**
 * Where the numbers of one symbol are, and how many rows there are of each kind, in the order in which they are saved. A
 * row of the order book has a price in ticks and lots.
 */
export interface SavedActivity {
  /** The index of the first number. */
  readonly at: number;
  readonly trades: number;
  readonly aggregates: number;
  /** The levels of the users' resting orders. */
  readonly bids: number;
  readonly asks: number;
  /** The lots that users took of the simulated market's levels in one step of the order book, by price. */
  readonly consumedBids: number;
  readonly consumedAsks: number;
  readonly step: number;
  /** The number of changes of the users' orders and trades. */
  readonly changes: number;
}

export const VIEW_FORMAT = 'bourse sandbox view 2';
/** The number of columns of a row of the order book. */
export const LEVEL_WIDTH = 2;

/**
 * Returns the view of a product if there is one of this origin and the journal has not grown since; otherwise undefined.
 * The caller compares its times with that of the exchange.
 */
export function readPublicView(
  path: string,
  journalPath: string,
  origin: ViewOrigin,
  product: Product,
): PublicView | undefined {
  try {
    const view = readView(path);
    const header = view.header as ViewHeader;
    if (!isOfOrigin(header, origin)) return undefined;
    const { advancedMs, takenAt, journal, products } = header;
    const found = products[product];
    if (found === undefined || !endsAt(journalPath, journal)) return undefined;
    const activities = new Map<string, UserActivity>();
    return {
      advancedMs,
      takenAt,
      until: found.until,
      activityOf({ name }) {
        const known = activities.get(name);
        if (known !== undefined || !Object.hasOwn(found.activities, name)) return known;
        const activity = activityIn(view.numbers, found.activities[name]!);
        activities.set(name, activity);
        return activity;
      },
    };
  } catch {
    return undefined;
  }
}

function isOfOrigin(header: ViewHeader, { seed, marketModel }: ViewOrigin): boolean {
  return (
    header.format === VIEW_FORMAT &&
    header.program === PROGRAM &&
    header.seed === seed &&
    header.marketModel === marketModel
  );
}

/** Returns the trades and orders on a symbol. Reads none of their numbers. */
function activityIn(numbers: SavedNumbers, saved: SavedActivity): UserActivity {
  let next = saved.at;
  const takeRows = (length: number, width: number): NumberRows => {
    const first = next;
    next += length * width;
    return { length, get: (row, column) => numbers.at(first + row * width + column) };
  };
  const trades = takeRows(saved.trades, TRADE_WIDTH);
  const aggregates = takeRows(saved.aggregates, AGGREGATE_WIDTH);
  const bids = takeRows(saved.bids, LEVEL_WIDTH);
  const asks = takeRows(saved.asks, LEVEL_WIDTH);
  const consumedBids = takeRows(saved.consumedBids, LEVEL_WIDTH);
  const consumedAsks = takeRows(saved.consumedAsks, LEVEL_WIDTH);
  return {
    tape: userTradesIn(trades, aggregates),
    book: {
      changes: saved.changes,
      levels: (isBids) => levelsIn(isBids ? bids : asks),
      consumedLots(isBids, step) {
        if (step !== saved.step) return new Map();
        const levels = [...levelsIn(isBids ? consumedBids : consumedAsks)];
        return new Map(levels.map(({ price, lots }) => [price, lots]));
      },
    },
  };
}

function* levelsIn(rows: NumberRows): Iterable<MarketLevel> {
  for (let row = 0; row < rows.length; row += 1) yield { price: rows.get(row, 0), lots: rows.get(row, 1) };
}
