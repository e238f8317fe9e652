/**
 * JSON records of margin orders and trades (public facts, Margin): the records of spot with fewer fields, and
 * with `isIsolated`.
 */
import { amountText } from '../../engine/ledger/amounts.ts';
import type { RequiredFunds } from '../../engine/margin/required-funds.ts';
import type { Fill, SpotOrder } from '../../engine/spot/orders.ts';
import * as spot from '../spot/order-records.ts';

const AMOUNTS = ['price', 'origQty', 'executedQty', 'cummulativeQuoteQty'] as const;
const KIND = ['status', 'timeInForce', 'type', 'side'] as const;
const PREVENTION = 'selfTradePreventionMode';

/** Returns the ACK response to an order placement. */
export function ackRecord(order: SpotOrder): string {
  return JSON.stringify(ackFields(order));
}

/** Returns the RESULT response to an order placement. */
export function resultRecord(order: SpotOrder): string {
  return JSON.stringify(resultFields(order));
}

/** Returns the FULL response to an order placement, with fills and the borrowed amount as a JSON number. */
export function fullRecord(
  order: SpotOrder,
  fills: readonly Fill[],
  borrowed: RequiredFunds | undefined,
): string {
  const record = parseRecord(spot.fullRecord(order, fills))['fills'] as RecordFields[];
  const rows = record.map((fill) => pickFields(fill, ['price', 'qty', 'commission', 'commissionAsset']));
  const loan =
    borrowed === undefined
      ? ''
      : `,"marginBuyBorrowAmount":${amountText(borrowed.amount)},"marginBuyBorrowAsset":"${borrowed.asset}"`;
  return `${resultRecord(order).slice(0, -1)}${loan},"fills":${JSON.stringify(rows)}}`;
}

/** Returns the response to a cancellation, in which the order id is a string. */
export function cancelRecord(order: SpotOrder, clientOrderId: string): string {
  return JSON.stringify({
    symbol: order.symbol.name,
    isIsolated: isIsolated(order),
    orderId: String(order.orderId),
    origClientOrderId: order.clientOrderId,
    clientOrderId,
    ...pickFields(parseRecord(spot.resultRecord(order)), [...AMOUNTS, ...KIND]),
  });
}

/** Returns an order as query responses show it. */
export function queryRecord(order: SpotOrder): string {
  const record = parseRecord(spot.queryRecord(order));
  return JSON.stringify({
    ...pickFields(record, [
      'clientOrderId',
      'cummulativeQuoteQty',
      'executedQty',
      'icebergQty',
      'isWorking',
      'orderId',
    ]),
    ...pickFields(record, ['origQty', 'price', 'side', 'status', 'stopPrice', 'symbol']),
    isIsolated: isIsolated(order),
    ...pickFields(record, ['time', 'timeInForce', 'type', PREVENTION, 'updateTime']),
  });
}

/** Returns an account's side of a trade. */
export function tradeRecord(fill: Fill): string {
  const record = parseRecord(spot.tradeRecord(fill));
  return JSON.stringify({
    ...pickFields(record, [
      'commission',
      'commissionAsset',
      'id',
      'isBestMatch',
      'isBuyer',
      'isMaker',
      'orderId',
      'price',
    ]),
    ...pickFields(record, ['qty', 'symbol']),
    isIsolated: isIsolated(fill.order),
    time: fill.time,
  });
}

type RecordFields = Readonly<Record<string, unknown>>;

function ackFields(order: SpotOrder): RecordFields {
  const { symbol, orderId, clientOrderId, time } = order;
  return { symbol: symbol.name, orderId, clientOrderId, isIsolated: isIsolated(order), transactTime: time };
}

function resultFields(order: SpotOrder): RecordFields {
  return {
    ...ackFields(order),
    ...pickFields(parseRecord(spot.resultRecord(order)), [...AMOUNTS, ...KIND, PREVENTION]),
  };
}

/** Parses a record without loss of digits: spot ids are below 2^53, and amounts are strings. */
function parseRecord(record: string): RecordFields {
  return JSON.parse(record);
}

function pickFields(record: RecordFields, names: readonly string[]): RecordFields {
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

function isIsolated({ user }: SpotOrder): boolean {
  return user.onBehalfOf?.scope !== 'margin';
}
