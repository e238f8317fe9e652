/** What a ledger knows of the market beside its journal, as it is saved between two steps. */
import { decimalOf, formatTrimmed } from '../../core/decimal.ts';
import { BOOK_NAMES, type BookName } from '../ledger/position.ts';
import type { BookSnapshot, Level, SpentDepth } from '../market/depth.ts';

/** Price and quantity as decimal strings. */
type PrintedLevel = readonly [price: string, quantity: string];

/** What fills have taken from the two sides of a snapshot. */
type PrintedSpent = {
  readonly bids: string;
  readonly asks: string;
};

/** An order book snapshot as it is saved. */
export type PrintedSnapshot = {
  readonly t: number;
  readonly bids: readonly PrintedLevel[];
  readonly asks: readonly PrintedLevel[];
  /** What was taken from the snapshot, by book. */
  readonly spent: { readonly [book: string]: PrintedSpent };
};

/** The saved state; members are keyed by symbol, times are Unix ms. */
export type MarketState = {
  readonly cursor: number;
  readonly next_sample: number;
  /** The last prices of symbols with open positions. */
  readonly last: Readonly<Record<string, string>>;
  readonly snapshots: Readonly<Record<string, PrintedSnapshot>>;
  /** The spans of whole minutes in which a followed symbol had no price. */
  readonly gaps: Readonly<Record<string, readonly (readonly [number, number])[]>>;
  /** The minute that was not over at the cursor and in which the symbol had a price. */
  readonly seen_minute: Readonly<Record<string, number>>;
};

/** Returns a snapshot as it is saved. `spentIn` returns what a book has taken from the symbol's depth. */
export function printSnapshot(
  snapshot: BookSnapshot,
  spentIn: (book: BookName) => SpentDepth | undefined,
): PrintedSnapshot {
  const spent: Record<string, PrintedSpent> = {};
  for (const book of BOOK_NAMES) {
    const taken = spentIn(book);
    if (taken?.snapshot !== snapshot) continue;
    spent[book] = { bids: formatTrimmed(taken.bids), asks: formatTrimmed(taken.asks) };
  }
  return {
    t: snapshot.time,
    bids: snapshot.bids.map(printLevel),
    asks: snapshot.asks.map(printLevel),
    spent,
  };
}

function printLevel([price, quantity]: Level): PrintedLevel {
  return [formatTrimmed(price), formatTrimmed(quantity)];
}

/** Returns a saved snapshot. */
export function readSnapshot({ t, bids, asks }: PrintedSnapshot): BookSnapshot {
  const read = (levels: readonly PrintedLevel[]) =>
    levels.map(([price, quantity]): Level => [decimalOf(price), decimalOf(quantity)]);
  return { time: t, bids: read(bids), asks: read(asks) };
}

/** Returns what was taken from a snapshot. */
export function readSpent(snapshot: BookSnapshot, { bids, asks }: PrintedSpent): SpentDepth {
  return { snapshot, bids: decimalOf(bids), asks: decimalOf(asks) };
}
