/** Orders, trades and positions of options as the engine keeps them. Prices are ticks, quantities lots, money 10^-8. */
import type { User } from '../ledger/accounts.ts';
import { AMOUNT_DECIMALS } from '../ledger/amounts.ts';
import { generateClientId } from '../ledger/client-ids.ts';
import type { RestingOrder } from '../matching/order-book.ts';
import type { OptionContract } from './contracts.ts';

/** Ids look like the real exchange's, whose order ids of options have 19 digits (public facts, Options). */
export const ORDER_ID_FIRST = 4_611_875_134_427_365_376n;

export type OptionOrderStatus =
  | 'NEW'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'EXPIRED_IN_MATCH';

export interface OptionOrderRequest {
  readonly contract: OptionContract;
  readonly isBuy: boolean;
  readonly type: 'LIMIT' | 'MARKET';
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK';
  /** 0 for a MARKET order. */
  readonly price: number;
  readonly lots: number;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly isMmp: boolean;
  readonly clientOrderId: string | undefined;
}

export interface OptionOrder extends RestingOrder<OptionOrder> {
  readonly contract: OptionContract;
  readonly user: User;
  /** Ascends over all options; above 2^53, as on the real exchange. */
  readonly orderId: bigint;
  readonly clientOrderId: string;
  readonly type: OptionOrderRequest['type'];
  readonly timeInForce: OptionOrderRequest['timeInForce'];
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly isMmp: boolean;
  /** Who sent it: a user, or the exchange that closes a position by force. */
  readonly source: 'API' | 'SYSTEM';
  readonly lots: number;
  executed: number;
  /** Premiums that changed hands. */
  value: bigint;
  fee: bigint;
  /** Money that is set aside for what is left of it. */
  reserved: bigint;
  status: OptionOrderStatus;
  readonly time: number;
  updateTime: number;
}

/** One user's side of a trade. */
export interface OptionFill {
  /** Ascends on the symbol. */
  readonly id: number;
  readonly order: OptionOrder;
  readonly price: number;
  readonly lots: number;
  readonly value: bigint;
  readonly fee: bigint;
  /** Profit of what it closed. */
  readonly realizedProfit: bigint;
  readonly time: number;
  readonly isMaker: boolean;
}

/** What a user holds of an option. */
export interface OptionPosition {
  readonly user: User;
  readonly contract: OptionContract;
  /** Below 0 for a short position; never 0. */
  lots: number;
  /** Premiums that opened what is held. */
  cost: bigint;
  /** Money set aside for a short position. */
  margin: bigint;
}

/** Returns whether an order can still be filled. */
export function isOpen({ status }: OptionOrder): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED';
}

/** Returns what so many lots are worth at a price. */
export function premiumOf({ underlying }: OptionContract, price: number, lots: number): bigint {
  const { priceDecimals, lotDecimals } = underlying;
  return BigInt(price) * BigInt(lots) * 10n ** BigInt(AMOUNT_DECIMALS - priceDecimals - lotDecimals);
}

/** Returns an amount per unit of the underlying, 10^-8, times so many lots, rounded down. */
export function amountForLots({ underlying }: OptionContract, perUnit: bigint, lots: number): bigint {
  return (perUnit * BigInt(lots)) / 10n ** BigInt(underlying.lotDecimals);
}

/** Returns an index price as 10^-8. */
export function indexAmount({ underlying }: Pick<OptionContract, 'underlying'>, index: number): bigint {
  return BigInt(index) * 10n ** BigInt(AMOUNT_DECIMALS - underlying.spot.tickDecimals);
}

/** Returns a new order, not yet matched. */
export function createOrder(
  user: User,
  request: OptionOrderRequest,
  {
    orderId,
    source,
    now,
  }: { readonly orderId: bigint; readonly source: OptionOrder['source']; readonly now: number },
  seed: number,
): OptionOrder {
  const generatedId =
    source === 'API' ? generateClientId(seed, 'option', String(orderId)) : `autoclose-${orderId}`;
  const clientOrderId = request.clientOrderId ?? generatedId;
  return {
    ...request,
    clientOrderId,
    key: `${user.id} ${clientOrderId}`,
    owner: user.id,
    user,
    orderId,
    source,
    remaining: request.lots,
    level: undefined,
    previous: undefined,
    next: undefined,
    executed: 0,
    value: 0n,
    fee: 0n,
    reserved: 0n,
    status: 'NEW',
    time: now,
    updateTime: now,
  };
}

/** Returns what the exchange asks for when it closes a short position by force. */
export function buyBackRequest(contract: OptionContract, lots: number): OptionOrderRequest {
  return {
    contract,
    isBuy: true,
    type: 'MARKET',
    timeInForce: 'GTC',
    price: 0,
    lots,
    reduceOnly: true,
    postOnly: false,
    isMmp: false,
    clientOrderId: undefined,
  };
}
