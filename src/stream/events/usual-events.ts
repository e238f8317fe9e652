/**
 * Functions that read the events of the busiest streams of spot. An object literal, whose members V8 knows when it
 * compiles, takes a quarter less time than a loop over a layout that assigns members by name.
 */
import type { JsonObject } from '../../core/words.ts';
import type { EventCursor } from './event-cursor.ts';

/**
 * Reads an event from its first value on; the bytes before that value have been compared, those after the last have not.
 * The event means nothing if the cursor is surprised.
 */
export type ReadUsual = (cursor: EventCursor, bytes: Buffer) => JsonObject;

const SYMBOL = keyOf('s');
const TRADE_ID = keyOf('t');
const AGGREGATE_ID = keyOf('a');
const PRICE = keyOf('p');
const QUANTITY = keyOf('q');
const FIRST_ID = keyOf('f');
const LAST_ID = keyOf('l');
const TRADE_TIME = keyOf('T');
const IS_BUYER_MAKER = keyOf('m');
const IGNORED = keyOf('M');
const BID_PRICE = keyOf('b');
const BID_QUANTITY = keyOf('B');
const ASK_PRICE = keyOf('a');
const ASK_QUANTITY = keyOf('A');

/** The functions by the layout that they read, in the form of `EVENT_LAYOUTS`. */
export const USUAL_EVENTS: ReadonlyMap<string, ReadUsual> = new Map<string, ReadUsual>([
  ['{"e":"trade","E":#,"s":$,"t":#,"p":$,"q":$,"T":#,"m":?,"M":?}', readTrade],
  ['{"e":"aggTrade","E":#,"s":$,"a":#,"p":$,"q":$,"f":#,"l":#,"T":#,"m":?,"M":?}', readAggregateTrade],
  ['{"u":#,"s":$,"b":$,"B":$,"a":$,"A":$}', readBookTicker],
]);

function readTrade(cursor: EventCursor, bytes: Buffer): JsonObject {
  return {
    e: 'trade',
    E: cursor.integer(bytes),
    s: cursor.key(bytes, SYMBOL).symbol(bytes),
    t: cursor.key(bytes, TRADE_ID).integer(bytes),
    p: cursor.key(bytes, PRICE).text(bytes),
    q: cursor.key(bytes, QUANTITY).text(bytes),
    T: cursor.key(bytes, TRADE_TIME).integer(bytes),
    m: cursor.key(bytes, IS_BUYER_MAKER).flag(bytes),
    M: cursor.key(bytes, IGNORED).flag(bytes),
  };
}

function readAggregateTrade(cursor: EventCursor, bytes: Buffer): JsonObject {
  return {
    e: 'aggTrade',
    E: cursor.integer(bytes),
    s: cursor.key(bytes, SYMBOL).symbol(bytes),
    a: cursor.key(bytes, AGGREGATE_ID).integer(bytes),
    p: cursor.key(bytes, PRICE).text(bytes),
    q: cursor.key(bytes, QUANTITY).text(bytes),
    f: cursor.key(bytes, FIRST_ID).integer(bytes),
    l: cursor.key(bytes, LAST_ID).integer(bytes),
    T: cursor.key(bytes, TRADE_TIME).integer(bytes),
    m: cursor.key(bytes, IS_BUYER_MAKER).flag(bytes),
    M: cursor.key(bytes, IGNORED).flag(bytes),
  };
}

function readBookTicker(cursor: EventCursor, bytes: Buffer): JsonObject {
  return {
    u: cursor.integer(bytes),
    s: cursor.key(bytes, SYMBOL).symbol(bytes),
    b: cursor.key(bytes, BID_PRICE).text(bytes),
    B: cursor.key(bytes, BID_QUANTITY).text(bytes),
    a: cursor.key(bytes, ASK_PRICE).text(bytes),
    A: cursor.key(bytes, ASK_QUANTITY).text(bytes),
  };
}

/** Returns the bytes of a member's name after another member. */
function keyOf(name: string): Buffer {
  return Buffer.from(`,"${name}":`);
}
