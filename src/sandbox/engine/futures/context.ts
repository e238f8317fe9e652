/**
 * The interface through which the modules of a futures engine reach market, accounts, instruments and user
 * events.
 */
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
  readonly algoOrders: AlgoOrderWatcher;
  /** The net position of the simulated market against users in lots, by contract name. */
  readonly marketLots: Map<string, number>;
  instrumentOf(contract: Contract): FuturesInstrument;
  /** Returns the mark price in ticks of the contract, rounded down. */
  markTicksOf(contract: Contract, at: number): number;
  /** Returns the user's last order with the given ids; if both ids are given, the order must have both. */
  findOrder(user: User, contract: Contract, ids: FuturesOrderIds): FuturesOrder | undefined;
  /** Closes an open order with a final status, without a fill. */
  closeOrder(order: FuturesOrder, status: FuturesOrderStatus, time: number): void;
  /** Creates an order with which the exchange itself closes a position. */
  closingOrder(position: FuturesPosition, fields: ClosingOrderFields, time: number): FuturesOrder;
  /** Fills an order against the exchange itself, in a liquidation or a delivery. */
  fillAgainstExchange(order: FuturesOrder, price: number, time: number): void;
  /** Updates margin watches and reserved margin after a change of a user's balance or positions. */
  refreshMargin(user: User, contract: Contract, time: number): void;
  /** Updates margin watches and reserved margin after a change of a user's balance alone. */
  refreshWallet(user: User, asset: string, time: number): void;
}

/** How algo orders learn of changes of ordinary orders and positions. */
export interface AlgoOrderWatcher {
  /** Called after the order that an algo order placed was filled or closed. */
  recordChange(order: FuturesOrder, time: number): void;
  /** Called after a fill, which may have closed the position that an algo order is to close. */
  expireWithoutPosition(position: FuturesPosition, time: number): void;
}

/** The ids by which an order is searched. */
export interface FuturesOrderIds {
  readonly orderId: number | undefined;
  readonly clientOrderId: string | undefined;
}

/** Client order id, price and kind of an order with which the exchange closes a position. */
export type ClosingOrderFields = Pick<FuturesOrder, 'clientOrderId' | 'price' | 'isForced'>;
