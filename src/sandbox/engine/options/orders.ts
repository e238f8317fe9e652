/** Orders, fills and positions of options. Prices are in ticks, quantities in lots, amounts in 10^-8 USDT. */
import type { User } from '../ledger/accounts.ts';
import { AMOUNT_DECIMALS } from '../ledger/amounts.ts';
import { generateClientId } from '../ledger/client-ids.ts';
import type { RestingOrder, SelfTradePrevention } from '../matching/order-book.ts';
import type { OptionContract } from './contracts.ts';

/** The id before that of the first order: order ids of options have 19 digits (public facts, Options). */
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
  /** PREV_QUOTED is an order of a block trade, whose terms were agreed on before (public facts, Options). */
  readonly type: 'LIMIT' | 'MARKET' | 'PREV_QUOTED';
  /** GTX is a post-only order that otherwise waits like GTC. */
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK' | 'GTX';
  /** 0 for a MARKET order. */
  readonly price: number;
  readonly lots: number;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly isMmp: boolean;
  readonly prevention: SelfTradePrevention;
  readonly clientOrderId: string | undefined;
}

export interface OptionOrder extends RestingOrder<OptionOrder> {
  readonly contract: OptionContract;
  readonly user: User;
  /** The order id, which ascends over all options and exceeds 2^53, as on the real exchange. */
  readonly orderId: bigint;
  readonly clientOrderId: string;
  readonly type: OptionOrderRequest['type'];
  readonly timeInForce: OptionOrderRequest['timeInForce'];
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly isMmp: boolean;
  readonly prevention: SelfTradePrevention;
  /** Where the order comes from: API for a user's order, SYSTEM for a liquidation order. */
  readonly source: 'API' | 'SYSTEM';
  readonly lots: number;
  executed: number;
  /** The sum of the premiums of the order's fills. */
  value: bigint;
  fee: bigint;
  /** The amount that is reserved for the order's unfilled lots. */
  reserved: bigint;
  status: OptionOrderStatus;
  readonly time: number;
  updateTime: number;
}

/** One side of a trade. */
export interface OptionFill {
  /** The trade id, which ascends per symbol. */
  readonly id: number;
  readonly order: OptionOrder;
  readonly price: number;
  readonly lots: number;
  readonly value: bigint;
  readonly fee: bigint;
  /** The profit of the lots that the fill closed. */
  readonly realizedProfit: bigint;
  readonly time: number;
  readonly isMaker: boolean;
}

/** A user's position in an option. */
export interface OptionPosition {
  readonly user: User;
  readonly contract: OptionContract;
  /** The size of the position in lots; below 0 for a short position, never 0. */
  lots: number;
  /** The sum of the premiums that opened the held lots. */
  cost: bigint;
  /** The margin that is held for a short position, in the quote asset. */
  margin: bigint;
}

/** Returns whether an order can still be filled. */
export function isOpen({ status }: OptionOrder): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED';
}

/** Returns whether what an order does not fill at once waits in the book. */
export function isResting({ timeInForce }: OptionOrder): boolean {
  return timeInForce === 'GTC' || timeInForce === 'GTX';
}

/** Returns the total premium of lots at a price. */
export function premiumOf({ underlying }: OptionContract, price: number, lots: number): bigint {
  const { priceDecimals, lotDecimals } = underlying;
  return BigInt(price) * BigInt(lots) * 10n ** BigInt(AMOUNT_DECIMALS - priceDecimals - lotDecimals);
}

/** Multiplies an amount per unit of the underlying (10^-8) by a number of lots, rounded down. */
export function amountForLots({ underlying }: OptionContract, perUnit: bigint, lots: number): bigint {
  return (perUnit * BigInt(lots)) / 10n ** BigInt(underlying.lotDecimals);
}

/** Converts an index price from ticks of the spot pair to 10^-8 USDT. */
export function indexAmount({ underlying }: Pick<OptionContract, 'underlying'>, index: number): bigint {
  return BigInt(index) * 10n ** BigInt(AMOUNT_DECIMALS - underlying.spot.tickDecimals);
}

/** Creates an order that is not yet matched. */
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

/** Returns the order request of one side of a block trade. */
export function blockRequest(
  terms: Pick<OptionOrderRequest, 'contract' | 'isBuy' | 'price' | 'lots'>,
): OptionOrderRequest {
  return { ...buyBackRequest(terms.contract, terms.lots), ...terms, type: 'PREV_QUOTED', reduceOnly: false };
}

/** Returns the order request with which the exchange liquidates a short position. */
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
    prevention: 'EXPIRE_MAKER',
    clientOrderId: undefined,
  };
}
