/** Draws an order book as a ladder: asks above, spread, bids below, with a bar for each quantity. */
import { compare, decimalOf, formatDecimal, subtract } from '../../core/decimal.ts';
import { padEnd, padStart, plural } from '../../core/text.ts';
import type { Book } from '../../stream/book/book.ts';
import type { PriceLevel } from '../../stream/book/book-side.ts';
import type { BookState } from '../../stream/book/depth-sync.ts';
import type { Paint } from '../types.ts';
import { decimalPlaces, fitToWidth, withDecimalPlaces } from './screen.ts';

export interface BookViewOptions {
  /** Columns of the ladder. */
  readonly width: number;
  readonly levels: number;
  readonly paint: Paint;
}

/** An order book as it is drawn. */
export interface ShownBook {
  readonly symbol: string;
  /** Undefined before the first snapshot fits. */
  readonly book: Book | undefined;
  readonly state: BookState;
  /** How often updates were missing, so that a new snapshot was needed. */
  readonly gaps: number;
}

const BAR_MAX = 30;

/** Returns the lines of a ladder, `ladderHeight` of them whatever the book holds, so that the screen does not move. */
export function renderBook(shown: ShownBook, { width, levels, paint }: BookViewOptions): readonly string[] {
  const { book, state } = shown;
  const sides = [book?.asks.top(levels) ?? [], book?.bids.top(levels) ?? []] as const;
  const [asks = [], bids = []] = alignDecimals(sides);
  const columns = columnsOf([...asks, ...bids], width);
  const empty = (count: number) => Array.from({ length: count }, () => '');
  const ladder = (side: readonly PriceLevel[], colour: (text: string) => string) =>
    side.map((level) => colour(fitToWidth(rowOf(level, columns), width)));
  const isSynced = state === 'synced';
  return [
    headingOf(shown, width, paint),
    ...empty(levels - asks.length),
    ...ladder([...asks].reverse(), isSynced ? paint.red : paint.dim),
    paint.dim(fitToWidth(spreadOf(bids[0], asks[0]), width)),
    ...ladder(bids, isSynced ? paint.green : paint.dim),
    ...empty(levels - bids.length),
  ];
}

/** Returns the number of lines of a ladder: a heading, both sides, and the spread between them. */
export function ladderHeight(levels: number): number {
  return 2 * levels + 2;
}

/** Returns the symbol, the state, the gaps and the last update, as far as they fit. */
function headingOf({ symbol, book, state, gaps }: ShownBook, width: number, paint: Paint): string {
  const isSynced = state === 'synced';
  const stateText = isSynced ? state : state.toUpperCase();
  const gapText = gaps === 0 ? '' : `  ${plural(gaps, 'gap')}`;
  const room = width - 1 - `${symbol}  ${stateText}${gapText}`.length;
  const update = `  update ${book?.lastId ?? '-'}`;
  return [
    paint.bold(symbol),
    `  ${isSynced ? stateText : paint.yellow(stateText)}`,
    gaps === 0 ? '' : paint.yellow(gapText),
    update.length <= room ? update : '',
  ].join('');
}

/**
 * Returns price levels without the trailing zeros that all of them share, each with the same number of
 * decimals.
 */
function alignDecimals(sides: readonly (readonly PriceLevel[])[]): readonly (readonly PriceLevel[])[] {
  const maxDecimals = (at: 0 | 1) => Math.max(0, ...sides.flat().map((level) => decimalPlaces(level[at])));
  const [price, quantity] = [maxDecimals(0), maxDecimals(1)];
  return sides.map((side) =>
    side.map(([ask, size]): PriceLevel => [withDecimalPlaces(ask, price), withDecimalPlaces(size, quantity)]),
  );
}

interface LadderColumns {
  readonly price: number;
  readonly quantity: number;
  readonly bar: number;
  readonly largest: string;
}

function columnsOf(levels: readonly PriceLevel[], width: number): LadderColumns {
  const price = Math.max(5, ...levels.map(([text]) => text.length));
  const quantity = Math.max(5, ...levels.map(([, text]) => text.length));
  let largest = '0';
  for (const [, text] of levels) if (compare(decimalOf(text), decimalOf(largest)) > 0) largest = text;
  return { price, quantity, bar: Math.max(0, Math.min(BAR_MAX, width - price - quantity - 5)), largest };
}

/** Returns one line of the ladder; only the length of the bar is rounded. */
function rowOf(
  [price, quantity]: PriceLevel,
  { price: priceWidth, quantity: quantityWidth, bar, largest }: LadderColumns,
): string {
  const fraction = Number(largest) === 0 ? 0 : Number(quantity) / Number(largest);
  const length = Math.round(Math.min(1, fraction) * bar);
  return `${padStart(price, priceWidth)}  ${padStart(quantity, quantityWidth)}  ${padEnd('█'.repeat(length), bar)}`;
}

function spreadOf(bid: PriceLevel | undefined, ask: PriceLevel | undefined): string {
  if (bid === undefined || ask === undefined) return 'waiting for the book';
  return `spread ${formatDecimal(subtract(decimalOf(ask[0]), decimalOf(bid[0])))}`;
}
