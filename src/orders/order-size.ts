/** Sizes of orders that are a part of something: "50%", "all", or a fraction such as 0.5. */
import { compare, type Decimal, floorToStep, multiply, ONE, parseDecimal, sign } from '../core/decimal.ts';

const PERCENT: Decimal = { value: 1n, scale: 2 };

/** Returns the part that "50%" or "all" stands for, above 0 and at most 1; undefined for any other text. */
export function parsePart(text: string): Decimal | undefined {
  if (text.toLowerCase() === 'all') return ONE;
  if (!text.endsWith('%')) return undefined;
  const percent = parseDecimal(text.slice(0, -1));
  return percent === undefined ? undefined : withinOne(multiply(percent, PERCENT));
}

/** Returns the part that "50%", "all" or "0.5" stands for; undefined for any other text. */
export function parseFraction(text: string): Decimal | undefined {
  const plain = parseDecimal(text);
  return plain === undefined ? parsePart(text) : withinOne(plain);
}

function withinOne(part: Decimal): Decimal | undefined {
  return sign(part) > 0 && compare(part, ONE) <= 0 ? part : undefined;
}

/** Returns the part of an amount as a quantity that an order may have: rounded down to the step. */
export function partOf(whole: Decimal, part: Decimal, step: Decimal): Decimal {
  return floorToStep(multiply(whole, part), step);
}
