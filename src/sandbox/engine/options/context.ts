/** What the rules of options act upon: the market's numbers, the money, and every user's orders and positions. */

import type { User } from '../ledger/accounts.ts';
import type { UserEvents } from '../ledger/user-events.ts';
import type { NameRegistry } from '../state/names.ts';
import type { Clearing } from './clearing.ts';
import type { OptionContract, OptionContracts } from './contracts.ts';
import type { OptionHistories, OptionHistory } from './history.ts';
import type { OptionInstrument } from './instrument.ts';
import type { OptionOrder } from './orders.ts';
import type { OptionQuotes } from './quotes.ts';

export interface OptionsServices {
  /** What stands in an image by its name. */
  readonly names: NameRegistry;
  readonly contracts: OptionContracts;
  readonly quotes: OptionQuotes;
  readonly clearing: Clearing;
  readonly userEvents: UserEvents;
  readonly seed: number;
}

/** The options exchange as its rules see it. */
export interface OptionsContext {
  readonly services: OptionsServices;
  /** The desks with resting orders or positions, in order of their symbols. */
  readonly activeInstruments: readonly OptionInstrument[];
  readonly histories: OptionHistories;
  historyOf(user: User): OptionHistory;
  instrumentOf(contract: OptionContract): OptionInstrument;
  /** Takes an order off the book and ends it. */
  closeRestingOrder(order: OptionOrder, status: OptionOrder['status'], now: number): void;
  /** Closes a short position by force at the market's ask, as an order of the exchange's own. */
  liquidatePosition(instrument: OptionInstrument, user: User, time: number): OptionOrder;
}
