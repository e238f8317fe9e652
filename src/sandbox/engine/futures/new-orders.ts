/** Creates orders from requests, and the requests with which the exchange closes positions. */
import type { User } from '../ledger/accounts.ts';
import {
  closesPositionSide,
  type FuturesOrder,
  type FuturesOrderRequest,
  type FuturesPosition,
} from './orders.ts';

/** Creates an order that is not yet matched. */
export function createOrder(
  user: User,
  request: FuturesOrderRequest,
  { orderId, clientOrderId }: Pick<FuturesOrder, 'orderId' | 'clientOrderId'>,
  now: number,
): FuturesOrder {
  const { type, lots, stopPrice } = request;
  return {
    ...request,
    isReduceOnly: request.isReduceOnly || closesPositionSide(request),
    key: `${user.id} ${orderId}`,
    owner: user.id,
    remaining: lots,
    level: undefined,
    previous: undefined,
    next: undefined,
    user,
    orderId,
    clientOrderId,
    origType: type,
    executed: 0,
    value: 0n,
    status: 'NEW',
    isConditional: stopPrice > 0 || type === 'TRAILING_STOP_MARKET',
    trailing: undefined,
    time: now,
    updateTime: now,
    isForced: false,
    amendments: [],
  };
}

/** Returns the request that closes a position at a price in a liquidation or a delivery. */
export function closingRequest(
  { contract, side, lots }: FuturesPosition,
  price: number,
  clientOrderId: string,
): FuturesOrderRequest {
  return {
    contract,
    isBuy: lots < 0,
    positionSide: side,
    type: 'LIMIT',
    timeInForce: 'IOC',
    price,
    lots: Math.abs(lots),
    stopPrice: 0,
    activation: 0,
    callback: 0,
    isReduceOnly: true,
    closesPosition: false,
    workingType: 'CONTRACT_PRICE',
    isProtected: false,
    priceMatch: 'NONE',
    prevention: 'NONE',
    goodTill: 0,
    clientOrderId,
  };
}
