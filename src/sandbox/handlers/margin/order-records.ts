/**
 * Orders on margin as the wire tells them (public facts, Margin): the records of spot with fewer fields, and whether
 * the account is isolated.
 */
import { amountText } from '../../engine/ledger/amounts.ts';
import type { Need } from '../../engine/margin/required-funds.ts';
import type { Fill, SpotOrder } from '../../engine/spot/orders.ts';
import * as spot from '../spot/order-records.ts';

const AMOUNTS = ['price', 'origQty', 'executedQty', 'cummulativeQuoteQty'] as const;
const KIND = ['status', 'timeInForce', 'type', 'side'] as const;
const PREVENTION = 'selfTradePreventionMode';

/** Returns the answer to a placement that only says that it was taken. */
export function ackRecord(order: SpotOrder): string {
  return JSON.stringify(ack(order));
}

/** Returns the answer to a placement that says what became of it. */
export function resultRecord(order: SpotOrder): string {
  return JSON.stringify(result(order));
}

/** The same with what it was filled with, and what was borrowed: an amount that is a number. */
export function fullRecord(order: SpotOrder, fills: readonly Fill[], borrowed: Need | undefined): string {
  const told = parsed(spot.fullRecord(order, fills))['fills'] as Told[];
  const rows = told.map((fill) => picked(fill, ['price', 'qty', 'commission', 'commissionAsset']));
  const loan =
    borrowed === undefined
      ? ''
      : `,"marginBuyBorrowAmount":${amountText(borrowed.amount)},"marginBuyBorrowAsset":"${borrowed.asset}"`;
  return `${resultRecord(order).slice(0, -1)}${loan},"fills":${JSON.stringify(rows)}}`;
}

/** Returns the answer to a cancellation; the number of the order is text in it. */
export function cancelRecord(order: SpotOrder, clientOrderId: string): string {
  return JSON.stringify({
    symbol: order.symbol.name,
    isIsolated: isIsolated(order),
    orderId: String(order.orderId),
    origClientOrderId: order.clientOrderId,
    clientOrderId,
    ...picked(parsed(spot.resultRecord(order)), [...AMOUNTS, ...KIND]),
  });
}

/** Returns an order as queries tell it. */
export function queryRecord(order: SpotOrder): string {
  const told = parsed(spot.queryRecord(order));
  return JSON.stringify({
    ...picked(told, [
      'clientOrderId',
      'cummulativeQuoteQty',
      'executedQty',
      'icebergQty',
      'isWorking',
      'orderId',
    ]),
    ...picked(told, ['origQty', 'price', 'side', 'status', 'stopPrice', 'symbol']),
    isIsolated: isIsolated(order),
    ...picked(told, ['time', 'timeInForce', 'type', PREVENTION, 'updateTime']),
  });
}

/** Returns one account's side of a trade. */
export function tradeRecord(fill: Fill): string {
  const told = parsed(spot.tradeRecord(fill));
  return JSON.stringify({
    ...picked(told, [
      'commission',
      'commissionAsset',
      'id',
      'isBestMatch',
      'isBuyer',
      'isMaker',
      'orderId',
      'price',
    ]),
    ...picked(told, ['qty', 'symbol']),
    isIsolated: isIsolated(fill.order),
    time: fill.time,
  });
}

type Told = Readonly<Record<string, unknown>>;

function ack(order: SpotOrder): Told {
  const { symbol, orderId, clientOrderId, time } = order;
  return { symbol: symbol.name, orderId, clientOrderId, isIsolated: isIsolated(order), transactTime: time };
}

function result(order: SpotOrder): Told {
  return { ...ack(order), ...picked(parsed(spot.resultRecord(order)), [...AMOUNTS, ...KIND, PREVENTION]) };
}

/** Ids of spot orders and trades are below 2^53 and amounts are text, so that nothing is lost. */
function parsed(record: string): Told {
  return JSON.parse(record);
}

function picked(told: Told, names: readonly string[]): Told {
  return Object.fromEntries(names.map((name) => [name, told[name]]));
}

function isIsolated({ user }: SpotOrder): boolean {
  return user.onBehalfOf?.scope !== 'margin';
}
