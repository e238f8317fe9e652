/** The executionReport and listStatus events (public facts, Spot user data stream). */
import { amountText, quoteAmount, unitsOf } from '../ledger/amounts.ts';
import { symbolText } from '../market/number-text.ts';
import { type Fill, isWorking, type OrderList, type SpotOrder } from './orders.ts';
import { hasPeggedPrice } from './pegs.ts';

/** What happened to an order, by execution type. */
export type OrderExecution =
  | { readonly type: 'NEW' | 'EXPIRED' }
  /** The order was cancelled; `clientOrderId` is the id of the cancellation. */
  | { readonly type: 'CANCELED'; readonly clientOrderId: string }
  /** The quantity was reduced, and the client order id may have changed. */
  | { readonly type: 'REPLACED'; readonly originalId: string }
  | { readonly type: 'TRADE'; readonly fill: Fill }
  /**
   * Self-trade prevention removed lots from the order, because `lots` would have traded with an order of the
   * same user.
   */
  | {
      readonly type: 'TRADE_PREVENTION';
      readonly counter: SpotOrder;
      readonly price: number;
      readonly lots: number;
      readonly removed: number;
    };

/** Returns the JSON of an executionReport for the current state of an order. */
export function executionReport(
  order: SpotOrder,
  execution: OrderExecution,
  id: number,
  time: number,
): string {
  const { symbol } = order;
  const { price, lots } = symbolText(symbol);
  const fill = execution.type === 'TRADE' ? execution.fill : undefined;
  const [clientId, originalId] = clientIdsOf(order, execution);
  const commissionAsset = fill === undefined ? 'null' : `"${fill.commissionAsset}"`;
  return (
    `{"e":"executionReport","E":${time},"s":"${symbol.name}","c":${JSON.stringify(clientId)},` +
    `"S":"${order.isBuy ? 'BUY' : 'SELL'}","o":"${order.type}","f":"${order.timeInForce}",` +
    `"q":"${lots(order.lots)}","p":"${price(order.peg?.sentPrice ?? order.price)}","P":"${price(order.stop?.price ?? 0)}","F":"${lots(order.icebergLots)}",` +
    `"g":${order.list?.id ?? -1},` +
    `"C":${JSON.stringify(originalId)},"x":"${execution.type}","X":"${order.status}","r":"NONE",` +
    `"i":${order.orderId},"l":"${lots(fill?.lots ?? 0)}","z":"${lots(order.executedLots)}",` +
    `"L":"${price(fill?.price ?? 0)}","n":"${fill === undefined ? '0' : amountText(fill.commission)}",` +
    `"N":${commissionAsset},"T":${time},"t":${fill === undefined || fill.isAllocation === true ? -1 : fill.id},"I":${id},"w":${isWorking(order)},` +
    `"m":${fill?.isMaker ?? false},"M":false,"O":${order.time},"Z":"${amountText(order.quoteFilled)}",` +
    `"Y":"${amountText(fill?.quoteFilled ?? 0n)}","Q":"${amountText(order.quoteQuantity)}",` +
    (order.workingTime < 0 ? '' : `"W":${order.workingTime},`) +
    `"V":"${order.selfTradePrevention}"${conditionalFields(order, execution)}}`
  );
}

/** Returns the JSON of a listStatus event. */
export function listStatusEvent(list: OrderList, time: number): string {
  const { symbol, id, clientId, isDone, orders, contingency } = list;
  const rows = orders.map(
    ({ orderId, clientOrderId }) =>
      `{"s":"${symbol.name}","i":${orderId},"c":${JSON.stringify(clientOrderId)}}`,
  );
  return (
    `{"e":"listStatus","E":${time},"s":"${symbol.name}","g":${id},"c":"${contingency}",` +
    `"l":"${isDone ? 'ALL_DONE' : 'EXEC_STARTED'}","L":"${isDone ? 'ALL_DONE' : 'EXECUTING'}","r":"NONE",` +
    `"C":${JSON.stringify(clientId)},"T":${time},"O":[${rows.join(',')}]}`
  );
}

/**
 * Returns the client order id of the event, and the original one: the order's own id on a cancellation, the
 * previous id on an amendment.
 */
function clientIdsOf(
  order: SpotOrder,
  execution: OrderExecution,
): readonly [clientId: string, originalId: string] {
  if (execution.type === 'CANCELED') return [execution.clientOrderId, order.clientOrderId];
  return [order.clientOrderId, execution.type === 'REPLACED' ? execution.originalId : ''];
}

/** Returns the fields of an execution report that are sent only if they have a value. */
function conditionalFields(order: SpotOrder, execution: OrderExecution): string {
  const { strategyId, strategyType, preventedMatch, symbol, stop } = order;
  const { lots } = symbolText(symbol);
  return (
    (order.expiryReason === undefined ? '' : `,"eR":"${order.expiryReason}"`) +
    pegFields(order) +
    routingFields(order, execution) +
    (stop?.delta === undefined ? '' : `,"d":${stop.delta},"D":${stop.trackedSince}`) +
    (strategyId === undefined ? '' : `,"j":${strategyId}`) +
    (strategyType === undefined ? '' : `,"J":${strategyType}`) +
    (preventedMatch === undefined
      ? ''
      : `,"v":${preventedMatch.matchId},"A":"${lots(preventedMatch.lots)}"`) +
    (execution.type === 'TRADE_PREVENTION' ? preventionFields(order, execution) : '')
  );
}

/** Returns the fields of an order with smart order routing. */
function routingFields({ routing }: SpotOrder, execution: OrderExecution): string {
  if (routing === undefined) return '';
  const isAllocation = execution.type === 'TRADE' && execution.fill.isAllocation === true;
  return (
    (isAllocation ? `,"b":"ONE_PARTY_TRADE_REPORT","a":${execution.fill.id}` : '') +
    `,"k":"${routing.lastAt}"${routing.isUsed ? ',"uS":true' : ''}`
  );
}

function pegFields(order: SpotOrder): string {
  const { peg, symbol, price } = order;
  if (peg === undefined) return '';
  return (
    `,"gP":"${peg.priceType}"` +
    (peg.offset === 0 ? '' : `,"gOT":"PRICE_LEVEL","gOV":${peg.offset}`) +
    (hasPeggedPrice(order) ? `,"gp":"${symbolText(symbol).price(price)}"` : '')
  );
}

function preventionFields(
  { symbol }: SpotOrder,
  { counter, price, lots, removed }: OrderExecution & { readonly type: 'TRADE_PREVENTION' },
): string {
  const text = symbolText(symbol);
  return (
    `,"B":"${text.lots(removed)}","u":-1,"U":${counter.orderId},"Cs":"${symbol.name}",` +
    `"pl":"${text.lots(lots)}","pL":"${text.price(price)}",` +
    `"pY":"${amountText(quoteAmount(unitsOf(symbol), price, lots))}"`
  );
}
