/** What all that happens on the spot exchange acts upon. */

import type { Accounts } from '../ledger/accounts.ts';
import type { PriceOf } from './commissions.ts';
import type { Desk } from './instrument.ts';
import type { OrderCounts } from './order-counts.ts';
import type { OrderLists } from './order-lists.ts';
import type { SpotNotices } from './user-events.ts';

export interface Floor {
  readonly accounts: Accounts;
  readonly counts: OrderCounts;
  readonly notices: SpotNotices;
  readonly lists: OrderLists;
  readonly seed: number;
  /** Prices by which commissions are turned into BNB. */
  readonly priceOf: PriceOf;
  /** Returns the desks of all symbols that users came to. */
  readonly desks: () => Iterable<Desk>;
}
