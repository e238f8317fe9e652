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
  ZERO,
} from '../../core/decimal.ts';
import { padStart, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';

export interface LadderOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Paint;
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
  const [asks, bids] = [levelsOf(sides.asks), levelsOf(sides.bids)];
  if (asks === undefined || bids === undefined || asks.length + bids.length === 0) return undefined;
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

/** Returns the levels of a side, with the same number of decimals in all prices and in all sizes. */
function levelsOf(side: JsonValue | undefined): readonly LadderLevel[] | undefined {
  if (!Array.isArray(side)) return undefined;
  const read = (side as readonly JsonValue[]).map((level) => {
    const [price, size] = (Array.isArray(level) ? level : []).map((cell: JsonValue) =>
      parseDecimal(plainCell(cell)),
    );
    return price === undefined || size === undefined ? undefined : { price, size };
  });
  if (read.some((one) => one === undefined)) return undefined;
  const levels = read as readonly { readonly price: Decimal; readonly size: Decimal }[];
  const places = (pick: (one: (typeof levels)[number]) => Decimal) =>
    Math.max(
      0,
      ...levels.map(
        (one) =>
          formatDecimal(pick(one))
            .replace(/\.?0+$|^[^.]*$/, '')
            .replace(/^[^.]*\./, '').length,
      ),
    );
  const [pricePlaces, sizePlaces] = [places(({ price }) => price), places(({ size }) => size)];
  return levels.map(({ price, size }) => ({
    price: safeText(formatDecimal(rescale(price, pricePlaces, 'nearest'))),
    size: safeText(formatDecimal(rescale(size, sizePlaces, 'nearest'))),
    exactSize: size,
  }));
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
