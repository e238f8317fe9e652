/** The records of positions in the output of a replay. */
import { type Decimal, isZero, ZERO } from '../../core/decimal.ts';
import type { CanonicalValue } from '../canonical.ts';
import { exitPriceOf, isOpen, netOf, type Position, unrealisedOf } from '../ledger/position.ts';
import { plainText, plainTextOrNull, ratioOf } from '../numbers.ts';

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
    quantity: plainText(position.quantity),
    cost: plainText(cost),
    margin: plainText(margin),
    entry_price: plainText(position.entryPrice),
    liquidation_price: plainTextOrNull(position.liquidationPrice),
    stop_loss_price: plainTextOrNull(position.stopLoss),
    take_profit_price: plainTextOrNull(position.takeProfit),
    realised: plainText(position.realised),
    fees: plainText(position.fees),
    liquidation_fees: plainText(position.liquidationFees),
    funding: plainText(position.funding),
    shortfall: plainText(position.shortfall),
    leverage: open && !isZero(margin) ? plainText(ratioOf(cost, margin)) : null,
    exit_price: plainTextOrNull(exitPriceOf(position)),
    mark_price: open ? plainTextOrNull(lastPrice) : null,
    unrealised: plainText(unrealisedAt(position, lastPrice)),
    net: plainText(netOf(position)),
  };
}

/** Returns the unrealised profit of a position at the last price; zero for a closed position. */
export function unrealisedAt(position: Position, lastPrice: Decimal | null): Decimal {
  return isOpen(position) && lastPrice !== null ? unrealisedOf(position, lastPrice) : ZERO;
}
