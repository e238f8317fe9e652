/** How the exit levels and the liquidation price of each position moved, read from the journal. */
import { add, type Decimal, decimalOf, isZero, subtract, ZERO } from '../../core/decimal.ts';
import type { Side } from '../../thesis/contract.ts';
import type { ExecutionRecord, LedgerEntry } from '../ledger/entries.ts';
import { forSide, liquidationPrice } from '../ledger/liquidation.ts';
import type { LedgerSymbol } from '../market/symbol-rules.ts';

/** The levels of a position from a time on. */
export interface TrailStep {
  readonly time: number;
  readonly stop: Decimal | null;
  readonly target: Decimal | null;
  readonly liquidation: Decimal | null;
}

/** The levels of one position, from its opening to its end. */
export interface LevelTrail {
  readonly symbol: string;
  readonly side: Side;
  readonly steps: TrailStep[];
}

/** A trail with what the liquidation price depends on. */
interface Walk extends LevelTrail {
  quantity: Decimal;
  cost: Decimal;
  margin: Decimal;
  stop: Decimal | null;
  target: Decimal | null;
}

/** Returns the trail of each position by its id. */
export function trailsOf(
  entries: readonly LedgerEntry[],
  positions: readonly { readonly id: string; readonly symbol: string; readonly side: Side }[],
  rules: ReadonlyMap<string, LedgerSymbol>,
): ReadonlyMap<string, LevelTrail> {
  const walks = new Map<string, Walk>(
    positions.map(({ id, symbol, side }) => [
      id,
      { symbol, side, steps: [], quantity: ZERO, cost: ZERO, margin: ZERO, stop: null, target: null },
    ]),
  );
  for (const entry of entries) {
    const touched = new Set(entry.executions.map(({ position_id: id }) => id));
    for (const one of entry.executions) applyExecution(walks.get(one.position_id)!, one);
    const own = entry.position_id === null ? undefined : walks.get(entry.position_id);
    if (own !== undefined) {
      applyEntry(own, entry);
      touched.add(entry.position_id!);
    }
    for (const id of touched) noteStep(walks.get(id)!, entry.time, rules);
  }
  return walks;
}

/** Follows quantity, cost and margin through an execution. */
function applyExecution(walk: Walk, one: ExecutionRecord): void {
  const [quantity, value] = [decimalOf(one.quantity), decimalOf(one.value)];
  walk.margin = add(walk.margin, decimalOf(one.margin));
  if (one.effect === 'open' || one.effect === 'add') {
    walk.quantity = add(walk.quantity, quantity);
    walk.cost = add(walk.cost, value);
    return;
  }
  walk.quantity = subtract(walk.quantity, quantity);
  // Realised is the value less the cost that left, of a SHORT position the negative.
  walk.cost = subtract(walk.cost, subtract(value, forSide(walk.side, decimalOf(one.realised))));
}

/** Follows fundings, copies and adjusted exits, which have no executions. */
function applyEntry(walk: Walk, { kind, copied, levels, postings, position_id: id }: LedgerEntry): void {
  if (copied !== null) {
    walk.quantity = decimalOf(copied.quantity);
    walk.cost = decimalOf(copied.cost);
  }
  if (kind === 'funding' || kind === 'copy') {
    const moved = postings.filter(({ account }) => account === `margin:${id}`);
    for (const { amount } of moved) walk.margin = add(walk.margin, decimalOf(amount));
  }
  if (levels === null) return;
  walk.stop = levels.stop_loss_price === null ? null : decimalOf(levels.stop_loss_price);
  walk.target = levels.take_profit_price === null ? null : decimalOf(levels.take_profit_price);
}

function noteStep(walk: Walk, time: number, rules: ReadonlyMap<string, LedgerSymbol>): void {
  const isOver = isZero(walk.quantity);
  const { stop, target } = walk;
  walk.steps.push(
    isOver
      ? { time, stop: null, target: null, liquidation: null }
      : { time, stop, target, liquidation: liquidationPrice(walk, rules.get(walk.symbol)!) },
  );
}
