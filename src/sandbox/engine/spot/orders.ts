/**
 * Spot orders and their fills in the engine's units: prices in ticks, quantities in lots, amounts in 10^-8.
 */
import type { User } from '../ledger/accounts.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { RestingOrder, SelfTradePrevention } from '../matching/order-book.ts';

/**
 * The status of an order; PENDING_NEW means that the order is placed when the working order of its list is
 * filled.
 */
export type OrderStatus =
  | 'PENDING_NEW'
  | 'NEW'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'EXPIRED_IN_MATCH';

/** Why an order expired (spot API documentation, Enums). */
export type ExpiryReason =
  | 'REJECTED'
  | 'EXCHANGE_CANCELED'
  | 'OCO_TRIGGER'
  | 'OTO_PHASE_ONE_EXPIRED'
  | 'UNFILLED_IOC_QUANTITY_EXPIRED'
  | 'UNFILLED_FOK_ORDER_EXPIRED'
  | 'INSUFFICIENT_LIQUIDITY';

/**
 * The types of stop orders. Once triggered, a stop order executes as the type that its name ends with, or as
 * a MARKET order.
 */
export type StopType = 'STOP_LOSS' | 'STOP_LOSS_LIMIT' | 'TAKE_PROFIT' | 'TAKE_PROFIT_LIMIT';
export type OrderType = 'LIMIT' | 'MARKET' | 'LIMIT_MAKER' | StopType;
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';

/** How the limit price of an order follows from the order book. */
export interface PegRule {
  /** The price that a pegged order takes: the best price of its own side, or of the opposite side. */
  readonly priceType: 'PRIMARY_PEG' | 'MARKET_PEG';
  /** How many price levels deeper in the order book the price is taken from; 0 for the best price. */
  readonly offset: number;
  /** The limit price that the request contained, in ticks; 0 if it contained none. */
  readonly sentPrice: number;
}

/**
 * A new order, checked for its form and against the filters on its values, but not yet against limits on open
 * orders and the balance.
 */
export interface OrderRequest {
  readonly symbol: MarketSymbol;
  readonly isBuy: boolean;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** The limit price in ticks; 0 for an order without a limit price. */
  readonly price: number;
  readonly peg?: PegRule | undefined;
  /** The quantity in lots; 0 if `quoteQuantity` is given instead. */
  readonly lots: number;
  /** The amount of the quote asset to spend or to receive; 0n if `lots` is given instead. */
  readonly quoteQuantity: bigint;
  /** Iceberg quantity: the lots shown at a time; 0 for an order that is shown in full. */
  readonly icebergLots: number;
  /** In ticks; 0 if absent. */
  readonly stopPrice: number;
  /** The trailing delta in basis points; undefined for a stop order without one. */
  readonly trailingDelta: number | undefined;
  readonly clientOrderId: string | undefined;
  readonly selfTradePrevention: SelfTradePrevention;
  readonly strategyId: string | undefined;
  readonly strategyType: string | undefined;
}

/** The trigger condition of a stop order and the state of its trail. */
export interface Stop {
  /** The stop price in ticks; 0 if absent: a trailing stop then follows the market from the next trade on. */
  readonly price: number;
  /** True if trades at or above the price trigger the order, false if trades at or below do. */
  readonly isRising: boolean;
  /** The trailing delta in basis points; undefined for a stop order without one. */
  readonly delta: number | undefined;
  /** The time at which a trailing stop began to follow the market, in ms; -1 before. */
  trackedSince: number;
  /**
   * The best price since a trailing stop began to follow the market, in ticks: the highest for a sell order,
   * the lowest for a buy order.
   */
  extreme: number | undefined;
}

/** The locked funds of an order. Two orders of which one cancels the other share one such object. */
export interface Reserve {
  readonly asset: string;
  amount: bigint;
}

/**
 * An order list. OCO: two orders of which one cancels the other. OTO: a working order, and one or two orders that are
 * placed when it is filled; of two, one cancels the other.
 */
export interface OrderList {
  /** The id of the list, which ascends from 0 over all symbols. */
  readonly id: number;
  readonly symbol: MarketSymbol;
  readonly user: User;
  readonly clientId: string;
  readonly time: number;
  readonly contingency: 'OCO' | 'OTO';
  /** Whether the pending orders sell what the working order receives. */
  readonly isPaidByWorking: boolean;
  /**
   * The orders of the list by ascending id: the working order of an OTO, the stop-loss order, the limit or
   * take-profit order.
   */
  readonly orders: readonly SpotOrder[];
  readonly orderCount: number;
  /** Whether all orders of the list are closed. */
  isDone: boolean;
}

export interface SpotOrder extends RestingOrder<SpotOrder> {
  readonly symbol: MarketSymbol;
  readonly user: User;
  /** The limit price in ticks; it changes only when a pegged order becomes active. */
  price: number;
  readonly peg: PegRule | undefined;
  /** The order id, which ascends from 1 on each symbol. */
  readonly orderId: number;
  /** Iceberg quantity: the lots shown at a time; 0 for an order that is shown in full. */
  readonly icebergLots: number;
  clientOrderId: string;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly selfTradePrevention: SelfTradePrevention;
  readonly strategyId: string | undefined;
  readonly strategyType: string | undefined;
  readonly quoteQuantity: bigint;
  /** The trigger condition; undefined for an order without one. */
  readonly stop: Stop | undefined;
  list: OrderList | undefined;
  /**
   * Only for an order with smart order routing: whether other symbols filled a part of it, and where its last
   * activity was.
   */
  routing: { readonly isUsed: boolean; lastAt: 'SOR' | 'EXCHANGE' } | undefined;
  readonly reserve: Reserve;
  /**
   * The price in ticks at which funds are locked to buy a lot; undefined for orders that lock none, such as
   * MARKET orders.
   */
  lockPrice: number | undefined;
  /**
   * The original quantity in lots; for an order with `quoteQuantity`, the number of lots that this amount was
   * worth.
   */
  lots: number;
  executedLots: number;
  /** Quote amount filled. */
  quoteFilled: bigint;
  status: OrderStatus;
  /** Why the order expired; undefined for any other order. */
  expiryReason: ExpiryReason | undefined;
  readonly time: number;
  updateTime: number;
  /** The time at which the order was matched or came to rest; -1 before. */
  workingTime: number;
  /** The ms from which on trades of the simulated market may fill the order while it rests. */
  fillableFrom: number;
  /** The amendments of the order, the oldest first. */
  amendments: readonly SpotAmendment[];
  /**
   * The total of the lots that self-trade prevention removed from the order, and the id of the last prevented
   * match; undefined if there was none.
   */
  preventedMatch: { readonly matchId: number; readonly lots: number } | undefined;
}

/** One amendment, which reduced the quantity of an order. */
export interface SpotAmendment {
  readonly executionId: number;
  /** The client order ids before and after the amendment. */
  readonly originalId: string;
  readonly clientOrderId: string;
  readonly originalLots: number;
  readonly lots: number;
  readonly time: number;
}

/** One user's side of a trade. */
export interface Fill {
  /** Ascends on each symbol. */
  readonly id: number;
  readonly order: SpotOrder;
  readonly price: number;
  readonly lots: number;
  readonly quoteFilled: bigint;
  readonly commission: bigint;
  readonly commissionAsset: string;
  readonly time: number;
  readonly isMaker: boolean;
  /**
   * Whether the fill comes from smart order routing; `id` is then the allocation id, which ascends from 0.
   */
  readonly isAllocation?: true;
}

/** A match between two orders of one user that self-trade prevention stopped. */
export interface PreventedMatch {
  /** The id of the prevented match, which ascends from 0 on each symbol. */
  readonly id: number;
  readonly taker: SpotOrder;
  readonly maker: SpotOrder;
  readonly mode: SelfTradePrevention;
  /** The maker's price. */
  readonly price: number;
  /**
   * The lots that self-trade prevention removed from the taker's order and from the maker's; undefined for an
   * order that was not reduced.
   */
  readonly takerLots: number | undefined;
  readonly makerLots: number | undefined;
  readonly time: number;
}

/** Returns the lots of an order that are no longer open: filled, or removed by self-trade prevention. */
export function usedLots({ executedLots, preventedMatch }: SpotOrder): number {
  return executedLots + (preventedMatch?.lots ?? 0);
}

/** Returns whether an order can still be filled. */
export function isOpen({ status }: Pick<SpotOrder, 'status'>): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED' || isPending({ status });
}

/** Returns whether an order waits for the working order of its list to be filled. */
export function isPending({ status }: Pick<SpotOrder, 'status'>): boolean {
  return status === 'PENDING_NEW';
}

/** Returns the key of an open order. Client order ids are unique among the open orders of one user. */
export function openOrderKey(user: User, clientOrderId: string): string {
  return `${user.id} ${clientOrderId}`;
}

/** Returns the orders of a list that are placed when the working order is filled; none for an OCO. */
export function pendingOrders({ contingency, orders }: OrderList): readonly SpotOrder[] {
  return contingency === 'OTO' ? orders.slice(1) : [];
}

/** Returns the orders of the same list that expire when this order is filled or triggered. */
export function alternativesOf(order: SpotOrder): readonly SpotOrder[] {
  const { list } = order;
  if (list === undefined) return [];
  const among = list.contingency === 'OCO' ? list.orders : pendingOrders(list);
  return among.includes(order) ? among.filter((other) => other !== order) : [];
}

/** Returns whether an open order is on the book or being matched, rather than waiting for its trigger. */
export function isWorking(order: Pick<SpotOrder, 'status' | 'workingTime'>): boolean {
  return isOpen(order) && order.workingTime >= 0;
}

/** Returns the trigger condition of an order. Throws if it is not a stop order. */
export function requireStop({ stop, key }: SpotOrder): Stop {
  if (stop === undefined) throw new Error(`${key} is no stop order`);
  return stop;
}

/** Returns whether orders of a type wait for a trigger. */
export function isStopType(type: OrderType): type is StopType {
  return type.startsWith('STOP_LOSS') || type.startsWith('TAKE_PROFIT');
}

/** Returns whether orders of a type execute at any price once active, and therefore never rest. */
export function executesAtMarket(type: OrderType): boolean {
  return type === 'MARKET' || type === 'STOP_LOSS' || type === 'TAKE_PROFIT';
}

/** Returns whether a stop order is triggered by a rising price (public facts, Spot matching facts). */
export function isRisingStop(type: StopType, isBuy: boolean): boolean {
  return type.startsWith('STOP_LOSS') === isBuy;
}
