/**
 * What proves that a write was done. The interface document shows the answers of few calls; the fields are those of the
 * public facts and of today's interface (the records of each product).
 */
import type { ProofFields, WriteProof } from './write-types.ts';

/** An object with these fields. */
export function fieldsProof(...forms: readonly ProofFields[]): WriteProof {
  return { by: 'fields', forms };
}

/** The order with the client order id that was sent, and the exchange's number of it. */
export const orderProof = fieldsProof({
  echoes: { newClientOrderId: 'clientOrderId' },
  mayEcho: { symbol: 'symbol' },
  holds: ['orderId'],
});

/** The order list with the client id that was sent. */
export const orderListProof = fieldsProof({
  echoes: { listClientOrderId: 'listClientOrderId' },
  mayEcho: { symbol: 'symbol' },
  holds: ['orderListId'],
});

/** The amended order with its new client order id and quantity. */
export const amendProof = fieldsProof({
  at: 'amendedOrder',
  echoes: { newClientOrderId: 'clientOrderId' },
  amounts: { newQty: 'qty' },
  mayEcho: { symbol: 'symbol' },
  holds: ['orderId'],
});

/** Both halves of a replacement, and the new order with the client order id that was sent. */
export const replaceProof = fieldsProof({
  echoes: { newClientOrderId: 'newOrderResponse.clientOrderId' },
  values: { cancelResult: ['SUCCESS'], newOrderResult: ['SUCCESS'] },
});

const futuresChange = {
  echoes: { orderId: 'orderId', origClientOrderId: 'clientOrderId' },
  mayEcho: { symbol: 'symbol' },
  amounts: { quantity: 'origQty', price: 'price' },
} as const satisfies ProofFields;

/** The changed order of a futures product with its new price and quantity. */
export const changeProof = fieldsProof(futuresChange);

/** The algo order with the client id that was sent. */
export const algoOrderProof = fieldsProof({
  echoes: { clientAlgoId: 'clientAlgoId' },
  mayEcho: { symbol: 'symbol' },
  holds: ['algoId'],
});

const optionOrder = {
  echoes: { clientOrderId: 'clientOrderId' },
  mayEcho: { symbol: 'symbol' },
  holds: ['orderId'],
} as const satisfies ProofFields;

/** An order of options, whose parameter of the client order id has the name of the field. */
export const optionOrderProof = fieldsProof(optionOrder);

const CANCELLED = { status: ['CANCELED'] } as const;
const spotCancellation = {
  echoes: { orderId: 'orderId', origClientOrderId: 'origClientOrderId' },
  mayEcho: { symbol: 'symbol' },
  values: CANCELLED,
} as const satisfies ProofFields;

/** The cancelled order, alone or among the orders of a list, all of which are cancelled with it. */
export const spotCancelProof = fieldsProof(spotCancellation, { ...spotCancellation, at: 'orderReports' });

/** The cancelled order of a product that names its client id as a new order does. */
export const cancelProof = fieldsProof({
  echoes: { orderId: 'orderId', origClientOrderId: 'clientOrderId' },
  mayEcho: { symbol: 'symbol' },
  values: CANCELLED,
});

/** The cancelled order of options, which spell the state with two letters L; today with one. */
export const optionCancelProof = fieldsProof({
  echoes: { orderId: 'orderId', clientOrderId: 'clientOrderId' },
  mayEcho: { symbol: 'symbol' },
  values: { status: ['CANCELLED', 'CANCELED'] },
});

/** The id of the algo order and the code of success, which is text. */
export const algoCancelProof = fieldsProof({
  echoes: { algoId: 'algoId', clientAlgoId: 'clientAlgoId' },
  values: { code: ['200'] },
});

/** A result for each order of a batch of futures orders. */
export const batchProof = {
  by: 'results',
  of: ['batchOrders'],
  form: { echoes: { newClientOrderId: 'clientOrderId' }, mayEcho: { symbol: 'symbol' }, holds: ['orderId'] },
} as const satisfies WriteProof;

/** A result for each order of a batch of option orders. */
export const optionBatchProof = {
  by: 'results',
  of: ['orders'],
  form: optionOrder,
} as const satisfies WriteProof;

/** A result for each order that is changed. */
export const batchChangeProof = {
  by: 'results',
  of: ['batchOrders'],
  form: futuresChange,
} as const satisfies WriteProof;

/** A result for each order that is cancelled. */
export const batchCancelProof = {
  by: 'results',
  of: ['orderIdList', 'origClientOrderIdList'],
  form: {
    echoes: { orderIdList: 'orderId', origClientOrderIdList: 'clientOrderId' },
    values: CANCELLED,
  },
} as const satisfies WriteProof;

/** A result for each order of options that is cancelled. */
export const optionBatchCancelProof = {
  by: 'results',
  of: ['orderIds', 'clientOrderIds'],
  form: {
    echoes: { orderIds: 'orderId', clientOrderIds: 'clientOrderId' },
    values: { status: ['CANCELLED', 'CANCELED'] },
  },
} as const satisfies WriteProof;

/** The underlyings whose countdowns were started again. */
export const heartbeatProof = fieldsProof({ contains: { underlyings: 'underlyings' } });

/** The order list, with all of its orders ended. */
export const listCancelProof = fieldsProof({
  echoes: { orderListId: 'orderListId', listClientOrderId: 'listClientOrderId' },
  mayEcho: { symbol: 'symbol' },
  values: { listOrderStatus: ['ALL_DONE'] },
});

/** The cancelled orders and order lists, of which there is at least one: with none the exchange refuses. */
export const cancelAllProof = {
  by: 'rows',
  forms: [
    { echoes: { symbol: 'symbol' }, values: CANCELLED },
    { echoes: { symbol: 'symbol' }, values: { listOrderStatus: ['ALL_DONE'] } },
  ],
} as const satisfies WriteProof;

/** `{"code":200,"msg":"success"}`; some calls write the code as text. */
export const codeProof = fieldsProof({ values: { code: ['200'] } });

/** `{"code":0,"msg":"success"}`, as options write it. */
export const zeroCodeProof = fieldsProof({ values: { code: ['0'] } });

/** `{"success":true}`. */
export const successProof = fieldsProof({ values: { success: ['true'] } });

/** The pair of an isolated margin account that was enabled or disabled. */
export const isolatedAccountProof = fieldsProof({
  echoes: { symbol: 'symbol' },
  values: { success: ['true'] },
});

/** The sub-account, and the setting that is on now. */
export function enabledProof(setting: string): WriteProof {
  return fieldsProof({ echoes: { email: 'email' }, values: { [setting]: ['true'] } });
}

/** The amount and its direction, and the code of success. */
export const positionMarginProof = fieldsProof({
  echoes: { type: 'type' },
  amounts: { amount: 'amount' },
  values: { code: ['200'] },
});

/** The underlying and its limits of market maker protection. */
export const mmpProof = fieldsProof({
  echoes: {
    underlying: 'underlying',
    windowTimeInMilliseconds: 'windowTimeInMilliseconds',
    frozenTimeInMilliseconds: 'frozenTimeInMilliseconds',
  },
  amounts: { qtyLimit: 'qtyLimit', deltaLimit: 'deltaLimit' },
});

/** Fields that repeat the values sent; parameters and fields have the same names. */
export function echoProof(...names: readonly string[]): WriteProof {
  return fieldsProof({ echoes: Object.fromEntries(names.map((name) => [name, name])) });
}

/** An id or a key that the exchange made. */
export function createdProof(field: string): WriteProof {
  return fieldsProof({ holds: [field] });
}

/** The id of a subscription or redemption, with `"success":true`. */
export function earnProof(field: string): WriteProof {
  return fieldsProof({ holds: [field], values: { success: ['true'] } });
}

/** The transaction of a transfer, with the client id that was sent. */
export const universalTransferProof = fieldsProof({
  holds: ['tranId'],
  mayEcho: { clientTranId: 'clientTranId' },
});

/** At least one asset that was converted, with its transaction. */
export const dustProof = fieldsProof({ at: 'transferResult', holds: ['tranId'] });

/** A conversion that was accepted; the status FAIL says that nothing was converted. */
export const conversionProof = fieldsProof({
  holds: ['orderId'],
  values: { orderStatus: ['PROCESS', 'ACCEPT_SUCCESS', 'SUCCESS'] },
  refusedBy: { orderStatus: ['FAIL'] },
});

/** `{}` (public facts, Request rules: empty-success bodies). */
export const emptyProof = { by: 'empty-object' } as const satisfies WriteProof;

/** The listen key, or `{}` as older hosts answer (public facts, Listen keys). */
export const keepAliveProof = {
  by: 'empty-object',
  or: { holds: ['listenKey'] },
} as const satisfies WriteProof;
