/** The thesis action `add`: opens a paper position, or adds to an open one at an average entry price. */
import { add, compare, type Decimal, min, multiply } from '../../core/decimal.ts';
import type { EntryParts } from '../ledger/book.ts';
import { isLiquidated } from '../ledger/liquidation.ts';
import { newPosition, type Position } from '../ledger/position.ts';
import { tierOf } from '../market/symbol-rules.ts';
import { moneyOf, moneyUp } from '../numbers.ts';
import type { PaperThesis } from '../scenario/thesis-record.ts';
import {
  buys,
  enterPosition,
  fillAtMarket,
  leavePosition,
  type MarketContext,
  quantityAtMarket,
} from './fills.ts';
import { ThesisRefusal, type Warning } from './refusal.ts';

/** The outcome of a thesis action: the position it opened or changed, and its warnings. */
export interface ActionOutcome {
  readonly position: Position;
  readonly warnings: readonly Warning[];
}

/** Returns the leverage of a thesis: paper_leverage if given, else requested_leverage, else leverage. */
export function leverageOf({ leverages }: PaperThesis): Decimal {
  return leverages[0]!;
}

/** Carries out an `add`. */
export function addToPosition(context: MarketContext, parts: EntryParts, thesis: PaperThesis): ActionOutcome {
  const { draft, settings, instrument } = context;
  const { symbol } = instrument.rules;
  const side = thesis.side!;
  const warnings: Warning[] = [];
  const leverage = leverageOf(thesis);
  if (thesis.leverages.some((one) => compare(one, leverage) !== 0)) warnings.push('leverage_differs');
  const notional = notionalOf(thesis, leverage, warnings);
  const open = draft.book.openOf(symbol);
  const opposite = open.filter((one) => one.side !== side);
  if (opposite.length > 0 && settings.oppositeAdd === 'refuse') throw new ThesisRefusal('opposite_position');
  if (settings.oppositeAdd === 'flip') for (const one of opposite) closeForFlip(context, parts, one);
  const held = open.find((one) => one.side === side);
  const position =
    held ??
    newPosition({
      id: draft.nextPositionId(),
      book: draft.book.name,
      symbol,
      side,
      openedAt: context.now,
      agent: thesis.agent,
      runId: thesis.runId,
      thesis: thesis.hash,
    });
  const entered = enter(context, parts, position, leverage, notional);
  return { position: entered, warnings };
}

/**
 * Returns the notional that a thesis asks for. Where the thesis gives both a margin and a notional, the
 * smaller counts.
 */
function notionalOf(thesis: PaperThesis, leverage: Decimal, warnings: Warning[]): Decimal {
  const { margin, notional } = thesis;
  const ofMargin = margin && multiply(margin, leverage);
  if (ofMargin === undefined) return notional!;
  if (notional === undefined) return ofMargin;
  if (compare(ofMargin, notional) !== 0) warnings.push('sizes_differ');
  return min(ofMargin, notional);
}

/** Closes the whole position of the opposite side at market, before a thesis opens its own side. */
function closeForFlip(context: MarketContext, parts: EntryParts, position: Position): void {
  const { draft, instrument, now, quote } = context;
  const fill = fillAtMarket(context, buys(position.side, 'leave'), position.quantity);
  leavePosition(draft, parts, instrument, position, {
    quantity: position.quantity,
    value: fill.value,
    source: fill.source,
    reference: quote.price,
    trigger: 'flip',
    feeKind: 'taker',
    time: now,
    assumed: null,
  });
}

/** Opens a position, or adds to one, for a notional at market, after all checks of the size. */
function enter(
  context: MarketContext,
  parts: EntryParts,
  position: Position,
  leverage: Decimal,
  notional: Decimal,
): Position {
  const { draft, instrument, quote } = context;
  const { rules, takerFee } = instrument;
  const isBuy = buys(position.side, 'enter');
  const quantity = quantityAtMarket(context, isBuy, notional);
  if (quantity.value === 0n || compare(quantity, rules.minQuantity) < 0) {
    throw new ThesisRefusal('below_min_quantity');
  }
  if (compare(quantity, rules.maxQuantity) > 0) throw new ThesisRefusal('above_max_quantity');
  const fill = fillAtMarket(context, isBuy, quantity);
  if (compare(fill.value, rules.minNotional) < 0) throw new ThesisRefusal('below_min_notional');
  const whole = multiply(add(position.quantity, quantity), quote.price);
  if (compare(leverage, tierOf(rules.tiers, whole).maxLeverage) > 0) {
    throw new ThesisRefusal('leverage_above_tier');
  }
  const margin = moneyOf(fill.value, leverage, 'up');
  const fee = moneyUp(multiply(fill.value, takerFee));
  if (draft.book.name === 'paper' && compare(add(margin, fee), draft.cash) > 0) {
    throw new ThesisRefusal('insufficient_cash');
  }
  const entered = enterPosition(context, parts, position, { quantity, fill, margin, fee });
  if (isLiquidated(entered.side, quote.price, entered.liquidationPrice)) {
    throw new ThesisRefusal('would_liquidate_now');
  }
  return entered;
}
