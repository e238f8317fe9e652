/** The action `adjust_exit`: moves the levels at which a position leaves by itself. */
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

/** The last time of the calendar, in Unix ms. */
const TIME_MAX = 8_640_000_000_000_000n;

/** Carries out an `adjust_exit`: only given levels change, in the order stop, target, holding time. */
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

/** Moves a level to the tick: up for LONG, down for SHORT. Refuses a level that is not above zero then. */
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

/** Returns the time until which a position is held, counted from its opening, up to whole ms. */
function deadlineOf({ now }: MarketContext, { heldSince }: Position, minutes: Decimal): number {
  const holding = rescale(multiply(minutes, MINUTE_MS), 0, 'ceil').value;
  const deadline = BigInt(heldSince) + holding;
  if (deadline > TIME_MAX) throw new ThesisRefusal('out_of_range');
  if (deadline <= BigInt(now)) throw new ThesisRefusal('would_trigger_now');
  return Number(deadline);
}
