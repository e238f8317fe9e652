/** Client order ids, by which an order is known before the exchange has given it an order id. */
import type { Random } from '../core/clock.ts';
import type { UnixMs } from '../core/words.ts';

/** Crockford's base-32 digits, which leave out I, L, O and U; all are legal in a client order id. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/** The largest length of a client order id (public facts, Request rules). */
const LENGTH_MAX = 36;

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
