/** A book as a ladder: asks above, bids below, bars for sizes, the spread between. */
import { compare, decimalOf, formatDecimal, subtract } from '../../core/decimal.ts';
import { padEnd, padStart } from '../../core/text.ts';
import type { Book } from '../../stream/book/book.ts';
import type { Level } from '../../stream/book/book-side.ts';
import type { BookState } from '../../stream/book/depth-sync.ts';
import type { Paint } from '../types.ts';
import { fitted, placesOf, withPlaces } from './screen.ts';

export interface LadderOptions {
  readonly width: number;
  readonly levels: number;
  readonly paint: Paint;
}

const BAR_MAX = 30;

/** Returns the lines of a ladder; always as many, so that it stands still. */
export function drawBook(
  symbol: string,
  book: Book | undefined,
  state: BookState,
  { width, levels, paint }: LadderOptions,
): readonly string[] {
  const whole = [book?.asks.top(levels) ?? [], book?.bids.top(levels) ?? []] as const;
  const [asks = [], bids = []] = withoutZeros(whole);
  const columns = columnsOf([...asks, ...bids], width);
  const empty = (count: number) => Array.from({ length: count }, () => '');
  const ladder = (side: readonly Level[], colour: (text: string) => string) =>
    side.map((level) => colour(fitted(rowOf(level, columns), width)));
  const isWhole = state === 'synced';
  const stateText = isWhole ? state : paint.yellow(state.toUpperCase());
  return [
    `${paint.bold(symbol)}  ${stateText}  update ${book?.lastId ?? '-'}`,
    ...empty(levels - asks.length),
    ...ladder([...asks].reverse(), isWhole ? paint.red : paint.dim),
    paint.dim(fitted(spreadOf(bids[0], asks[0]), width)),
    ...ladder(bids, isWhole ? paint.green : paint.dim),
    ...empty(levels - bids.length),
  ];
}

/** Zeros that all levels end with say nothing; what one level needs all have, so that points line up. */
function withoutZeros(sides: readonly (readonly Level[])[]): readonly (readonly Level[])[] {
  const most = (at: 0 | 1) => Math.max(0, ...sides.flat().map((level) => placesOf(level[at])));
  const [price, quantity] = [most(0), most(1)];
  return sides.map((side) =>
    side.map(([ask, size]): Level => [withPlaces(ask, price), withPlaces(size, quantity)]),
  );
}

interface Columns {
  readonly price: number;
  readonly quantity: number;
  readonly bar: number;
  readonly largest: string;
}

function columnsOf(levels: readonly Level[], width: number): Columns {
  const price = Math.max(5, ...levels.map(([text]) => text.length));
  const quantity = Math.max(5, ...levels.map(([, text]) => text.length));
  let largest = '0';
  for (const [, text] of levels) if (compare(decimalOf(text), decimalOf(largest)) > 0) largest = text;
  return { price, quantity, bar: Math.max(0, Math.min(BAR_MAX, width - price - quantity - 5)), largest };
}

/** Bars show how sizes compare; only they are rounded. */
function rowOf(
  [price, quantity]: Level,
  { price: priceWidth, quantity: quantityWidth, bar, largest }: Columns,
): string {
  const share = Number(largest) === 0 ? 0 : Number(quantity) / Number(largest);
  const length = Math.round(Math.min(1, share) * bar);
  return `${padStart(price, priceWidth)}  ${padStart(quantity, quantityWidth)}  ${padEnd('█'.repeat(length), bar)}`;
}

function spreadOf(bid: Level | undefined, ask: Level | undefined): string {
  if (bid === undefined || ask === undefined) return 'waiting for the book';
  return `spread ${formatDecimal(subtract(decimalOf(ask[0]), decimalOf(bid[0])))}`;
}
