/** A line of futures as its rules see it: what placements, trades, changes and hazards act upon. */
import type { User } from '../ledger/accounts.ts';
import type { FuturesBooks } from './accounts.ts';
import type { Contract } from './contracts.ts';
import type { FuturesDesk } from './instrument.ts';
import type { FuturesMarket } from './market.ts';
import type { FuturesOrder, FuturesStatus, Position } from './orders.ts';
import type { FuturesTeller } from './user-events.ts';

export interface FuturesBoard {
  readonly market: FuturesMarket;
  readonly books: FuturesBooks;
  readonly tell: FuturesTeller;
  /** Lots that the market holds against the users, by contract name. */
  readonly marketLots: Map<string, number>;
  deskOf(contract: Contract): FuturesDesk;
  /** Returns the mark price in ticks of the contract, rounded down. */
  markTicksOf(contract: Contract, at: number): number;
  /** Returns the last order of the user that has the ids; with both it must have both. */
  find(user: User, contract: Contract, ids: FuturesOrderIds): FuturesOrder | undefined;
  /** Ends an open order without a fill. */
  end(order: FuturesOrder, status: FuturesStatus, time: number): void;
  /** Returns an order of the exchange that closes a position. */
  closingOrder(position: Position, as: ClosedAs, time: number): FuturesOrder;
  /** Writes down a trade between a user and the exchange itself: a liquidation or a delivery. */
  fillByHouse(order: FuturesOrder, price: number, time: number): void;
  /** Hears that something about a user's money or positions has changed. */
  changed(user: User, contract: Contract, time: number): void;
}

/** By which ids an order is looked for. */
export interface FuturesOrderIds {
  readonly orderId: number | undefined;
  readonly clientOrderId: string | undefined;
}

/** As what the exchange closes a position. */
export type ClosedAs = Pick<FuturesOrder, 'clientOrderId' | 'price' | 'isForced'>;
