/** Value types used everywhere: branded numbers and strings, and JSON values that keep every digit. */

declare const brand: unique symbol;

/** A point in time as integer milliseconds since 1970-01-01T00:00:00Z. */
export type UnixMs = number & { readonly [brand]: 'UnixMs' };

/** A decimal number as text, such as "0.00100000"; never a JS float. */
export type DecimalString = string & { readonly [brand]: 'DecimalString' };

/** Returns the number as a `UnixMs`. Throws a RangeError when it is not a whole number of milliseconds. */
export function unixMs(value: number): UnixMs {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of ms: ${value}`);
  return value as UnixMs;
}

/** A JSON number whose spelling a JS number would lose, such as 1.50, 1e-7, -0 or 0.12345678901234567890. */
export class ExactNumber {
  /** The number as spelled in the JSON text. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  /**
   * Throws, because `JSON.stringify` would write a string or lose digits; `stringifyJson` writes the number.
   */
  toJSON(): never {
    throw new TypeError(`JSON.stringify would lose the digits of ${this.text}: use stringifyJson`);
  }
}

/**
 * Any JSON value. Integers that a JS number can't hold are bigint; other numbers whose spelling a JS number
 * would lose are `ExactNumber`.
 */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | ExactNumber
  | readonly JsonValue[]
  | JsonObject;

/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Returns whether a JSON value is an object: neither null nor a list nor an exact number. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}
