/** JSON records of options orders (public facts, Options). Order ids are JSON numbers with 19 digits. */
import { amountText } from '../../engine/ledger/amounts.ts';
import { QUOTE } from '../../engine/options/contracts.ts';
import { averageText, lotsText, priceText } from '../../engine/options/number-text.ts';
import type { OptionOrder } from '../../engine/options/orders.ts';

/** Returns the ACK response to an order placement. */
export function ackRecord(order: OptionOrder): string {
  const { contract, isBuy, type, reduceOnly, postOnly, isMmp, time } = order;
  return withId(order, {
    clientOrderId: order.clientOrderId,
    symbol: contract.symbol,
    price: priceText(contract, order.price),
    quantity: lotsText(contract, order.lots),
    side: isBuy ? 'BUY' : 'SELL',
    type,
    createDate: time,
    reduceOnly,
    postOnly,
    mmp: isMmp,
  });
}

/** Returns the RESULT response to an order placement, which includes the fee. */
export function resultRecord(order: OptionOrder): string {
  return withId(order, { ...stateOf(order), fee: amountText(order.fee), createTime: order.time });
}

/** Returns an order as query responses show it. */
export function queryRecord(order: OptionOrder): string {
  return withId(order, { ...stateOf(order), createTime: order.time });
}

/** Returns the response to a cancellation. */
export function cancelRecord(order: OptionOrder): string {
  return withId(order, { ...stateOf(order), createDate: order.time });
}

function stateOf(order: OptionOrder) {
  const { contract, isBuy, reduceOnly, postOnly } = order;
  const { priceDecimals, lotDecimals } = contract.underlying;
  return {
    symbol: contract.symbol,
    price: priceText(contract, order.price),
    quantity: lotsText(contract, order.lots),
    executedQty: lotsText(contract, order.executed),
    side: isBuy ? 'BUY' : 'SELL',
    type: order.type,
    timeInForce: order.timeInForce,
    reduceOnly,
    postOnly,
    updateTime: order.updateTime,
    status: order.status,
    avgPrice: averageText(contract, order.value, order.executed),
    source: order.source,
    clientOrderId: order.clientOrderId,
    priceScale: priceDecimals,
    quantityScale: lotDecimals,
    optionSide: contract.isCall ? 'CALL' : 'PUT',
    quoteAsset: QUOTE,
    mmp: order.isMmp,
    selfTradePreventionMode: order.prevention,
  };
}

/** Inserts the order id into JSON text, because JSON.stringify can't write an integer beyond 2^53. */
function withId({ orderId }: OptionOrder, rest: object): string {
  return `{"orderId":${orderId},${JSON.stringify(rest).slice(1)}`;
}
