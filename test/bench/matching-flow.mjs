/** A mixed flow of orders with string ids, equal for all measured programs. */

/** The shares of limit orders, market orders and cancellations: 6, 1 and 3 in 10. */
const LIMITS = 6;
const MARKETS = 1;

const MIDDLE = 1_000_000;
/** The share of limit orders that cross the mid price. */
const OVERLAP = 30;
/** The largest distance of limit prices from the mid price in ticks. */
const SPREAD = 100;

/**
 * Returns commands as one array per field, because reading an array of objects would be part of the
 * measurement.
 */
export function flowOf(count, seed) {
  const next = chanceOf(seed);
  const flow = { kinds: new Uint8Array(count), sides: new Uint8Array(count), prices: new Int32Array(count) };
  const lots = new Int32Array(count);
  const ids = new Array(count);
  const cancels = new Int32Array(count);
  let placed = 0;
  for (let index = 0; index < count; index += 1) {
    const roll = Math.floor(next() * 10);
    flow.kinds[index] = roll < LIMITS ? 0 : roll < LIMITS + MARKETS ? 1 : 2;
    flow.sides[index] = next() < 0.5 ? 0 : 1;
    const away = Math.floor(next() * SPREAD) - OVERLAP;
    flow.prices[index] = flow.sides[index] === 1 ? MIDDLE - away : MIDDLE + away;
    lots[index] = 1 + Math.floor(next() * 1000);
    ids[index] = `100001 order-${index.toString(36).padStart(8, '0')}`;
    // One of the last 1,000 orders, which may be filled already.
    cancels[index] = Math.max(0, placed - 1 - Math.floor(next() * 1000));
    if (flow.kinds[index] !== 2) placed = index + 1;
  }
  return { ...flow, lots, ids, cancels, count };
}

function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
