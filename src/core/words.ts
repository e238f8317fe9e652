/**
 * The branded words of the house: plain strings and numbers whose type says what they mean.
 */

declare const brand: unique symbol;

/** A moment as integer milliseconds since 1970-01-01T00:00:00Z. */
export type UnixMs = number & { readonly [brand]: 'UnixMs' };

/** A decimal number as text, such as "0.00100000"; never a JS float. */
export type DecimalString = string & { readonly [brand]: 'DecimalString' };

/** Returns the number as a moment; asserts that it is a whole number of milliseconds. */
export function unixMs(value: number): UnixMs {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of ms: ${value}`);
  return value as UnixMs;
}

/** Any JSON value as it comes from `JSON.parse`, plus bigint for integers that a float can't hold. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
