/** An order book as a ladder for a terminal: asks above, bids below, the spread between, a bar for each size. */
import type { Paint } from '../../commands/types.ts';
import {
  compare,
  type Decimal,
  divide,
  formatDecimal,
  max,
  parseDecimal,
  rescale,
  subtract,
} from '../../core/decimal.ts';
import { padStart, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { plainCell } from './rows.ts';

export interface LadderOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Paint;
}

interface Level {
  readonly price: string;
  readonly size: string;
  readonly amount: Decimal;
}

/** Levels on each side that a ladder shows: more would scroll the spread away. */
const LEVELS_MAX = 20;
const GAP = '  ';
const BAR_MAX = 40;
const BLOCKS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * Returns the ladder of a book's sides, best prices next to each other, each line no wider than the terminal; undefined
 * where a level holds no numbers, or there is none.
 */
export function drawLadder(book: JsonValue, { width, paint }: LadderOptions): string | undefined {
  const sides = book as { readonly asks?: JsonValue; readonly bids?: JsonValue };
  const [asks, bids] = [levelsOf(sides.asks), levelsOf(sides.bids)];
  if (asks === undefined || bids === undefined || asks.length + bids.length === 0) return undefined;
  const shown = { asks: asks.slice(0, LEVELS_MAX), bids: bids.slice(0, LEVELS_MAX) };
  const levels = [...shown.asks, ...shown.bids];
  const priceWidth = Math.max(5, ...levels.map(({ price }) => price.length));
  const sizeWidth = Math.max(4, ...levels.map(({ size }) => size.length));
  const largest = levels.reduce((most, { amount }) => max(most, amount), levels[0]!.amount);
  const room = Math.max(0, Math.min(BAR_MAX, width - priceWidth - sizeWidth - 2 * GAP.length));
  const line = (colour: (text: string) => string) => (level: Level) =>
    `${colour(padStart(level.price, priceWidth))}${GAP}${padStart(level.size, sizeWidth)}${GAP}${colour(barOf(level.amount, largest, room))}`.trimEnd();
  const heading = paint.bold(`${padStart('price', priceWidth)}${GAP}${padStart('size', sizeWidth)}`);
  const left = Math.max(asks.length, bids.length) - LEVELS_MAX;
  return [
    heading,
    ...[...shown.asks].reverse().map(line(paint.red)),
    paint.dim(spreadOf(asks[0], bids[0], width)),
    ...shown.bids.map(line(paint.green)),
    ...(left > 0 ? [paint.dim(`${left} more levels; -o csv shows all`.slice(0, width))] : []),
    '',
  ].join('\n');
}

/** All sizes, and all prices, with as many decimals as one of them needs. */
function levelsOf(side: JsonValue | undefined): readonly Level[] | undefined {
  if (!Array.isArray(side)) return undefined;
  const read = (side as readonly JsonValue[]).map((level) => {
    const [price, size] = (Array.isArray(level) ? level : []).map((cell: JsonValue) =>
      parseDecimal(plainCell(cell)),
    );
    return price === undefined || size === undefined ? undefined : { price, size };
  });
  if (read.some((one) => one === undefined)) return undefined;
  const whole = read as readonly { readonly price: Decimal; readonly size: Decimal }[];
  const places = (pick: (one: (typeof whole)[number]) => Decimal) =>
    Math.max(
      0,
      ...whole.map(
        (one) =>
          formatDecimal(pick(one))
            .replace(/\.?0+$|^[^.]*$/, '')
            .replace(/^[^.]*\./, '').length,
      ),
    );
  const [pricePlaces, sizePlaces] = [places(({ price }) => price), places(({ size }) => size)];
  return whole.map(({ price, size }) => ({
    price: safeText(formatDecimal(rescale(price, pricePlaces, 'nearest'))),
    size: safeText(formatDecimal(rescale(size, sizePlaces, 'nearest'))),
    amount: size,
  }));
}

/** Eighths of a column, so that sizes that differ little still look different. */
function barOf(amount: Decimal, largest: Decimal, room: number): string {
  if (largest.value === 0n || room === 0) return '';
  const eighths = Number(
    divide({ value: amount.value * BigInt(room * 8), scale: amount.scale }, largest, 0, 'nearest').value,
  );
  const shown = amount.value === 0n ? 0 : Math.max(1, eighths);
  return '█'.repeat(Math.floor(shown / 8)) + BLOCKS[shown % 8]!;
}

/** The tightest books have a spread of a thousandth of a bip. */
const SHARE_PLACES = 3;

function spreadOf(ask: Level | undefined, bid: Level | undefined, width: number): string {
  if (ask === undefined || bid === undefined) return 'one side is empty';
  const [high, low] = [parseDecimal(ask.price)!, parseDecimal(bid.price)!];
  const spread = subtract(high, low);
  if (compare(high, { value: 0n, scale: 0 }) === 0) return `spread ${formatDecimal(spread)}`;
  const share = divide({ value: spread.value * 10_000n, scale: spread.scale }, high, SHARE_PLACES, 'nearest');
  return `spread ${formatDecimal(spread)}, ${formatDecimal(share)} bips`.slice(0, width);
}
