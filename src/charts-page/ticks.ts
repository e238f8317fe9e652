/** Round values and times along the axes of a chart. */
import { add, ceilToStep, compare, type Decimal, divide, subtract, trimZeros } from '../core/decimal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time-units.ts';

/** What the first digit of a step between values may be. */
const FIRST_DIGITS = [1n, 2n, 5n, 10n];

const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 7, 14, 28, 91, 182, 364, 728, 1820].map((count) => count * DAY_MS),
];

/** Returns the multiples of a round step from `low` to `high`, which is above it, at most `parts` steps apart. */
export function valueTicks(low: Decimal, high: Decimal, parts: number): readonly Decimal[] {
  const span = subtract(high, low);
  const step = roundStep(divide(span, { value: BigInt(parts), scale: 0 }, span.scale + 2, 'up'));
  const ticks: Decimal[] = [];
  for (let tick = ceilToStep(low, step); compare(tick, high) <= 0; tick = add(tick, step)) ticks.push(tick);
  return ticks;
}

/** Returns the times of a round step from `from` to `to`, in Unix ms, at most `parts` steps apart. */
export function timeTicks(from: number, to: number, parts: number): readonly number[] {
  const step = TIME_STEPS.find((one) => (to - from) / one <= parts) ?? TIME_STEPS.at(-1)!;
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  return ticks;
}

/** Returns the smallest round number that is not below a number above zero. */
function roundStep({ value, scale }: Decimal): Decimal {
  const power = 10n ** BigInt(value.toString().length - 1);
  const digit = FIRST_DIGITS.find((one) => one * power >= value)!;
  return trimZeros({ value: digit * power, scale });
}
