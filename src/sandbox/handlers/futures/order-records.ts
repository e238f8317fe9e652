/** JSON records of futures orders and trades (public facts, USD-M trading and COIN-M). */

import { fixedText } from '../../engine/futures/integer-math.ts';
import type { FuturesFill, FuturesOrder } from '../../engine/futures/orders.ts';
import { averagePrice } from '../../engine/futures/valuation.ts';
import { contractText, rateText } from './values.ts';

/** Returns the response to an order placement; an ACK shows the order before any fill. */
export function placementRecord(order: FuturesOrder, isAck: boolean) {
  const shown = isAck ? { ...order, status: 'NEW' as const, executed: 0, value: 0n } : order;
  const { lots } = contractText(order.contract);
  return {
    ...identityFields(shown),
    cumQty: lots(shown.executed),
    ...cumulativeField(shown),
    avgPrice: averageText(shown),
    ...detailFields(shown),
  };
}

/** Returns the response to a cancellation. */
export function cancelRecord(order: FuturesOrder) {
  const { lots } = contractText(order.contract);
  return {
    ...identityFields(order),
    cumQty: lots(order.executed),
    ...cumulativeField(order),
    ...detailFields(order),
  };
}

/** Returns an order as query responses show it. */
export function queryRecord(order: FuturesOrder) {
  return {
    ...identityFields(order),
    avgPrice: averageText(order),
    ...cumulativeField(order),
    ...detailFields(order),
    time: order.time,
  };
}

function identityFields({ clientOrderId, orderId, contract }: FuturesOrder) {
  return {
    orderId,
    symbol: contract.name,
    ...(contract.isInverse ? { pair: contract.pair } : {}),
    clientOrderId,
  };
}

function cumulativeField({ contract, value }: FuturesOrder) {
  return contract.isInverse ? { cumBase: rateText(value) } : { cumQuote: rateText(value) };
}

function averageText({ contract, value, executed }: FuturesOrder): string {
  return fixedText(averagePrice(contract, value, executed), 8);
}

function detailFields(order: FuturesOrder) {
  const { price, lots } = contractText(order.contract);
  const isTrailing = order.callback > 0;
  return {
    executedQty: lots(order.executed),
    origQty: lots(order.lots),
    price: price(order.price),
    reduceOnly: order.isReduceOnly,
    side: order.isBuy ? 'BUY' : 'SELL',
    positionSide: order.positionSide,
    status: order.status,
    stopPrice: price(order.stopPrice),
    closePosition: order.closesPosition,
    timeInForce: order.timeInForce,
    type: order.type,
    origType: order.origType,
    ...(isTrailing
      ? { activatePrice: price(order.activation), priceRate: fixedText(BigInt(order.callback), 2) }
      : {}),
    updateTime: order.updateTime,
    workingType: order.workingType,
    priceProtect: order.isProtected,
    ...(order.contract.isInverse
      ? {}
      : {
          priceMatch: order.priceMatch,
          selfTradePreventionMode: order.prevention,
          goodTillDate: order.goodTill,
        }),
  };
}

/** Returns an account's side of a trade. */
export function tradeRecord(fill: FuturesFill) {
  const { order, isMaker } = fill;
  const { contract } = order;
  const { price, lots } = contractText(contract);
  return {
    symbol: contract.name,
    id: fill.id,
    orderId: order.orderId,
    ...(contract.isInverse ? { pair: contract.pair } : {}),
    side: order.isBuy ? 'BUY' : 'SELL',
    price: price(fill.price),
    qty: lots(fill.lots),
    realizedPnl: rateText(fill.realizedProfit),
    ...(contract.isInverse
      ? { marginAsset: contract.settleAsset, baseQty: rateText(fill.value) }
      : { quoteQty: rateText(fill.value) }),
    commission: rateText(fill.commission),
    commissionAsset: fill.commissionAsset,
    time: fill.time,
    positionSide: order.positionSide,
    buyer: order.isBuy,
    maker: isMaker,
  };
}
