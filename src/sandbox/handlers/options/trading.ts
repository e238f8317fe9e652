/** Orders of options and market maker protection (interface document, Options). */

import { decimalOf } from '../../../core/decimal.ts';
import { DAY_MS } from '../../../core/time-units.ts';
import { amountOf, amountText } from '../../engine/ledger/amounts.ts';
import type { OptionUnderlying } from '../../engine/options/contracts.ts';
import { orderNumber } from '../../engine/options/history.ts';
import type { OptionOrderRequest } from '../../engine/options/orders.ts';
import { isOpen, type OptionOrder } from '../../engine/options/orders.ts';
import { type MarketMakerProtection, underlyingId } from '../../engine/options/protection.ts';
import { Refusal } from '../../engine/refusal.ts';
import { checkElements } from '../../gate/list-elements.ts';
import { assertElementServedToday } from '../../gate/served-interface.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { selectArchiveRows } from '../history-query.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { ackRecord, cancelRecord, queryRecord, resultRecord } from './order-records.ts';
import { contractOf, optionsEngineOf, tradedContractOf, underlyingOf, wholeUnits } from './values.ts';

/** The request handlers by endpoint id. */
export const optionsTradingHandlers: Readonly<Record<string, Handler>> = {
  'options.order.new': (call) => placeSingle(call, call.params),
  'options.order.batch': placeBatch,
  'options.order.get': getOrder,
  'options.order.cancel': cancelOrder,
  'options.open-orders.cancel': cancelAll,
  'options.open-orders': openOrders,
  'options.order-history': historyOrders,
  'options.mmp.set': setProtection,
  'options.mmp.get': getProtection,
  'options.mmp.reset': resetProtection,
};

/** How long closed orders remain in the history (public facts, Options). */
const HISTORY_MS = 5 * DAY_MS;

type Params = ReadonlyMap<string, string>;

function placeSingle(call: SandboxCall, params: Params): string {
  const order = optionsEngineOf(call).placeOrder(userOf(call), requestOf(call, params), call.now);
  return params.get('newOrderRespType') === 'RESULT' ? resultRecord(order) : ackRecord(order);
}

/** Places each order of a batch on its own: one refusal does not affect the others. */
function placeBatch(call: SandboxCall): string {
  const results = checkElements(call.endpoint, call.params).map((element) => {
    try {
      if ('refusal' in element) throw element.refusal;
      if (call.interface === 'today') assertElementServedToday(call.endpoint, element.params);
      return placeSingle(call, element.params);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return JSON.stringify({ code: thrown.code, msg: thrown.message });
    }
  });
  return `[${results.join(',')}]`;
}

function requestOf(call: SandboxCall, params: Params): OptionOrderRequest {
  const contract = tradedContractOf(call, params.get('symbol') ?? '');
  const { priceDecimals, lotDecimals } = contract.underlying;
  const type = params.get('type') === 'MARKET' ? 'MARKET' : 'LIMIT';
  const sent = params.get('price');
  if (type === 'MARKET' && sent !== undefined) throw notRequired('price');
  if (type === 'MARKET' && params.has('timeInForce')) throw notRequired('timeInForce');
  const isPostOnly = params.get('postOnly') === 'true';
  const timeInForce = (params.get('timeInForce') ?? 'GTC') as OptionOrderRequest['timeInForce'];
  if (isPostOnly && (type === 'MARKET' || (timeInForce !== 'GTC' && timeInForce !== 'GTX'))) {
    throw new SandboxRefusal(400, -1014, 'Unsupported order combination.');
  }
  return {
    contract,
    isBuy: params.get('side') === 'BUY',
    type,
    timeInForce,
    price:
      sent === undefined ? 0 : wholeUnits(sent, priceDecimals, -4014, 'Price not increased by tick size.'),
    lots: wholeUnits(params.get('quantity') ?? '', lotDecimals, -4023, 'Qty not increased by step size.'),
    reduceOnly: params.get('reduceOnly') === 'true',
    postOnly: isPostOnly,
    isMmp: params.get('isMmp') === 'true',
    prevention: (params.get('selfTradePreventionMode') ?? 'EXPIRE_MAKER') as OptionOrderRequest['prevention'],
    clientOrderId: params.get('clientOrderId'),
  };
}

function getOrder(call: SandboxCall): string {
  const order = optionsEngineOf(call).findOrder(userOf(call), contractOf(call), orderIdsOf(call));
  if (order === undefined) throw new SandboxRefusal(400, -2013, 'Order does not exist.');
  return queryRecord(order);
}

function cancelOrder(call: SandboxCall): string {
  return cancelRecord(
    optionsEngineOf(call).cancelOrder(userOf(call), contractOf(call), orderIdsOf(call), call.now),
  );
}

function cancelAll(call: SandboxCall): string {
  optionsEngineOf(call).cancelAllOrders(userOf(call), contractOf(call), call.now);
  return JSON.stringify({ code: 0, msg: 'success' });
}

function openOrders(call: SandboxCall): string {
  const { contract, orderId, start, end } = listFilters(call);
  const rows = optionsEngineOf(call)
    .openOrders(userOf(call))
    .filter(
      (order) =>
        (contract === undefined || order.contract.symbol === contract.symbol) &&
        (orderId === undefined || order.orderId >= orderId) &&
        order.time >= (start ?? 0) &&
        order.time <= (end ?? Number.POSITIVE_INFINITY),
    );
  return `[${rows.map(queryRecord).join(',')}]`;
}

function historyOrders(call: SandboxCall): string {
  const { contract, orderId, start, end } = listFilters(call);
  const historyStart = call.now - HISTORY_MS;
  const query = {
    fromId: orderId === undefined ? undefined : orderNumber(orderId),
    startTime: start,
    endTime: end,
    limit: requiredInteger(call, 'limit'),
  };
  const matches = (order: OptionOrder) =>
    !isOpen(order) &&
    order.updateTime >= historyStart &&
    (contract === undefined || order.contract.symbol === contract.symbol);
  const rows = selectArchiveRows(optionsEngineOf(call).historyOf(userOf(call)).orders, query, {}, matches);
  return `[${rows.map(queryRecord).join(',')}]`;
}

/** Returns the filters of an order list request. */
function listFilters(call: SandboxCall) {
  return {
    contract: call.params.has('symbol') ? contractOf(call) : undefined,
    orderId: orderIdsOf(call).orderId,
    start: optionalInteger(call, 'startTime'),
    end: optionalInteger(call, 'endTime'),
  };
}

function orderIdsOf({ params }: SandboxCall) {
  const orderId = params.get('orderId');
  return {
    orderId: orderId === undefined ? undefined : BigInt(orderId),
    clientOrderId: params.get('clientOrderId'),
  };
}

function setProtection(call: SandboxCall): string {
  const underlying = underlyingOf(call);
  const protection = optionsEngineOf(call).setProtection(userOf(call), underlying.name, {
    windowMs: requiredInteger(call, 'windowTimeInMilliseconds'),
    frozenMs: requiredInteger(call, 'frozenTimeInMilliseconds'),
    quantityLimit: limitOf(call, 'qtyLimit'),
    deltaLimit: limitOf(call, 'deltaLimit'),
  });
  return protectionRecord(underlying, protection);
}

/** Returns the market maker protection of an underlying; all values are 0 if none was set (our choice). */
function getProtection(call: SandboxCall): string {
  const underlying = underlyingOf(call);
  const { protections } = optionsEngineOf(call).historyOf(userOf(call));
  return protectionRecord(underlying, protections.get(underlying.name));
}

/** Ends the freeze of a triggered protection. */
function resetProtection(call: SandboxCall): string {
  const underlying = underlyingOf(call);
  const protection = optionsEngineOf(call).historyOf(userOf(call)).protections.get(underlying.name);
  protection?.reset();
  return protectionRecord(underlying, protection);
}

function protectionRecord(
  { key, name }: OptionUnderlying,
  protection: MarketMakerProtection | undefined,
): string {
  const settings = protection?.settings;
  return JSON.stringify({
    underlyingId: underlyingId(key),
    underlying: name,
    windowTimeInMilliseconds: settings?.windowMs ?? 0,
    frozenTimeInMilliseconds: settings?.frozenMs ?? 0,
    qtyLimit: amountText(settings?.quantityLimit ?? 0n),
    deltaLimit: amountText(settings?.deltaLimit ?? 0n),
    lastTriggerTime: protection?.lastTriggered ?? 0,
  });
}

function limitOf(call: SandboxCall, name: string): bigint {
  const amount = amountOf(decimalOf(call.params.get(name) ?? ''));
  if (amount === undefined || amount <= 0n) {
    throw new SandboxRefusal(400, -1130, `Data sent for parameter '${name}' is not valid.`);
  }
  return amount;
}

function notRequired(name: string): SandboxRefusal {
  return new SandboxRefusal(400, -1106, `Parameter '${name}' sent when not required.`);
}
