/**
 * Finds numbers in messages without parsing them: what is only passed on is never turned into objects. Keys stand
 * at the same place in all messages of a stream, so the last place is looked at first.
 */

/** A number of a message: exact also above 2^53. */
export type MessageId = number | bigint;

/** Digits that a JS number holds exactly whatever they are. */
const SAFE_DIGITS = 15;
const ZERO = 0x30;
const NINE = 0x39;
const QUOTE = 0x22;

/** Reads the number after one key of flat JSON. */
export class IdFinder {
  readonly #key: Buffer;
  #at = 0;

  /** @param key the member's name, such as "u" */
  constructor(key: string) {
    this.#key = Buffer.from(`"${key}":`, 'latin1');
  }

  /** Returns the number, or undefined where the message has no such member or it is no whole number. */
  find(bytes: Buffer): MessageId | undefined {
    const key = this.#key;
    let at = this.#at;
    if (!keyMatches(bytes, key, at)) {
      at = bytes.indexOf(key);
      if (at === -1) return undefined;
      this.#at = at;
    }
    return readNumber(bytes, at + key.length);
  }
}

function keyMatches(bytes: Buffer, key: Buffer, at: number): boolean {
  if (at === 0 || at + key.length >= bytes.length) return false;
  for (let index = 0; index < key.length; index += 1) {
    if (bytes[at + index] !== key[index]) return false;
  }
  return true;
}

/** Options write their trade ids as text, so one quote may stand before the digits. */
function readNumber(bytes: Buffer, from: number): MessageId | undefined {
  const start = bytes[from] === QUOTE ? from + 1 : from;
  let at = start;
  let value = 0;
  for (; at < bytes.length; at += 1) {
    const digit = bytes[at]!;
    if (digit < ZERO || digit > NINE) break;
    value = value * 10 + (digit - ZERO);
  }
  const digits = at - start;
  if (digits === 0) return undefined;
  return digits <= SAFE_DIGITS ? value : toMessageId(BigInt(bytes.toString('latin1', start, at)));
}

function toMessageId(value: bigint): MessageId {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** Returns the number after this one. */
export function nextId(id: MessageId): MessageId {
  return typeof id === 'bigint' ? id + 1n : id < Number.MAX_SAFE_INTEGER ? id + 1 : BigInt(id) + 1n;
}

/** Returns the number before this one. */
export function previousId(id: MessageId): MessageId {
  return typeof id === 'bigint' ? toMessageId(id - 1n) : id - 1;
}

/** Returns how many numbers lie between two, neither counted; as text where a JS number could not hold it. */
export function countBetween(before: MessageId, after: MessageId): MessageId {
  return typeof before === 'number' && typeof after === 'number'
    ? after - before - 1
    : toMessageId(BigInt(after) - BigInt(before) - 1n);
}
