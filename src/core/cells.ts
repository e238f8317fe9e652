/** Values of answers and events as the text of table and csv cells. */
import { stringifyJson } from './json.ts';
import type { JsonValue } from './words.ts';

/** Returns a cell as plain text: strings unchanged, numbers with every digit, lists and objects as JSON. */
export function plainCell(value: JsonValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : stringifyJson(value);
}

/**
 * Returns whether the value of a time means that there is none: the exchange sends -1, such as the `workingTime` of
 * a stop order that was not triggered, or 0.
 */
export function isUnsetTime(value: JsonValue): boolean {
  return value === -1 || value === 0;
}

/** Returns a number with commas between the thousands of its whole part: "-1234567.5" becomes "-1,234,567.5". */
export function groupThousands(number: string): string {
  const dot = number.indexOf('.');
  const whole = dot === -1 ? number : number.slice(0, dot);
  if (whole.length < 4) return number;
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + (dot === -1 ? '' : number.slice(dot));
}

/** Returns whether the exchange sends a point in time under this name, such as `workingTime`. */
export function isTimeName(name: string): boolean {
  return /(?:^t|T)ime(?:stamp)?$/.test(name);
}
