/** Bars of text: as high as a part of a line, side by side in columns of time. */
import { type Decimal, divide, isZero, multiply } from '../../core/decimal.ts';
import { padEnd } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';

/** The characters of a bar that grows from below, by eighths of a line. */
export const EIGHTHS = [...' ▁▂▃▄▅▆▇█'];

/** The characters of a bar that hangs from above, by halves of a line. */
export const HALVES = [...' ▀█'];

/** Returns `items` as at most `count` groups, each of as many items as the others, or one more. */
export function groupsOf<Item>(items: readonly Item[], count: number): readonly (readonly Item[])[] {
  const length = Math.min(count, items.length);
  return Array.from({ length }, (_, at) =>
    items.slice(Math.floor((at * items.length) / length), Math.floor(((at + 1) * items.length) / length)),
  );
}

/** Returns which part of `steps` steps an amount is of the largest, in whole steps; zero if the largest is zero. */
export function stepsOf(amount: Decimal, largest: Decimal, steps: number): number {
  if (isZero(largest)) return 0;
  const scaled = multiply(amount, { value: BigInt(steps), scale: 0 });
  return Number(divide(scaled, largest, 0, 'half-even').value);
}

/**
 * Returns lines from the foot of the bars on; `characters` are those of a line from empty to full, and the height of a
 * bar counts in their steps.
 */
export function barLines(bars: readonly number[], count: number, characters: readonly string[]): string[] {
  const full = characters.length - 1;
  return Array.from({ length: count }, (_, line) =>
    bars.map((bar) => characters[Math.max(0, Math.min(full, bar - line * full))]!).join(''),
  );
}

/** Returns the times, in Unix ms, of the first and the last column, below a chart of `width` columns. */
export function timeAxis(from: number, to: number, width: number): string {
  const [first, last] = [formatTime(from), formatTime(to)];
  return width < first.length + last.length + 2
    ? `${first} to ${last}`
    : `${padEnd(first, width - last.length)}${last}`;
}
