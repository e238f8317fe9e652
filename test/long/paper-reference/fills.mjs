// Fills: what the market pays for a quantity, how much a notional buys, entering and leaving.

import { basisPoints, execute, newPosition, sign } from './ledger.mjs';
import {
  add,
  ceiling,
  divide,
  equal,
  floor,
  greatest,
  integer,
  isZero,
  least,
  money,
  moneyUp,
  negate,
  negative,
  positive,
  subtract,
  text,
  times,
  ZERO,
} from './numbers.mjs';

/** A thesis is refused with a reason. */
export class Refusal extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** The price of a market fill without a book, against who trades. */
export function slippedPrice(ledger, symbol, reference, buying) {
  const tick = ledger.symbols.get(symbol).tick_size;
  const share = basisPoints(ledger.settings.slippage_bps);
  if (buying) return ceiling(times(reference, add(integer(1), share)), tick);
  return greatest(floor(times(reference, subtract(integer(1), share)), tick), tick);
}

/** The levels that are left of the snapshot that counts now, or null where none counts. */
function levelsLeft(ledger, market, book, buying) {
  const snapshots = market.snapshots.filter((found) => found.t <= market.now);
  const snapshot = snapshots.at(-1);
  if (snapshot === undefined || market.now - snapshot.t > ledger.settings.book_max_age_ms) return null;
  const key = `${book} ${buying ? 'asks' : 'bids'} ${snapshots.length} ${market.symbol}`;
  let gone = ledger.spent.get(key) ?? ZERO;
  const levels = [];
  for (const level of buying ? snapshot.asks : snapshot.bids) {
    const taken = least(gone, level.quantity);
    gone = subtract(gone, taken);
    if (!equal(taken, level.quantity)) levels.push({ ...level, quantity: subtract(level.quantity, taken) });
  }
  return { key, levels };
}

/** Value and source of a market fill; spends the depth it takes. */
export function marketFill(ledger, market, book, buying, quantity) {
  const left = levelsLeft(ledger, market, book, buying);
  if (left === null) {
    const price = slippedPrice(ledger, market.symbol, market.price, buying);
    return { value: money(times(price, quantity)), source: market.source };
  }
  let wanted = quantity;
  let value = ZERO;
  for (const level of left.levels) {
    const taken = least(wanted, level.quantity);
    value = add(value, times(taken, level.price));
    wanted = subtract(wanted, taken);
  }
  if (positive(wanted)) throw new Refusal('insufficient_depth');
  ledger.spent.set(left.key, add(ledger.spent.get(left.key) ?? ZERO, quantity));
  return { value: money(value), source: 'book' };
}

/** The quantity, in whole steps, that a notional pays for. */
export function quantityFor(ledger, market, book, buying, notional) {
  const step = ledger.symbols.get(market.symbol).step_size;
  const left = levelsLeft(ledger, market, book, buying);
  if (left === null)
    return floor(divide(notional, slippedPrice(ledger, market.symbol, market.price, buying)), step);
  let unspent = notional;
  let quantity = ZERO;
  for (const level of left.levels) {
    const taken = least(level.quantity, divide(unspent, level.price));
    quantity = add(quantity, taken);
    unspent = subtract(unspent, times(taken, level.price));
    if (isZero(unspent)) return floor(quantity, step);
  }
  throw new Refusal('insufficient_depth');
}

/** The fee share of a symbol, its own before the ledger's. */
export const feeRate = (ledger, symbol, kind) =>
  ledger.symbols.get(symbol)[`${kind}_fee`] ?? ledger.settings[`${kind}_fee`];

const postTrade = (draft, asset, position, list) => {
  const { position_id: id } = position;
  for (const [account, amount] of list) draft.postings.push([account.replace('*', id), asset, amount]);
};

/** Opens a position or adds to one. */
export function enter(ledger, draft, { position, fields, quantity, fill, margin, now, reference }) {
  const { asset } = ledger.settings;
  const effect = position === undefined ? 'open' : 'add';
  const held = position ?? newPosition(ledger, fields);
  const fee = moneyUp(times(fill.value, feeRate(ledger, held.symbol, 'taker')));
  held.quantity = add(held.quantity, quantity);
  held.cost = add(held.cost, fill.value);
  held.margin = add(held.margin, margin);
  held.fees = add(held.fees, fee);
  postTrade(draft, asset, held, [
    ['cash', negate(add(margin, fee))],
    ['margin:*', margin],
    ['fees', fee],
  ]);
  const signed = times(sign(held.side), quantity);
  postTrade(draft, held.symbol, held, [
    ['exposure:*', signed],
    ['market', negate(signed)],
  ]);
  execute(ledger, draft, held, {
    effect,
    trigger: 'thesis',
    time: now,
    quantity,
    value: fill.value,
    price_source: fill.source,
    reference,
    buying: held.side === 'LONG',
    fee: text(fee),
    fee_kind: 'taker',
    realised: '0',
    margin: text(margin),
    shortfall: '0',
    assumed: null,
  });
  return held;
}

const feeOf = (ledger, position, kind, value, rest) => {
  const { symbol } = position;
  if (kind !== 'liquidation') return moneyUp(times(value, feeRate(ledger, symbol, kind)));
  const whole = moneyUp(times(value, ledger.symbols.get(symbol).liquidation_fee));
  return least(whole, greatest(rest, ZERO));
};

/** Leaves a quantity of a position, or all of it. */
export function leave(
  ledger,
  draft,
  position,
  { quantity, fill, trigger, feeKind = 'taker', now, reference, assumed = null },
) {
  const { asset } = ledger.settings;
  const whole = equal(quantity, position.quantity);
  const part = (x) => (whole ? x : money(divide(times(x, quantity), position.quantity)));
  const cost = part(position.cost);
  const margin = part(position.margin);
  const realised = times(sign(position.side), subtract(fill.value, cost));
  const fee = feeOf(ledger, position, feeKind, fill.value, add(margin, realised));
  const net = subtract(add(margin, realised), fee);
  const shortfall = negative(net) ? negate(net) : ZERO;
  execute(ledger, draft, position, {
    effect: whole ? 'close' : 'reduce',
    trigger,
    time: now,
    quantity,
    value: fill.value,
    price_source: fill.source,
    reference,
    buying: position.side === 'SHORT',
    fee: text(fee),
    fee_kind: feeKind,
    realised: text(realised),
    margin: text(negate(margin)),
    shortfall: text(shortfall),
    assumed,
  });
  postTrade(draft, asset, position, [
    ['cash', add(net, shortfall)],
    ['margin:*', negate(margin)],
    ['realised', negate(realised)],
    [feeKind === 'liquidation' ? 'liquidation_fees' : 'fees', fee],
    ['insurance', negate(shortfall)],
  ]);
  const signed = times(sign(position.side), quantity);
  postTrade(draft, position.symbol, position, [
    ['exposure:*', negate(signed)],
    ['market', signed],
  ]);
  position.quantity = subtract(position.quantity, quantity);
  position.cost = subtract(position.cost, cost);
  position.margin = subtract(position.margin, margin);
  position.realised = add(position.realised, realised);
  if (feeKind === 'liquidation') position.liquidationFees = add(position.liquidationFees, fee);
  else position.fees = add(position.fees, fee);
  position.shortfall = add(position.shortfall, shortfall);
  position.leftQuantity = add(position.leftQuantity, quantity);
  position.leftValue = add(position.leftValue, fill.value);
  position.closeTrigger = trigger;
  if (whole) position.closedAt = now;
}
