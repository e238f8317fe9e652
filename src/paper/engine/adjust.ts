/**
 * The thesis action `adjust_exit`: changes the stop-loss, the take-profit and the holding time of a position.
 */
import {
  ceilToStep,
  compare,
  type Decimal,
  floorToStep,
  multiply,
  rescale,
  sign,
} from '../../core/decimal.ts';
import { isAdverse } from '../ledger/liquidation.ts';
import type { Position } from '../ledger/position.ts';
import type { PaperThesis } from '../scenario/thesis-record.ts';
import type { ActionOutcome } from './add.ts';
import type { MarketContext } from './fills.ts';
import { ThesisRefusal, type Warning } from './refusal.ts';

/** Milliseconds of a minute. */
const MINUTE_MS: Decimal = { value: 60_000n, scale: 0 };

/** The latest time that a date can have, in Unix ms. */
const TIME_MAX = 8_640_000_000_000_000n;

/**
 * Carries out the thesis action `adjust_exit`: changes only the levels that are given, in the order
 * stop-loss, take-profit, holding time.
 */
export function adjustExits(context: MarketContext, thesis: PaperThesis, position: Position): ActionOutcome {
  const warnings: Warning[] = [];
  let adjusted = position;
  if (thesis.stopLoss !== undefined) {
    const stopLoss = levelOf(context, position, thesis.stopLoss, warnings);
    if (isAdverse(position.side, context.quote.price, stopLoss)) {
      throw new ThesisRefusal('would_trigger_now');
    }
    const { liquidationPrice } = position;
    if (liquidationPrice !== null && isAdverse(position.side, stopLoss, liquidationPrice)) {
      warnings.push('stop_beyond_liquidation');
    }
    adjusted = { ...adjusted, stopLoss };
  }
  if (thesis.takeProfit !== undefined) {
    const takeProfit = levelOf(context, position, thesis.takeProfit, warnings);
    if (isAdverse(position.side, takeProfit, context.quote.price)) {
      throw new ThesisRefusal('would_trigger_now');
    }
    adjusted = { ...adjusted, takeProfit };
  }
  if (thesis.holdingMinutes !== undefined) {
    adjusted = { ...adjusted, deadline: deadlineOf(context, position, thesis.holdingMinutes) };
  }
  context.draft.positions.set(adjusted.id, adjusted);
  return { position: adjusted, warnings };
}

/**
 * Rounds an exit level to the tick, up for LONG and down for SHORT. Refuses a level that is then not above
 * zero.
 */
function levelOf(
  { instrument }: MarketContext,
  { side }: Position,
  level: Decimal,
  warnings: Warning[],
): Decimal {
  const { tick } = instrument.rules;
  const moved = side === 'LONG' ? ceilToStep(level, tick) : floorToStep(level, tick);
  if (sign(moved) <= 0) throw new ThesisRefusal('out_of_range');
  if (compare(moved, level) !== 0) warnings.push('price_rounded');
  return moved;
}

/**
 * Returns the time at which a position's holding time ends, counted from its opening and rounded up to a
 * whole millisecond.
 */
function deadlineOf({ now }: MarketContext, { heldSince }: Position, minutes: Decimal): number {
  const holding = rescale(multiply(minutes, MINUTE_MS), 0, 'ceil').value;
  const deadline = BigInt(heldSince) + holding;
  if (deadline > TIME_MAX) throw new ThesisRefusal('out_of_range');
  if (deadline <= BigInt(now)) throw new ThesisRefusal('would_trigger_now');
  return Number(deadline);
}
