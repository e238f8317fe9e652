/** A spot order and its trades, as the engine keeps them. Prices are ticks, quantities lots, amounts 10^-8. */
import type { User } from '../ledger/accounts.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { RestingOrder, SelfTradePrevention } from '../matching/order-book.ts';

export type OrderStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED' | 'EXPIRED_IN_MATCH';

/** Orders that wait for a price and are then what their name ends with, or MARKET orders. */
export type StopType = 'STOP_LOSS' | 'STOP_LOSS_LIMIT' | 'TAKE_PROFIT' | 'TAKE_PROFIT_LIMIT';
export type OrderType = 'LIMIT' | 'MARKET' | 'LIMIT_MAKER' | StopType;
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';

/** What a user asks for; checked for form and against filters of value, not yet against counts and funds. */
export interface OrderRequest {
  readonly symbol: MarketSymbol;
  readonly isBuy: boolean;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** In ticks; 0 for an order that takes any price. */
  readonly price: number;
  /** 0 where `quoteAsked` says how much. */
  readonly lots: number;
  /** The quote asset to spend or to receive, 0n where `lots` says how much. */
  readonly quoteQuantity: bigint;
  /** What an iceberg shows at a time, 0 for an order that shows all. */
  readonly icebergLots: number;
  /** In ticks, 0 for none. */
  readonly stopPrice: number;
  /** In basis points; undefined for a stop that doesn't trail. */
  readonly trailingDelta: number | undefined;
  readonly clientOrderId: string | undefined;
  readonly selfTradePrevention: SelfTradePrevention;
  readonly strategyId: string | undefined;
  readonly strategyType: string | undefined;
}

/** What a stop order waits for. */
export interface Stop {
  /** In ticks, 0 for none: a trailing order then tracks from the next trade on. */
  readonly price: number;
  /** Whether trades at or above the price reach it, not those at or below. */
  readonly isRising: boolean;
  /** In basis points; undefined for a stop that doesn't trail. */
  readonly delta: number | undefined;
  /** When a trailing order began to track, -1 before. */
  trackedSince: number;
  /** The best price since, in ticks: the highest to sell, the lowest to buy. */
  extreme: number | undefined;
}

/** Money that is set aside; the orders of a list share it. */
export interface Reserve {
  readonly asset: string;
  amount: bigint;
}

/** Two orders of which one cancels the other. */
export interface OrderList {
  /** Ascends over all symbols from 0. */
  readonly id: number;
  readonly symbol: MarketSymbol;
  readonly user: User;
  readonly clientId: string;
  readonly time: number;
  /** The stop order and the limit order; their ids ascend. */
  readonly orders: readonly SpotOrder[];
  /** Whether both have ended. */
  isDone: boolean;
}

export interface SpotOrder extends RestingOrder<SpotOrder> {
  readonly symbol: MarketSymbol;
  readonly user: User;
  /** Ascends on the symbol from 1. */
  readonly orderId: number;
  /** What an iceberg shows at a time, 0 for an order that shows all. */
  readonly icebergLots: number;
  clientOrderId: string;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly selfTradePrevention: SelfTradePrevention;
  readonly strategyId: string | undefined;
  readonly strategyType: string | undefined;
  readonly quoteQuantity: bigint;
  /** Undefined for an order that waits for nothing. */
  readonly stop: Stop | undefined;
  list: OrderList | undefined;
  readonly reserve: Reserve;
  /** What a lot must have set aside to buy it, in ticks; undefined where nothing is, as for a MARKET order. */
  lockPrice: number | undefined;
  /** Asked for; with `quoteAsked`, what it came to. */
  lots: number;
  executedLots: number;
  /** Quote asset that changed hands. */
  quoteFilled: bigint;
  status: OrderStatus;
  readonly time: number;
  updateTime: number;
  /** When it came to rest or was matched, -1 before. */
  workingTime: number;
  /** Trades of the market from this ms on may reach it while it rests. */
  fillableFrom: number;
  /** How it was made smaller, oldest first. */
  amendments: readonly SpotAmendment[];
  /** What self-trade prevention took, and the number of that meeting; undefined where none did. */
  preventedMatch: { readonly matchId: number; readonly lots: number } | undefined;
}

/** One time that an order was made smaller. */
export interface SpotAmendment {
  readonly executionId: number;
  /** Its client order id before and from then on. */
  readonly originalId: string;
  readonly clientOrderId: string;
  readonly originalLots: number;
  readonly lots: number;
  readonly time: number;
}

/** One user's side of a trade. */
export interface Fill {
  /** Ascends on the symbol. */
  readonly id: number;
  readonly order: SpotOrder;
  readonly price: number;
  readonly lots: number;
  readonly quoteFilled: bigint;
  readonly commission: bigint;
  readonly commissionAsset: string;
  readonly time: number;
  readonly isMaker: boolean;
}

/** Two orders of one user that met and did not trade. */
export interface PreventedMatch {
  /** Ascends on the symbol from 0. */
  readonly id: number;
  readonly taker: SpotOrder;
  readonly maker: SpotOrder;
  readonly mode: SelfTradePrevention;
  /** The maker's. */
  readonly price: number;
  /** What expired of each, undefined where it did not. */
  readonly takerLots: number | undefined;
  readonly makerLots: number | undefined;
  readonly time: number;
}

/** Returns whether an order can still be filled. */
export function isOpen({ status }: Pick<SpotOrder, 'status'>): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED';
}

/** Returns whether an open order is on the book or being matched, not waiting for a price. */
export function isWorking(order: Pick<SpotOrder, 'status' | 'workingTime'>): boolean {
  return isOpen(order) && order.workingTime >= 0;
}

/** Returns what a stop order waits for; asserts that it is one. */
export function requireStop({ stop, key }: SpotOrder): Stop {
  if (stop === undefined) throw new Error(`${key} is no stop order`);
  return stop;
}

/** Returns whether orders of a type wait for a price. */
export function isStopType(type: OrderType): type is StopType {
  return type.startsWith('STOP_LOSS') || type.startsWith('TAKE_PROFIT');
}

/** Returns whether orders of a type take any price once they work, and never rest. */
export function executesAtMarket(type: OrderType): boolean {
  return type === 'MARKET' || type === 'STOP_LOSS' || type === 'TAKE_PROFIT';
}

/** Returns whether a stop order waits for the price to rise (public facts, Spot matching facts). */
export function isRisingStop(type: StopType, isBuy: boolean): boolean {
  return type.startsWith('STOP_LOSS') === isBuy;
}
