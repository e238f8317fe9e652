/** Options orders as the wire tells them (public facts, Options): order ids have 19 digits and stand as numbers. */
import { amountText } from '../../engine/ledger/amounts.ts';
import { QUOTE } from '../../engine/options/contracts.ts';
import { averageText, lotsText, priceText } from '../../engine/options/number-text.ts';
import type { OptionOrder } from '../../engine/options/orders.ts';

/** Returns the answer to a placement that only says that it was taken. */
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

/** Returns an order whole: with its fee as the answer to a placement. */
export function resultRecord(order: OptionOrder): string {
  return withId(order, { ...stateOf(order), fee: amountText(order.fee), createTime: order.time });
}

/** Returns an order as queries tell it. */
export function queryRecord(order: OptionOrder): string {
  return withId(order, { ...stateOf(order), createTime: order.time });
}

/** Returns the answer to a cancellation. */
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
  };
}

/** An id beyond 2^53 can't pass through a JSON writer of numbers. */
function withId({ orderId }: OptionOrder, rest: object): string {
  return `{"orderId":${orderId},${JSON.stringify(rest).slice(1)}`;
}
