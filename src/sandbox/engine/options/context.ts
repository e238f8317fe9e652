/**
 * The interface through which the modules of the options engine reach contracts, quotes, clearing and orders.
 */

import type { User } from '../ledger/accounts.ts';
import type { UserEvents } from '../ledger/user-events.ts';
import type { NameRegistry } from '../state/name-registry.ts';
import type { BlockOrders } from './block-orders.ts';
import type { Clearing, OptionMatch } from './clearing.ts';
import type { OptionContract, OptionContracts } from './contracts.ts';
import type { UnderlyingCountdowns } from './countdowns.ts';
import type { OptionHistories, OptionHistory } from './history.ts';
import type { OptionInstrument } from './instrument.ts';
import type { OptionFill, OptionOrder, OptionOrderRequest } from './orders.ts';
import type { OptionQuotes } from './quotes.ts';

export interface OptionsServices {
  /** The objects that a checkpoint refers to by name. */
  readonly names: NameRegistry;
  readonly contracts: OptionContracts;
  readonly quotes: OptionQuotes;
  readonly clearing: Clearing;
  readonly userEvents: UserEvents;
  readonly seed: number;
}

/** The options engine as its modules see it. */
export interface OptionsContext {
  readonly services: OptionsServices;
  /** The instruments with resting orders or positions, sorted by symbol. */
  readonly activeInstruments: readonly OptionInstrument[];
  readonly histories: OptionHistories;
  readonly countdowns: UnderlyingCountdowns;
  readonly blockOrders: BlockOrders;
  historyOf(user: User): OptionHistory;
  instrumentOf(contract: OptionContract): OptionInstrument;
  /** Returns the next of the ids that ascend over all orders. */
  nextOrderId(): bigint;
  /** Records an order that has passed all checks. */
  recordOrder(
    user: User,
    request: OptionOrderRequest,
    source: OptionOrder['source'],
    now: number,
  ): OptionOrder;
  /** Executes a match, and applies its effects on other orders; returns the fills of the users' sides. */
  executeMatch(instrument: OptionInstrument, match: OptionMatch): readonly OptionFill[];
  /** Removes an order from the book and closes it with a final status. */
  closeRestingOrder(order: OptionOrder, status: OptionOrder['status'], now: number): void;
  /** Liquidates a short position at the market's ask with an order of the exchange. */
  liquidatePosition(instrument: OptionInstrument, user: User, time: number): OptionOrder;
}
