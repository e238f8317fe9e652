/** Algo orders of USD-M and COIN-M futures (public facts, Algo orders). */
import { FUTURES_PRODUCTS } from '../../../catalogue/futures-products.ts';
import { DAY_MS } from '../../../core/time-units.ts';
import { fixedText } from '../../engine/futures/integer-math.ts';
import type { AlgoOrder } from '../../engine/futures/orders.ts';
import { averagePrice } from '../../engine/futures/valuation.ts';
import { createRefusal } from '../../engine/refusal.ts';
import type { KeyRanges } from '../../engine/state/rows.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { optionalId, userOf } from '../account-values.ts';
import { selectArchiveRows } from '../history-query.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { engineOf } from './engines.ts';
import { algoRequestOf } from './order-request.ts';
import { historyStart } from './trading.ts';
import { contractOf, contractText } from './values.ts';

/** How long algo orders that ended without a fill can be queried, and all others, in ms (public facts). */
const UNFILLED_RETENTION_MS = 3 * DAY_MS;
const RETENTION_MS = 90 * DAY_MS;

const HANDLERS_BY_ACTION = {
  'algo-order.new': place,
  'algo-order.cancel': cancel,
  'algo-orders.cancel': cancelAll,
  'algo-order.get': get,
  'algo-orders.open': open,
  'algo-orders.all': all,
} as const;

/** The request handlers of algo orders by endpoint id. */
export const futuresAlgoOrderHandlers: Readonly<Record<string, Handler>> = Object.fromEntries(
  FUTURES_PRODUCTS.flatMap((product) =>
    Object.entries(HANDLERS_BY_ACTION).map(([name, handler]) => [`${product}.${name}`, handler]),
  ),
);

function place(call: SandboxCall): string {
  const algo = engineOf(call).algoOrders.place(userOf(call), algoRequestOf(call), call.now);
  const { price } = contractText(algo.contract);
  const isTrailing = algo.type === 'TRAILING_STOP_MARKET';
  return JSON.stringify({
    ...termFields(algo),
    activatePrice: isTrailing && algo.activation > 0 ? price(algo.activation) : '',
    callbackRate: isTrailing ? fixedText(BigInt(algo.callback), 2) : '',
    ...timeFields(algo),
  });
}

function cancel(call: SandboxCall): string {
  const { algoId, clientAlgoId } = engineOf(call).algoOrders.cancel(userOf(call), idsOf(call), call.now);
  return JSON.stringify({ algoId, clientAlgoId, code: '200', msg: 'success' });
}

function cancelAll(call: SandboxCall): string {
  engineOf(call).algoOrders.cancelAll(userOf(call), contractOf(call), call.now);
  return '{"code":200,"msg":"The operation of cancel all open order is done."}';
}

function get(call: SandboxCall): string {
  const algo = engineOf(call).algoOrders.find(userOf(call), idsOf(call));
  if (algo === undefined || !isRetained(call, algo)) throw createRefusal(-2013, 'Order does not exist.');
  const { actualType, actualQty } = executedFields(call, algo);
  const { actualOrderId, actualPrice, ...rest } = queryRecord(call, algo);
  return JSON.stringify({ ...rest, actualOrderId, actualPrice, actualType, actualQty, tpOrderType: '' });
}

function open(call: SandboxCall): string {
  const algoId = optionalId(call, 'algoId');
  const symbol = call.params.get('symbol');
  const contract = symbol === undefined ? undefined : contractOf(call);
  const orders = engineOf(call)
    .algoOrders.open(userOf(call))
    .filter((algo) => contract === undefined || algo.contract === contract)
    .filter((algo) => algoId === undefined || algo.algoId === algoId);
  return JSON.stringify(orders.map((algo) => listRecord(call, algo)));
}

function all(call: SandboxCall): string {
  const contract = contractOf(call);
  const fromId = optionalId(call, 'algoId');
  const endTime = optionalInteger(call, 'endTime');
  const startTime =
    optionalInteger(call, 'startTime') ?? (fromId === undefined ? historyStart(call, endTime) : undefined);
  const bounds: KeyRanges = { time: [startTime ?? 0, endTime ?? Number.POSITIVE_INFINITY] };
  const isWindow = call.params.has('startTime') || fromId !== undefined;
  const history = engineOf(call).algoOrders.historyOf(userOf(call));
  const query = {
    fromId,
    startTime: isWindow ? startTime : undefined,
    endTime,
    limit: requiredInteger(call, 'limit'),
  };
  const rows = selectArchiveRows(
    history,
    query,
    bounds,
    (algo) => algo.contract === contract && isRetained(call, algo),
  );
  return JSON.stringify(rows.map((algo) => listRecord(call, algo)));
}

function idsOf(call: SandboxCall) {
  return { algoId: optionalId(call, 'algoId'), clientAlgoId: call.params.get('clientAlgoId') };
}

function isRetained(call: SandboxCall, algo: AlgoOrder): boolean {
  if (algo.status === 'NEW') return true;
  const placed = engineOf(call).algoOrders.orderOf(algo);
  const isFilled = placed !== undefined && placed.executed > 0;
  return algo.updateTime > call.now - (isFilled ? RETENTION_MS : UNFILLED_RETENTION_MS);
}

/** Returns an algo order as the query of one order shows it. */
function queryRecord(call: SandboxCall, algo: AlgoOrder) {
  const { actualPrice } = executedFields(call, algo);
  return {
    ...termFields(algo),
    ...timeFields(algo),
    actualOrderId: algo.orderId === 0 ? '' : String(algo.orderId),
    actualPrice,
  };
}

/**
 * Returns an algo order as the lists show it; the prices of take-profit and stop pairs, which the sandbox
 * does not have, are zero.
 */
function listRecord(call: SandboxCall, algo: AlgoOrder) {
  const zero = contractText(algo.contract).price(0);
  return {
    ...queryRecord(call, algo),
    tpTriggerPrice: zero,
    tpPrice: zero,
    slTriggerPrice: zero,
    slPrice: zero,
    tpOrderType: '',
  };
}

function executedFields(call: SandboxCall, algo: AlgoOrder) {
  const placed = engineOf(call).algoOrders.orderOf(algo);
  const { lots } = contractText(algo.contract);
  const average = placed === undefined ? 0n : averagePrice(algo.contract, placed.value, placed.executed);
  return {
    actualPrice: fixedText(average, 8),
    actualType: placed?.type ?? '',
    actualQty: lots(placed?.executed ?? 0),
  };
}

function termFields(algo: AlgoOrder) {
  const { price, lots } = contractText(algo.contract);
  return {
    algoId: algo.algoId,
    clientAlgoId: algo.clientAlgoId,
    algoType: 'CONDITIONAL',
    orderType: algo.type,
    symbol: algo.contract.name,
    side: algo.isBuy ? 'BUY' : 'SELL',
    positionSide: algo.positionSide,
    timeInForce: algo.timeInForce,
    quantity: lots(algo.lots),
    algoStatus: algo.status,
    triggerPrice: price(algo.stopPrice),
    price: price(algo.price),
    icebergQuantity: null,
    selfTradePreventionMode: algo.prevention,
    workingType: algo.workingType,
    priceMatch: algo.priceMatch,
    closePosition: algo.closesPosition,
    priceProtect: algo.isProtected,
    reduceOnly: algo.isReduceOnly,
  };
}

function timeFields({ createTime, updateTime, triggerTime, goodTill }: AlgoOrder) {
  return { createTime, updateTime, triggerTime, goodTillDate: goodTill };
}
