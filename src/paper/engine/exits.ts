/**
 * The automatic exits of a paper position: liquidation, stop-loss, take-profit and the end of the holding
 * time.
 */
import { compare, type Decimal, max, min } from '../../core/decimal.ts';
import type { Draft, EntryParts } from '../ledger/book.ts';
import type { ExecutionRecord } from '../ledger/entries.ts';
import { isAdverse, isLiquidated } from '../ledger/liquidation.ts';
import type { Position } from '../ledger/position.ts';
import type { PathRange, PriceSource } from '../market/path.ts';
import type { QuietRange } from '../market/price-lists.ts';
import type { LedgerSettings } from '../scenario/settings.ts';
import { buys, leavePosition } from './fills.ts';
import { type Instrument, slippedPrice, valueAt } from './instrument.ts';

/** A due exit of a position: its reason, and the price that triggered it. */
export interface Exit {
  readonly trigger: 'liquidation' | 'stop_loss' | 'take_profit' | 'deadline';
  readonly base: Decimal;
  readonly assumed: ExecutionRecord['assumed'];
}

/** The prices between which, and the time before which, none of some positions exits. */
export interface QuietSpan extends QuietRange {
  /** The first deadline; infinity where there is none. */
  readonly until: number;
}

/** Returns how far the price can move, and how long, until one of some open positions may exit. */
export function quietSpanOf(positions: readonly Position[]): QuietSpan {
  let above: Decimal | null = null;
  let below: Decimal | null = null;
  let until = Number.POSITIVE_INFINITY;
  for (const { side, stopLoss, liquidationPrice, takeProfit, deadline } of positions) {
    if (side === 'LONG') {
      above = chosen(max, chosen(max, above, stopLoss), liquidationPrice);
      below = chosen(min, below, takeProfit);
    } else {
      below = chosen(min, chosen(min, below, stopLoss), liquidationPrice);
      above = chosen(max, above, takeProfit);
    }
    until = Math.min(until, deadline ?? until);
  }
  return { above, below, until };
}

/** Returns the larger or the smaller of two levels; the other one where one is not set. */
function chosen(choose: typeof max, a: Decimal | null, b: Decimal | null): Decimal | null {
  if (a === null || b === null) return a ?? b;
  return choose(a, b);
}

/** Returns the exit of a position that is due at a point of the price path; undefined if none is due. */
export function exitAtPoint(
  position: Position,
  price: Decimal,
  now: number,
  settings: LedgerSettings,
): Exit | undefined {
  const { side, liquidationPrice, stopLoss, takeProfit, deadline } = position;
  if (isLiquidated(side, price, liquidationPrice)) {
    return { trigger: 'liquidation', base: price, assumed: null };
  }
  if (stopLoss !== null && isAdverse(side, price, stopLoss)) {
    return { trigger: 'stop_loss', base: price, assumed: null };
  }
  if (takeProfit !== null && isTargetFilled(position, price, takeProfit, settings)) {
    return { trigger: 'take_profit', base: takeProfit, assumed: null };
  }
  if (deadline !== null && now >= deadline) return { trigger: 'deadline', base: price, assumed: null };
  return undefined;
}

/**
 * Returns the exit of a position that is due within the high and low of a candle; undefined if none is due.
 */
export function exitInRange(
  position: Position,
  range: PathRange,
  settings: LedgerSettings,
): Exit | undefined {
  const { side, takeProfit } = position;
  const [worst, best] = side === 'LONG' ? [range.low, range.high] : [range.high, range.low];
  const adverse = adverseExit(position, worst);
  const isTarget = takeProfit !== null && isTargetFilled(position, best, takeProfit, settings);
  if (adverse !== undefined) return isTarget ? { ...adverse, assumed: 'adverse_first' } : adverse;
  return isTarget ? { trigger: 'take_profit', base: takeProfit, assumed: null } : undefined;
}

/**
 * Returns the stop-loss or liquidation that a price reached; if it reached both, the one whose level is
 * nearer to the market.
 */
function adverseExit({ side, stopLoss, liquidationPrice }: Position, worst: Decimal): Exit | undefined {
  const isStopped = stopLoss !== null && isAdverse(side, worst, stopLoss);
  const isLiquid = isLiquidated(side, worst, liquidationPrice);
  if (isStopped && !(isLiquid && isAdverse(side, stopLoss, liquidationPrice!))) {
    return { trigger: 'stop_loss', base: stopLoss, assumed: null };
  }
  return isLiquid ? { trigger: 'liquidation', base: liquidationPrice!, assumed: null } : undefined;
}

/**
 * Returns whether a price fills a take-profit: it is beyond the level, or at the level if the setting `touch`
 * lets that fill.
 */
function isTargetFilled(
  { side }: Position,
  price: Decimal,
  target: Decimal,
  { targetFill }: LedgerSettings,
): boolean {
  const order = side === 'LONG' ? compare(price, target) : compare(target, price);
  return order > 0 || (order === 0 && targetFill === 'touch');
}

/** Closes a position by a due exit, and returns the closed position. */
export function carryOutExit(
  draft: Draft,
  parts: EntryParts,
  instrument: Instrument,
  position: Position,
  { trigger, base, assumed }: Exit,
  {
    settings,
    now,
    source,
  }: { readonly settings: LedgerSettings; readonly now: number; readonly source: PriceSource },
): Position {
  const isBuy = buys(position.side, 'leave');
  const price =
    trigger === 'take_profit' ? base : slippedPrice(base, isBuy, settings.slippageBps, instrument.rules.tick);
  return leavePosition(draft, parts, instrument, position, {
    quantity: position.quantity,
    value: valueAt(price, position.quantity),
    source,
    reference: base,
    trigger,
    feeKind: trigger === 'take_profit' ? 'maker' : trigger === 'liquidation' ? 'liquidation' : 'taker',
    time: now,
    assumed,
  });
}
