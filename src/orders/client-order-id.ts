/** Client order ids, by which an order is known before the exchange has given it an order id. */
import { createHash } from 'node:crypto';
import type { Random } from '../core/clock.ts';
import type { UnixMs } from '../core/words.ts';

/** Crockford's base-32 digits, which leave out I, L, O and U; all are legal in a client order id. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/** The largest length of a client order id (public facts, Request rules). */
const LENGTH_MAX = 36;

/** What the exchange accepts as a client order id (interface document, client ids). */
const ACCEPTED = /^[.A-Za-z0-9:/_-]{1,36}$/;

const FORM = /^([a-zA-Z0-9]{2}[0-9A-HJKMNP-TV-Z]{26})-([1-9]\d{0,6})$/;

/**
 * Returns a new client order id: two letters, a ULID (48 bits of time and 80 random bits, so that ids sort by
 * age and never collide), and the number of the attempt, which is 1.
 */
export function newClientOrderId(prefix: string, now: UnixMs, random: Random): string {
  if (!/^[a-zA-Z0-9]{2}$/.test(prefix))
    throw new RangeError('the prefix of a client order id has two letters or digits');
  let time = '';
  for (let rest = BigInt(now), digit = 0; digit < TIME_DIGITS; digit += 1, rest >>= 5n)
    time = DIGITS[Number(rest & 31n)] + time;
  let randomPart = '';
  for (let digit = 0; digit < RANDOM_DIGITS; digit += 1) randomPart += DIGITS[Math.floor(random.next() * 32)];
  return `${prefix}${time}${randomPart}-1`;
}

/**
 * Returns a function whose results are the ids of the orders of one command, in their order. The same idempotency key gives
 * the same ids. The first id is the key itself if the exchange accepts it as an id; otherwise, and for further orders, the id is
 * made from a digest of the key and the number of the order.
 */
export function keyedOrderIds(prefix: string, key: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return count === 1 && ACCEPTED.test(key) ? key : idOfDigest(prefix, `${count} ${key}`);
  };
}

/** Returns an id of the form of `newClientOrderId` whose digits are those of a digest. */
function idOfDigest(prefix: string, text: string): string {
  const bytes = createHash('sha256')
    .update(text)
    .digest()
    .subarray(0, TIME_DIGITS + RANDOM_DIGITS);
  return `${prefix}${Array.from(bytes, (byte) => DIGITS[byte & 31]).join('')}-1`;
}

/**
 * Returns the client order id of the next attempt to place the same order, for use after the previous attempt
 * is proved absent. Throws a RangeError for an id that this module did not make.
 */
export function nextAttemptId(id: string): string {
  const match = FORM.exec(id);
  if (match === null) throw new RangeError(`not a client order id of bourse: ${id}`);
  const next = `${match[1]}-${Number(match[2]) + 1}`;
  if (next.length > LENGTH_MAX) throw new RangeError(`no attempts are left for ${id}`);
  return next;
}
