/** A line of futures as its rules see it: what placements, trades, changes and hazards act upon. */
import type { User } from '../ledger/accounts.ts';
import type { FuturesAccounts } from './accounts.ts';
import type { Contract } from './contracts.ts';
import type { FuturesInstrument } from './instrument.ts';
import type { FuturesMarket } from './market.ts';
import type { FuturesOrder, FuturesOrderStatus, FuturesPosition } from './orders.ts';
import type { FuturesUserEvents } from './user-events.ts';

export interface FuturesContext {
  readonly market: FuturesMarket;
  readonly accounts: FuturesAccounts;
  readonly userEvents: FuturesUserEvents;
  /** Lots that the market holds against the users, by contract name. */
  readonly marketLots: Map<string, number>;
  instrumentOf(contract: Contract): FuturesInstrument;
  /** Returns the mark price in ticks of the contract, rounded down. */
  markTicksOf(contract: Contract, at: number): number;
  /** Returns the last order of the user that has the ids; with both it must have both. */
  findOrder(user: User, contract: Contract, ids: FuturesOrderIds): FuturesOrder | undefined;
  /** Ends an open order without a fill. */
  closeOrder(order: FuturesOrder, status: FuturesOrderStatus, time: number): void;
  /** Returns an order of the exchange that closes a position. */
  closingOrder(position: FuturesPosition, fields: ClosingOrderFields, time: number): FuturesOrder;
  /** Writes down a trade between a user and the exchange itself: a liquidation or a delivery. */
  fillAgainstExchange(order: FuturesOrder, price: number, time: number): void;
  /** Hears that something about a user's money or positions has changed. */
  refreshMargin(user: User, contract: Contract, time: number): void;
}

/** By which ids an order is looked for. */
export interface FuturesOrderIds {
  readonly orderId: number | undefined;
  readonly clientOrderId: string | undefined;
}

/** As what the exchange closes a position. */
export type ClosingOrderFields = Pick<FuturesOrder, 'clientOrderId' | 'price' | 'isForced'>;
