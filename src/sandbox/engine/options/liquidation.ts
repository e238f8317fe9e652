/**
 * Whether short positions still have their margin. It is looked at whenever the market trades (choice): margin is
 * raised from what is free, then open orders are cancelled for it, and where that is not enough all short positions
 * of the user are bought back at the market's ask. What the user lacks the insurance account pays.
 */
import type { User } from '../ledger/accounts.ts';
import type { OptionsBoard } from './context.ts';
import { liquidationFee, maintenanceMargin } from './margin.ts';
import { type Position, premiumOf } from './orders.ts';
import { tellRisk } from './user-events.ts';

/** Checks every user with short positions at a moment. */
export function checkMargins(board: OptionsBoard, time: number): void {
  for (const [user, positions] of shortPositions(board)) {
    if (positions.every((position) => isMargined(board, user, position, time))) continue;
    cancelOrders(board, user, time);
    if (positions.every((position) => isMargined(board, user, position, time))) continue;
    tellRisk(board, user, time);
    for (const position of positions) closeOut(board, user, position, time);
  }
}

function shortPositions(board: OptionsBoard): ReadonlyMap<User, readonly Position[]> {
  const byUser = new Map<User, Position[]>();
  for (const { positions } of board.busyDesks) {
    for (const position of positions.values()) {
      if (position.lots >= 0) continue;
      const known = byUser.get(position.user);
      if (known === undefined) byUser.set(position.user, [position]);
      else known.push(position);
    }
  }
  return new Map([...byUser].sort(([a], [b]) => a.id - b.id));
}

function isMargined(board: OptionsBoard, user: User, position: Position, time: number): boolean {
  const { quotes, clearing } = board.floor;
  const needed = maintenanceMargin(position.contract, quotes.quote(position.contract, time), -position.lots);
  return clearing.raiseMargin(user, position, needed);
}

function cancelOrders(board: OptionsBoard, user: User, time: number): void {
  for (const { book } of board.busyDesks) {
    for (const order of [...book.orders()]) if (order.user === user) board.withdraw(order, 'CANCELED', time);
  }
}

function closeOut(board: OptionsBoard, user: User, position: Position, time: number): void {
  const { quotes, clearing } = board.floor;
  const { contract } = position;
  const quote = quotes.quote(contract, time);
  const lots = -position.lots;
  clearing.lowerMargin(user, position, 0n);
  clearing.cover(user, premiumOf(contract, quotes.touch(contract, quote).ask, lots));
  board.closeByForce(board.deskOf(contract), user, time);
  clearing.takeInsuranceFee(user, liquidationFee(contract, quote.index, lots));
}
