/**
 * Orders on margin as the wire tells them (public facts, Margin): the records of spot with fewer fields, and whether
 * the account is isolated.
 */
import { amountText } from '../../engine/ledger/amounts.ts';
import type { RequiredFunds } from '../../engine/margin/required-funds.ts';
import type { Fill, SpotOrder } from '../../engine/spot/orders.ts';
import * as spot from '../spot/order-records.ts';

const AMOUNTS = ['price', 'origQty', 'executedQty', 'cummulativeQuoteQty'] as const;
const KIND = ['status', 'timeInForce', 'type', 'side'] as const;
const PREVENTION = 'selfTradePreventionMode';

/** Returns the answer to a placement that only says that it was taken. */
export function ackRecord(order: SpotOrder): string {
  return JSON.stringify(ackFields(order));
}

/** Returns the answer to a placement that says what became of it. */
export function resultRecord(order: SpotOrder): string {
  return JSON.stringify(resultFields(order));
}

/** The same with what it was filled with, and what was borrowed: an amount that is a number. */
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

/** Returns the answer to a cancellation; the number of the order is text in it. */
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

/** Returns an order as queries tell it. */
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

/** Returns one account's side of a trade. */
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

/** Ids of spot orders and trades are below 2^53 and amounts are text, so that nothing is lost. */
function parseRecord(record: string): RecordFields {
  return JSON.parse(record);
}

function pickFields(record: RecordFields, names: readonly string[]): RecordFields {
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

function isIsolated({ user }: SpotOrder): boolean {
  return user.onBehalfOf?.scope !== 'margin';
}
