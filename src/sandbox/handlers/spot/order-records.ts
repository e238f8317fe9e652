/**
 * JSON records of spot orders and trades, with the exchange's names and types (public facts, Order records).
 */

import type { Interface } from '../../../catalogue/environments.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import { symbolText } from '../../engine/market/number-text.ts';
import type { AmendedOrder } from '../../engine/spot/order-changes.ts';
import type { Fill, OrderList, PreventedMatch, SpotAmendment, SpotOrder } from '../../engine/spot/orders.ts';
import { hasPeggedPrice } from '../../engine/spot/pegs.ts';

/** Returns the ACK response to an order placement. */
export function ackRecord(order: SpotOrder): string {
  return `{${ackFields(order)}}`;
}

/** Returns the RESULT response to an order placement. */
export function resultRecord(order: SpotOrder, served: Interface = 'document'): string {
  return `{${ackFields(order)},${resultFields(order)}${expiryField(order, served)}}`;
}

/** Returns the FULL response to an order placement, with its immediate fills. */
export function fullRecord(order: SpotOrder, fills: readonly Fill[], served: Interface = 'document'): string {
  const { price, lots } = symbolText(order.symbol);
  const rows = fills.map(
    (fill) =>
      `{${fill.isAllocation === true ? '"matchType":"ONE_PARTY_TRADE_REPORT",' : ''}` +
      `"price":"${price(fill.price)}","qty":"${lots(fill.lots)}","commission":"${amountText(fill.commission)}",` +
      `"commissionAsset":"${fill.commissionAsset}",` +
      (fill.isAllocation === true ? `"tradeId":-1,"allocId":${fill.id}}` : `"tradeId":${fill.id}}`),
  );
  return `{${ackFields(order)},${resultFields(order)}${expiryField(order, served)},"fills":[${rows.join(',')}]}`;
}

/** Returns the response to a cancellation; `clientOrderId` is the id of the cancellation. */
export function cancelRecord(order: SpotOrder, clientOrderId: string, time: number): string {
  return (
    `{"symbol":"${order.symbol.name}","origClientOrderId":${JSON.stringify(order.clientOrderId)},` +
    `"orderId":${order.orderId},"orderListId":${order.list?.id ?? -1},"clientOrderId":${JSON.stringify(clientOrderId)},` +
    `"transactTime":${time},${amountFields(order)},${typeFields(order)},` +
    `"selfTradePreventionMode":"${order.selfTradePrevention}"${conditionalFields(order)}}`
  );
}

/** Returns an order as query responses show it. */
export function queryRecord(order: SpotOrder, served: Interface = 'document'): string {
  const { price, lots } = symbolText(order.symbol);
  return (
    `{"symbol":"${order.symbol.name}","orderId":${order.orderId},"orderListId":${order.list?.id ?? -1},` +
    `"clientOrderId":${JSON.stringify(order.clientOrderId)},"price":"${price(order.peg?.sentPrice ?? order.price)}",` +
    `${quantityField(order)}"executedQty":"${lots(order.executedLots)}",` +
    `"cummulativeQuoteQty":"${amountText(order.quoteFilled)}",${typeFields(order)},"stopPrice":"${price(order.stop?.price ?? 0)}",` +
    `"icebergQty":"${lots(order.icebergLots)}","time":${order.time},"updateTime":${order.updateTime},` +
    `"isWorking":${order.workingTime >= 0},` +
    `"workingTime":${order.workingTime},"origQuoteOrderQty":"${amountText(order.quoteQuantity)}",` +
    `"selfTradePreventionMode":"${order.selfTradePrevention}"${trailFields(order)}${strategyFields(order)}${pegFields(order)}${routingFields(order)}${expiryField(order, served)}}`
  );
}

/**
 * Returns the response to an amendment (public facts, Amend: in this response the field is spelt
 * `cumulativeQuoteQty`).
 */
export function amendRecord({ order, originalId, executionId }: AmendedOrder, time: number): string {
  const { list, symbol } = order;
  const { price, lots } = symbolText(symbol);
  const amended =
    `{"symbol":"${symbol.name}","orderId":${order.orderId},"orderListId":${list?.id ?? -1},` +
    `"origClientOrderId":${JSON.stringify(originalId)},"clientOrderId":${JSON.stringify(order.clientOrderId)},` +
    `"price":"${price(order.peg?.sentPrice ?? order.price)}","qty":"${lots(order.lots)}","executedQty":"${lots(order.executedLots)}",` +
    `"preventedQty":"${lots(order.preventedMatch?.lots ?? 0)}","quoteOrderQty":"${amountText(order.quoteQuantity)}",` +
    `"cumulativeQuoteQty":"${amountText(order.quoteFilled)}",${typeFields(order)},` +
    `"workingTime":${order.workingTime},"selfTradePreventionMode":"${order.selfTradePrevention}"}`;
  return (
    `{"transactTime":${time},"executionId":${executionId},"amendedOrder":${amended}` +
    `${list === undefined ? '' : `,"listStatus":${listStatusRecord(list)}`}}`
  );
}

/** Returns an amendment of an order (record of the live exchange; public facts name only the endpoint). */
export function amendmentRecord({ symbol, orderId }: SpotOrder, row: SpotAmendment): string {
  const { executionId, originalId, clientOrderId, originalLots, time } = row;
  const { lots } = symbolText(symbol);
  return (
    `{"symbol":"${symbol.name}","orderId":${orderId},"executionId":${executionId},` +
    `"origClientOrderId":${JSON.stringify(originalId)},"newClientOrderId":${JSON.stringify(clientOrderId)},` +
    `"origQty":"${lots(originalLots)}","newQty":"${lots(row.lots)}","time":${time}}`
  );
}

function listStatusRecord({ id, isDone, clientId, symbol, orders, contingency }: OrderList): string {
  const rows = orders.map(
    ({ orderId, clientOrderId }) =>
      `{"symbol":"${symbol.name}","orderId":${orderId},"clientOrderId":${JSON.stringify(clientOrderId)}}`,
  );
  return (
    `{"orderListId":${id},"contingencyType":"${contingency}","listOrderStatus":"${isDone ? 'ALL_DONE' : 'EXECUTING'}",` +
    `"listClientOrderId":${JSON.stringify(clientId)},"symbol":"${symbol.name}","orders":[${rows.join(',')}]}`
  );
}

/** Returns an account's side of a trade. */
export function tradeRecord(fill: Fill): string {
  const { order } = fill;
  const { price, lots } = symbolText(order.symbol);
  return (
    `{"symbol":"${order.symbol.name}","id":${fill.id},"orderId":${order.orderId},"orderListId":${order.list?.id ?? -1},` +
    `"price":"${price(fill.price)}","qty":"${lots(fill.lots)}","quoteQty":"${amountText(fill.quoteFilled)}",` +
    `"commission":"${amountText(fill.commission)}","commissionAsset":"${fill.commissionAsset}",` +
    `"time":${fill.time},"isBuyer":${order.isBuy},"isMaker":${fill.isMaker},"isBestMatch":true}`
  );
}

/** Returns the record of a part of an order that smart order routing filled on another symbol. */
export function allocationRecord(fill: Fill): string {
  const { order } = fill;
  const { price, lots } = symbolText(order.symbol);
  return (
    `{"symbol":"${order.symbol.name}","allocationId":${fill.id},"allocationType":"SOR","orderId":${order.orderId},` +
    `"orderListId":-1,"price":"${price(fill.price)}","qty":"${lots(fill.lots)}",` +
    `"quoteQty":"${amountText(fill.quoteFilled)}","commission":"${amountText(fill.commission)}",` +
    `"commissionAsset":"${fill.commissionAsset}","time":${fill.time},"isBuyer":${order.isBuy},` +
    `"isMaker":false,"isAllocator":false}`
  );
}

/** Returns the record of a match that self-trade prevention stopped. */
export function preventedMatchRecord(match: PreventedMatch): string {
  const { taker, maker, takerLots, makerLots } = match;
  const { symbol } = taker;
  const { price, lots } = symbolText(symbol);
  return (
    `{"symbol":"${symbol.name}","preventedMatchId":${match.id},"takerOrderId":${taker.orderId},` +
    `"makerSymbol":"${symbol.name}","makerOrderId":${maker.orderId},"tradeGroupId":-1,` +
    `"selfTradePreventionMode":"${match.mode}","price":"${price(match.price)}",` +
    (takerLots === undefined ? '' : `"takerPreventedQuantity":"${lots(takerLots)}",`) +
    (makerLots === undefined ? '' : `"makerPreventedQuantity":"${lots(makerLots)}",`) +
    `"transactTime":${match.time}}`
  );
}

function ackFields({ symbol, orderId, clientOrderId, time, list }: SpotOrder): string {
  return (
    `"symbol":"${symbol.name}","orderId":${orderId},"orderListId":${list?.id ?? -1},` +
    `"clientOrderId":${JSON.stringify(clientOrderId)},"transactTime":${time}`
  );
}

function resultFields(order: SpotOrder): string {
  return (
    `${amountFields(order)},${typeFields(order)},"workingTime":${order.workingTime},` +
    `"selfTradePreventionMode":"${order.selfTradePrevention}"${conditionalFields(order)}`
  );
}

function amountFields(order: SpotOrder): string {
  const { price, lots } = symbolText(order.symbol);
  return (
    `"price":"${price(order.peg?.sentPrice ?? order.price)}",${quantityField(order)}"executedQty":"${lots(order.executedLots)}",` +
    `"origQuoteOrderQty":"${amountText(order.quoteQuantity)}","cummulativeQuoteQty":"${amountText(order.quoteFilled)}"`
  );
}

/**
 * Returns the quantity of an order; for a pending order that the working order pays for, the quantity is not
 * known until it is placed.
 */
function quantityField({ symbol, lots, list }: SpotOrder): string {
  return lots === 0 && list?.isPaidByWorking === true ? '' : `"origQty":"${symbolText(symbol).lots(lots)}",`;
}

function typeFields({ status, timeInForce, type, isBuy }: SpotOrder): string {
  return `"status":"${status}","timeInForce":"${timeInForce}","type":"${type}","side":"${isBuy ? 'BUY' : 'SELL'}"`;
}

/** Returns the fields of an order that are sent only if they have a value. */
function conditionalFields(order: SpotOrder): string {
  const { stop, icebergLots, symbol } = order;
  const { price, lots } = symbolText(symbol);
  return (
    (stop === undefined || stop.price === 0 ? '' : `,"stopPrice":"${price(stop.price)}"`) +
    (icebergLots === 0 ? '' : `,"icebergQty":"${lots(icebergLots)}"`) +
    trailFields(order) +
    strategyFields(order) +
    pegFields(order) +
    routingFields(order)
  );
}

function trailFields({ stop }: SpotOrder): string {
  if (stop?.delta === undefined) return '';
  return `,"trailingDelta":${stop.delta},"trailingTime":${stop.trackedSince}`;
}

/** Returns why an order expired, which today's interface shows in placements and queries. */
function expiryField({ expiryReason }: SpotOrder, served: Interface): string {
  return expiryReason === undefined || served === 'document' ? '' : `,"expiryReason":"${expiryReason}"`;
}

/** Returns where an order with smart order routing was last active, and whether other symbols filled it. */
function routingFields({ routing }: SpotOrder): string {
  return routing === undefined ? '' : `,"workingFloor":"${routing.lastAt}","usedSor":${routing.isUsed}`;
}

/** Returns the rule of a pegged order, and its price once it is known. */
function pegFields(order: SpotOrder): string {
  const { peg, symbol, price } = order;
  if (peg === undefined) return '';
  return (
    `,"pegPriceType":"${peg.priceType}"` +
    (peg.offset === 0 ? '' : `,"pegOffsetType":"PRICE_LEVEL","pegOffsetValue":${peg.offset}`) +
    (hasPeggedPrice(order) ? `,"peggedPrice":"${symbolText(symbol).price(price)}"` : '')
  );
}

function strategyFields({ strategyId, strategyType, preventedMatch, symbol }: SpotOrder): string {
  const { lots } = symbolText(symbol);
  return (
    (strategyId === undefined ? '' : `,"strategyId":${strategyId}`) +
    (strategyType === undefined ? '' : `,"strategyType":${strategyType}`) +
    (preventedMatch === undefined
      ? ''
      : `,"preventedMatchId":${preventedMatch.matchId},"preventedQuantity":"${lots(preventedMatch.lots)}"`)
  );
}
