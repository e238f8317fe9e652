/** The thesis actions `reduce` and `close`. */
import { abs, compare, type Decimal, multiply, subtract } from '../../core/decimal.ts';
import type { EntryParts } from '../ledger/book.ts';
import type { Position } from '../ledger/position.ts';
import {
  bpsOf,
  compareFractions,
  type Fraction,
  floorFraction,
  ONE,
  tickAbove,
  tickBelow,
} from '../numbers.ts';
import type { PaperThesis } from '../scenario/thesis-record.ts';
import type { ActionOutcome } from './add.ts';
import { buys, fillAtMarket, leavePosition, type MarketContext, type PaperFill } from './fills.ts';
import { isWorse, valueAt } from './instrument.ts';
import { ThesisRefusal, type Warning } from './refusal.ts';

/** Carries out the thesis action `reduce`. Where a thesis gives several sizes, the largest counts. */
export function reducePosition(
  context: MarketContext,
  parts: EntryParts,
  thesis: PaperThesis,
  position: Position,
): ActionOutcome {
  const { reduceFraction, reduceNotional, reduceQuantity } = thesis;
  const sizes: Fraction[] = [];
  if (reduceFraction !== undefined) sizes.push(whole(multiply(position.quantity, reduceFraction)));
  if (reduceNotional !== undefined) sizes.push({ top: reduceNotional, bottom: context.quote.price });
  if (reduceQuantity !== undefined) sizes.push(whole(reduceQuantity));
  const warnings: Warning[] = [];
  let wanted = sizes[0]!;
  for (const size of sizes) {
    const order = compareFractions(size, wanted);
    if (order !== 0) warnings.push('sizes_differ');
    if (order > 0) wanted = size;
  }
  const quantity = quantityToLeave(context, position, wanted, warnings);
  const fill = fillAtMarket(context, buys(position.side, 'leave'), quantity);
  return { position: leave(context, parts, position, quantity, fill), warnings };
}

/** Carries out the thesis action `close`. A mark price in the thesis may decide the value of the fill. */
export function closePosition(
  context: MarketContext,
  parts: EntryParts,
  thesis: PaperThesis,
  position: Position,
): ActionOutcome {
  const warnings: Warning[] = [];
  const wanted = whole(multiply(position.quantity, thesis.closeFraction!));
  const quantity = quantityToLeave(context, position, wanted, warnings);
  const fill =
    thesis.markPrice === undefined
      ? fillAtMarket(context, buys(position.side, 'leave'), quantity)
      : fillAtMark(context, position, quantity, thesis.markPrice);
  return { position: leave(context, parts, position, quantity, fill), warnings };
}

function whole(quantity: Decimal): Fraction {
  return { top: quantity, bottom: ONE };
}

/**
 * Returns the quantity by which a position is reduced, rounded down to the step. The whole position is closed
 * where the size reaches it, or where less than the minimum quantity would remain.
 */
function quantityToLeave(
  { instrument }: MarketContext,
  { quantity: held }: Position,
  wanted: Fraction,
  warnings: Warning[],
): Decimal {
  const { step, minQuantity } = instrument.rules;
  const order = compareFractions(wanted, whole(held));
  if (order >= 0) {
    if (order > 0) warnings.push('clamped');
    return held;
  }
  const quantity = floorFraction(wanted, step);
  if (quantity.value === 0n || compare(quantity, minQuantity) < 0) {
    throw new ThesisRefusal('below_min_quantity');
  }
  if (compare(subtract(held, quantity), minQuantity) >= 0) return quantity;
  warnings.push('dust_closed');
  return held;
}

/** Returns the value of a fill for a thesis that gives a mark price. */
function fillAtMark(context: MarketContext, position: Position, quantity: Decimal, mark: Decimal): PaperFill {
  const { settings, quote, instrument } = context;
  const isBuy = buys(position.side, 'leave');
  const { tick } = instrument.rules;
  const ofMark: PaperFill = {
    value: valueAt(isBuy ? tickAbove(mark, tick) : tickBelow(mark, tick), quantity),
    source: 'thesis',
  };
  if (settings.markPricePolicy === 'trust') return ofMark;
  const distance = abs(subtract(mark, quote.price));
  if (compare(distance, bpsOf(quote.price, settings.markPriceBandBps)) > 0) {
    throw new ThesisRefusal('mark_price_off_market');
  }
  const ofMarket = fillAtMarket(context, isBuy, quantity);
  return isWorse(ofMark.value, ofMarket.value, isBuy) ? ofMark : ofMarket;
}

function leave(
  { draft, instrument, now, quote }: MarketContext,
  parts: EntryParts,
  position: Position,
  quantity: Decimal,
  fill: PaperFill,
): Position {
  return leavePosition(draft, parts, instrument, position, {
    quantity,
    value: fill.value,
    source: fill.source,
    reference: quote.price,
    trigger: 'thesis',
    feeKind: 'taker',
    time: now,
    assumed: null,
  });
}
