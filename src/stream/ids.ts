/**
 * Finds numbers in messages without parsing the JSON. A key is at the same position in most messages of a
 * stream, so its last position is tried first.
 */

/** An id in a message, exact above 2^53 as well. */
export type MessageId = number | bigint;

/** The number of digits up to which a JavaScript number holds every integer exactly. */
const SAFE_DIGITS = 15;
const QUOTE = 0x22;

/** Reads the number after a key in the JSON text of messages. */
export class IdFinder {
  readonly #key: Buffer;
  /** The last position of the key, from the start of its message. */
  #at = 0;

  /** @param key the name of the member, such as "u" */
  constructor(key: string) {
    this.#key = Buffer.from(`"${key}":`, 'latin1');
  }

  /**
   * Returns the number in the message from `start` to `end`, or undefined if the message has no such field or its value
   * is not a whole number.
   */
  find(bytes: Buffer, start = 0, end = bytes.length): MessageId | undefined {
    const key = this.#key;
    if (!keyMatches(bytes, key, start + this.#at, end)) {
      const at = bytes.subarray(start, end).indexOf(key);
      if (at === -1) return undefined;
      this.#at = at;
    }
    return readNumber(bytes, start + this.#at + key.length, end);
  }
}

function keyMatches(bytes: Buffer, key: Buffer, at: number, end: number): boolean {
  if (at + key.length >= end) return false;
  for (let index = 0; index < key.length; index += 1) {
    if (bytes[at + index] !== key[index]) return false;
  }
  return true;
}

/**
 * Reads the digits at a position; a quote may precede them, because options write trade ids as strings. Its constants stand
 * in it because those of a module are variables in a bundle, and V8 multiplies the first nine digits as an integer of 32 bits.
 */
function readNumber(bytes: Buffer, from: number, end: number): MessageId | undefined {
  const zero = 0x30;
  const start = bytes[from] === QUOTE ? from + 1 : from;
  const middle = Math.min(start + 9, end);
  let at = start;
  let value = 0;
  for (; at < middle; at += 1) {
    const digit = bytes[at]! - zero;
    // As an unsigned number, a byte below the zero is above nine.
    if (digit >>> 0 > 9) break;
    value = (value * 10 + digit) | 0;
  }
  if (at === start) return undefined;
  if (at < start + 9) return value;
  for (; at < end; at += 1) {
    const digit = bytes[at]! - zero;
    if (digit >>> 0 > 9) break;
    value = value * 10 + digit;
  }
  return at - start <= SAFE_DIGITS ? value : toMessageId(BigInt(bytes.toString('latin1', start, at)));
}

function toMessageId(value: bigint): MessageId {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** Returns the id after the given one. */
export function nextId(id: MessageId): MessageId {
  return typeof id === 'bigint' ? id + 1n : id < Number.MAX_SAFE_INTEGER ? id + 1 : BigInt(id) + 1n;
}

/** Returns the id before the given one. */
export function previousId(id: MessageId): MessageId {
  return typeof id === 'bigint' ? toMessageId(id - 1n) : id - 1;
}

/** Returns how many ids lie between two ids, both excluded. */
export function countBetween(before: MessageId, after: MessageId): MessageId {
  return typeof before === 'number' && typeof after === 'number'
    ? after - before - 1
    : toMessageId(BigInt(after) - BigInt(before) - 1n);
}
