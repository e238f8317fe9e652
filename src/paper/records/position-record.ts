/** The records of positions in the output of a replay. */
import { type Decimal, formatTrimmed, isZero, ZERO } from '../../core/decimal.ts';
import type { CanonicalValue } from '../canonical.ts';
import { exitPriceOf, isOpen, netOf, type Position, unrealisedOf } from '../ledger/position.ts';
import { formatTrimmedOrNull, ratioOf } from '../numbers.ts';

/** Returns the record of a position. `lastPrice` is the last price of the position's symbol. */
export function positionRecord(
  position: Position,
  lastPrice: Decimal | null,
): { readonly [name: string]: CanonicalValue } {
  const open = isOpen(position);
  const { cost, margin } = position;
  return {
    position_id: position.id,
    book: position.book,
    symbol: position.symbol,
    side: position.side,
    status: open ? 'open' : 'closed',
    deadline: position.deadline,
    opened_at: position.openedAt,
    held_since: position.heldSince,
    closed_at: position.closedAt,
    close_trigger: position.closeTrigger,
    agent: position.agent,
    run_id: position.runId,
    thesis: position.thesis,
    shadow_of: position.shadowOf,
    history: position.history,
    quantity: formatTrimmed(position.quantity),
    cost: formatTrimmed(cost),
    margin: formatTrimmed(margin),
    entry_price: formatTrimmed(position.entryPrice),
    liquidation_price: formatTrimmedOrNull(position.liquidationPrice),
    stop_loss_price: formatTrimmedOrNull(position.stopLoss),
    take_profit_price: formatTrimmedOrNull(position.takeProfit),
    realised: formatTrimmed(position.realised),
    fees: formatTrimmed(position.fees),
    liquidation_fees: formatTrimmed(position.liquidationFees),
    funding: formatTrimmed(position.funding),
    shortfall: formatTrimmed(position.shortfall),
    leverage: open && !isZero(margin) ? formatTrimmed(ratioOf(cost, margin)) : null,
    exit_price: formatTrimmedOrNull(exitPriceOf(position)),
    mark_price: open ? formatTrimmedOrNull(lastPrice) : null,
    unrealised: formatTrimmed(unrealisedAt(position, lastPrice)),
    net: formatTrimmed(netOf(position)),
  };
}

/** Returns the unrealised profit of a position at the last price; zero for a closed position. */
export function unrealisedAt(position: Position, lastPrice: Decimal | null): Decimal {
  return isOpen(position) && lastPrice !== null ? unrealisedOf(position, lastPrice) : ZERO;
}
