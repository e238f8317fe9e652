/** Expiry: options in the money are exercised in cash at the settlement price, the others end worthless. */

import type { OptionsBoard } from './context.ts';
import type { OptionDesk } from './instrument.ts';
import { payoffOf } from './margin.ts';
import { timesLots } from './orders.ts';
import { tellAccount } from './user-events.ts';

/** Settles all positions of an option that expires. */
export function exercise(board: OptionsBoard, desk: OptionDesk, time: number): void {
  const { contract, positions } = desk;
  const { quotes, clearing } = board.floor;
  const perUnit = payoffOf(contract, quotes.settlement(contract.underlying, contract.expiry.at));
  for (const position of [...positions.values()].sort((a, b) => a.user.id - b.user.id)) {
    const { user, lots } = position;
    clearing.lowerMargin(user, position, 0n);
    const worth = timesLots(contract, perUnit, Math.abs(lots));
    positions.delete(user.id);
    clearing.settle(user, lots > 0 ? worth : -worth, time);
    tellAccount(board, user, contract.underlying, time);
  }
}
