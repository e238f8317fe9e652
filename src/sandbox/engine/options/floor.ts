/** What the rules of options act upon: the market's numbers, the money, and every user's orders and positions. */
import type { User } from '../accounts.ts';
import type { Notices } from '../notices.ts';
import type { Clearing } from './clearing.ts';
import type { Contracts, OptionContract } from './contracts.ts';
import type { OptionDesk } from './desk.ts';
import type { OptionFill, OptionOrder } from './orders.ts';
import type { Protection } from './protection.ts';
import type { Quotes } from './quotes.ts';

export interface OptionsFloor {
  readonly contracts: Contracts;
  readonly quotes: Quotes;
  readonly clearing: Clearing;
  readonly notices: Notices;
  readonly seed: number;
}

/** One user's part in all options. */
export interface OptionHistory {
  /** Ids ascend. */
  readonly orders: OptionOrder[];
  /** In the order in which they were made. */
  readonly fills: OptionFill[];
  /** The last order of each client id. */
  readonly byClientId: Map<string, OptionOrder>;
  /** By the name of the underlying. */
  readonly protections: Map<string, Protection>;
}

/** The options exchange as its rules see it. */
export interface OptionsBoard {
  readonly floor: OptionsFloor;
  /** The desks with resting orders or positions, in order of their symbols. */
  readonly busyDesks: readonly OptionDesk[];
  historyOf(user: User): OptionHistory;
  deskOf(contract: OptionContract): OptionDesk;
  /** Takes an order off the book and ends it. */
  withdraw(order: OptionOrder, status: OptionOrder['status'], now: number): void;
  /** Closes a short position by force at the market's ask, as an order of the exchange's own. */
  closeByForce(desk: OptionDesk, user: User, time: number): OptionOrder;
}
