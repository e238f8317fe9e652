/** The state and functions that the files of the spot engine share. */

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
  /** Prices for converting commissions into BNB. */
  readonly priceOf: LastPriceLookup;
  /** Returns the instruments of all symbols with user activity. */
  readonly instruments: () => Iterable<SpotInstrument>;
}
