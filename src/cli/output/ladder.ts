/**
 * Draws an order book as a ladder: asks above, bids below, the spread between them, and a bar for each size.
 */
import type { Paint } from '../../commands/types.ts';
import { plainCell } from '../../core/cells.ts';
import {
  compare,
  type Decimal,
  divide,
  formatDecimal,
  max,
  parseDecimal,
  rescale,
  subtract,
  trimZeros,
  ZERO,
} from '../../core/decimal.ts';
import { padStart, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';

export interface LadderOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Paint;
}

interface ReadLevel {
  readonly price: Decimal;
  readonly size: Decimal;
}

interface LadderLevel {
  readonly price: string;
  readonly size: string;
  readonly exactSize: Decimal;
}

/** The most levels of a side in a ladder: with more, the spread would scroll out of sight. */
const LEVELS_MAX = 20;
const GAP = '  ';
const BAR_MAX = 40;
const BLOCKS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * Returns the ladder of an order book with the best prices in the middle and lines no wider than the
 * terminal. Undefined for an empty book and for levels that aren't numbers.
 */
export function drawLadder(book: JsonValue, { width, paint }: LadderOptions): string | undefined {
  const sides = book as { readonly asks?: JsonValue; readonly bids?: JsonValue };
  const [readAsks, readBids] = [readLevels(sides.asks), readLevels(sides.bids)];
  if (readAsks === undefined || readBids === undefined || readAsks.length + readBids.length === 0)
    return undefined;
  const [asks, bids] = printedLevels(readAsks, readBids);
  const shown = { asks: asks.slice(0, LEVELS_MAX), bids: bids.slice(0, LEVELS_MAX) };
  const levels = [...shown.asks, ...shown.bids];
  const priceWidth = Math.max(5, ...levels.map(({ price }) => price.length));
  const sizeWidth = Math.max(4, ...levels.map(({ size }) => size.length));
  const largest = levels.reduce((most, { exactSize }) => max(most, exactSize), levels[0]!.exactSize);
  const room = Math.max(0, Math.min(BAR_MAX, width - priceWidth - sizeWidth - 2 * GAP.length));
  const line = (colour: (text: string) => string) => (level: LadderLevel) =>
    `${colour(padStart(level.price, priceWidth))}${GAP}${padStart(level.size, sizeWidth)}${GAP}${colour(sizeBar(level.exactSize, largest, room))}`.trimEnd();
  const heading = paint.bold(`${padStart('price', priceWidth)}${GAP}${padStart('size', sizeWidth)}`);
  const left = Math.max(asks.length, bids.length) - LEVELS_MAX;
  return [
    heading,
    ...[...shown.asks].reverse().map(line(paint.red)),
    paint.dim(spreadLine(asks[0], bids[0], width)),
    ...shown.bids.map(line(paint.green)),
    ...(left > 0 ? [paint.dim(`${left} more levels; -o csv shows all`.slice(0, width))] : []),
    '',
  ].join('\n');
}

/** Returns the levels of a side; undefined if it holds anything but prices and sizes. */
function readLevels(side: JsonValue | undefined): readonly ReadLevel[] | undefined {
  if (!Array.isArray(side)) return undefined;
  const read = (side as readonly JsonValue[]).map((level) => {
    const [price, size] = (Array.isArray(level) ? level : []).map((cell: JsonValue) =>
      parseDecimal(plainCell(cell)),
    );
    return price === undefined || size === undefined ? undefined : { price, size };
  });
  return read.some((one) => one === undefined) ? undefined : (read as readonly ReadLevel[]);
}

/** Returns both sides as texts, with as many decimals in all prices, and in all sizes, as any of them needs. */
function printedLevels(asks: readonly ReadLevel[], bids: readonly ReadLevel[]) {
  const both = [...asks, ...bids];
  const placesOf = (numbers: readonly Decimal[]) =>
    Math.max(...numbers.map((number) => trimZeros(number).scale));
  const pricePlaces = placesOf(both.map(({ price }) => price));
  const sizePlaces = placesOf(both.map(({ size }) => size));
  const printed = ({ price, size }: ReadLevel): LadderLevel => ({
    price: safeText(formatDecimal(rescale(price, pricePlaces, 'nearest'))),
    size: safeText(formatDecimal(rescale(size, sizePlaces, 'nearest'))),
    exactSize: size,
  });
  return [asks.map(printed), bids.map(printed)] as const;
}

/** Returns the bar of a size, drawn in eighths of a column to show small differences. */
function sizeBar(size: Decimal, largest: Decimal, room: number): string {
  if (largest.value === 0n || room === 0) return '';
  const eighths = Number(
    divide({ value: size.value * BigInt(room * 8), scale: size.scale }, largest, 0, 'nearest').value,
  );
  const shown = size.value === 0n ? 0 : Math.max(1, eighths);
  return '█'.repeat(Math.floor(shown / 8)) + BLOCKS[shown % 8]!;
}

/** The decimals of a spread in bps: the tightest books have a spread of a thousandth of a basis point. */
const BPS_PLACES = 3;

function spreadLine(ask: LadderLevel | undefined, bid: LadderLevel | undefined, width: number): string {
  if (ask === undefined || bid === undefined) return 'one side is empty';
  const [high, low] = [parseDecimal(ask.price)!, parseDecimal(bid.price)!];
  const spread = subtract(high, low);
  if (compare(high, ZERO) === 0) return `spread ${formatDecimal(spread)}`;
  const bps = divide({ value: spread.value * 10_000n, scale: spread.scale }, high, BPS_PLACES, 'nearest');
  return `spread ${formatDecimal(spread)}, ${formatDecimal(bps)} bps`.slice(0, width);
}
