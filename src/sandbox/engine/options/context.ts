/** What the rules of options act upon: the market's numbers, the money, and every user's orders and positions. */

import type { User } from '../ledger/accounts.ts';
import type { Notices } from '../ledger/user-events.ts';
import type { Names } from '../state/names.ts';
import type { Clearing } from './clearing.ts';
import type { Contracts, OptionContract } from './contracts.ts';
import type { OptionHistory, UserHistories } from './history.ts';
import type { OptionDesk } from './instrument.ts';
import type { OptionOrder } from './orders.ts';
import type { Quotes } from './quotes.ts';

export interface OptionsFloor {
  /** What stands in an image by its name. */
  readonly names: Names;
  readonly contracts: Contracts;
  readonly quotes: Quotes;
  readonly clearing: Clearing;
  readonly notices: Notices;
  readonly seed: number;
}

/** The options exchange as its rules see it. */
export interface OptionsBoard {
  readonly floor: OptionsFloor;
  /** The desks with resting orders or positions, in order of their symbols. */
  readonly busyDesks: readonly OptionDesk[];
  readonly histories: UserHistories;
  historyOf(user: User): OptionHistory;
  deskOf(contract: OptionContract): OptionDesk;
  /** Takes an order off the book and ends it. */
  withdraw(order: OptionOrder, status: OptionOrder['status'], now: number): void;
  /** Closes a short position by force at the market's ask, as an order of the exchange's own. */
  closeByForce(desk: OptionDesk, user: User, time: number): OptionOrder;
}
