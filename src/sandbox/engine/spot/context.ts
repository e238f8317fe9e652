/** What all that happens on the spot exchange acts upon. */

import type { Accounts } from '../ledger/accounts.ts';
import type { LastPriceLookup } from './commissions.ts';
import type { SpotInstrument } from './instrument.ts';
import type { OrderCounts } from './order-counts.ts';
import type { OrderLists } from './order-lists.ts';
import type { SpotUserEvents } from './user-events.ts';

export interface SpotContext {
  readonly accounts: Accounts;
  readonly counts: OrderCounts;
  readonly userEvents: SpotUserEvents;
  readonly lists: OrderLists;
  readonly seed: number;
  /** Prices by which commissions are turned into BNB. */
  readonly priceOf: LastPriceLookup;
  /** Returns the desks of all symbols that users came to. */
  readonly instruments: () => Iterable<SpotInstrument>;
}
