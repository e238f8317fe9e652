/** Values of a replay's records as HTML: rounded for display, with the whole number as the title. */

import { escapeHtml } from '../../charts-page/escape.ts';
import {
  abs,
  compare,
  type Decimal,
  decimalOf,
  formatDecimal,
  formatTrimmed,
  rescale,
  sign,
} from '../../core/decimal.ts';
import { formatTime } from '../../core/time.ts';
import type { CanonicalValue } from '../canonical.ts';

/** Amounts and ratios are shown with so many digits after the point; those near zero are shown whole. */
const DISPLAY_DIGITS = 2;
const NEAR_ZERO = decimalOf('0.1');

/** Returns a value as HTML; a dash for none. */
export function text(value: CanonicalValue | undefined): string {
  return value === null || value === undefined ? '-' : escapeHtml(String(value));
}

/** Returns a time as HTML; a dash for none. */
export function timeText(time: CanonicalValue | undefined): string {
  return typeof time === 'number' ? escapeHtml(formatTime(time)) : '-';
}

/** Returns a price with as many digits as the tick of its symbol has. */
export function priceText(price: CanonicalValue | undefined, tick: Decimal): string {
  return typeof price === 'string' ? roundedTo(decimalOf(price), tick.scale) : text(price);
}

/** Returns an amount or a ratio. */
export function amountText(value: CanonicalValue | undefined): string {
  if (typeof value !== 'string') return text(value);
  const number = decimalOf(value);
  const isNearZero = sign(number) !== 0 && compare(abs(number), NEAR_ZERO) < 0;
  return isNearZero ? escapeHtml(value) : roundedTo(number, DISPLAY_DIGITS);
}

/** Returns an amount with its sign and the colour of a gain or a loss. */
export function signedText(value: CanonicalValue | undefined): string {
  if (typeof value !== 'string') return '-';
  const shown = amountText(value);
  switch (sign(decimalOf(value))) {
    case 0:
      return shown;
    case 1:
      return `<span class="gain">+${shown}</span>`;
    case -1:
      return `<span class="loss">${shown}</span>`;
  }
}

/** Returns a fraction as a percentage. */
export function percentText(value: CanonicalValue | undefined): string {
  if (typeof value !== 'string') return '-';
  const fraction = decimalOf(value);
  return `${amountText(formatTrimmed({ value: fraction.value * 100n, scale: fraction.scale }))} %`;
}

/** Returns a number with so many digits after the point; its title is the whole number if it has more. */
function roundedTo(number: Decimal, digits: number): string {
  const shown = formatDecimal(rescale(number, digits, 'nearest'));
  return number.scale <= digits ? shown : `<span title="${formatTrimmed(number)}">${shown}</span>`;
}
