/**
 * The catalogue's proofs: what the answer of a write must have to prove that the write was done. The
 * interface document shows the answers of few calls; the fields are those of the public facts and of today's
 * interface (the records of each product).
 */
import type { ProofFields, WriteProof } from './write-types.ts';

/** Returns the proof that the answer is an object with the fields of one of these forms. */
export function fieldsProof(...forms: readonly ProofFields[]): WriteProof {
  return { by: 'fields', forms };
}

/** The proof of a new order: the answer has the client order id that was sent, and an order id. */
export const orderProof = fieldsProof({
  echoes: { newClientOrderId: 'clientOrderId' },
  mayEcho: { symbol: 'symbol' },
  holds: ['orderId'],
});

/**
 * The proof of a new order list: the answer has the client id of the list that was sent, and an order list
 * id.
 */
export const orderListProof = fieldsProof({
  echoes: { listClientOrderId: 'listClientOrderId' },
  mayEcho: { symbol: 'symbol' },
  holds: ['orderListId'],
});

/** The proof of an amended order: the answer has the new client order id and the new quantity. */
export const amendProof = fieldsProof({
  at: 'amendedOrder',
  echoes: { newClientOrderId: 'clientOrderId' },
  amounts: { newQty: 'qty' },
  mayEcho: { symbol: 'symbol' },
  holds: ['orderId'],
});

/**
 * The proof of cancel-and-replace: both the cancellation and the new order succeeded, and the answer has the
 * client order id that was sent.
 */
export const replaceProof = fieldsProof({
  echoes: { newClientOrderId: 'newOrderResponse.clientOrderId' },
  values: { cancelResult: ['SUCCESS'], newOrderResult: ['SUCCESS'] },
});

const futuresChange = {
  echoes: { orderId: 'orderId', origClientOrderId: 'clientOrderId' },
  mayEcho: { symbol: 'symbol', modifyId: 'modifyId' },
  amounts: { quantity: 'origQty', price: 'price' },
} as const satisfies ProofFields;

/** The proof of a modified futures order: the answer has the order's id, new quantity and new price. */
export const changeProof = fieldsProof(futuresChange);

/** The proof of a new algo order: the answer has the client algo id that was sent, and an algo order id. */
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

/**
 * The proof of a new option order: the answer has the client order id that was sent (parameter and field are
 * both called clientOrderId), and an order id.
 */
export const optionOrderProof = fieldsProof(optionOrder);

const CANCELLED = { status: ['CANCELED'] } as const;
const spotCancellation = {
  echoes: { orderId: 'orderId', origClientOrderId: 'origClientOrderId' },
  mayEcho: { symbol: 'symbol' },
  values: CANCELLED,
} as const satisfies ProofFields;

/**
 * The proof of a cancelled spot order: the answer is the cancelled order, or the cancelled order list with
 * the order among its reports.
 */
export const spotCancelProof = fieldsProof(spotCancellation, { ...spotCancellation, at: 'orderReports' });

/**
 * The proof of a cancelled order of a product whose answer calls the order's client id `clientOrderId` (spot:
 * `origClientOrderId`).
 */
export const cancelProof = fieldsProof({
  echoes: { orderId: 'orderId', origClientOrderId: 'clientOrderId' },
  mayEcho: { symbol: 'symbol' },
  values: CANCELLED,
});

/**
 * The proof of a cancelled option order. The interface document spells the status CANCELLED, today's
 * interface CANCELED.
 */
export const optionCancelProof = fieldsProof({
  echoes: { orderId: 'orderId', clientOrderId: 'clientOrderId' },
  mayEcho: { symbol: 'symbol' },
  values: { status: ['CANCELLED', 'CANCELED'] },
});

/**
 * The proof of a cancelled algo order: the answer has the order's id and the success code 200, written as
 * text.
 */
export const algoCancelProof = fieldsProof({
  echoes: { algoId: 'algoId', clientAlgoId: 'clientAlgoId' },
  values: { code: ['200'] },
});

/** The proof of a batch of new futures orders: the answer has a result for each order. */
export const batchProof = {
  by: 'results',
  of: ['batchOrders'],
  form: { echoes: { newClientOrderId: 'clientOrderId' }, mayEcho: { symbol: 'symbol' }, holds: ['orderId'] },
} as const satisfies WriteProof;

/** The proof of a batch of new option orders: the answer has a result for each order. */
export const optionBatchProof = {
  by: 'results',
  of: ['orders'],
  form: optionOrder,
} as const satisfies WriteProof;

/** The proof of a batch of modified futures orders: the answer has a result for each order. */
export const batchChangeProof = {
  by: 'results',
  of: ['batchOrders'],
  form: futuresChange,
} as const satisfies WriteProof;

/** The proof of a batch of cancelled orders: the answer has a result for each order. */
export const batchCancelProof = {
  by: 'results',
  of: ['orderIdList', 'origClientOrderIdList'],
  form: {
    echoes: { orderIdList: 'orderId', origClientOrderIdList: 'clientOrderId' },
    values: CANCELLED,
  },
} as const satisfies WriteProof;

/** The proof of a batch of cancelled option orders: the answer has a result for each order. */
export const optionBatchCancelProof = {
  by: 'results',
  of: ['orderIds', 'clientOrderIds'],
  form: {
    echoes: { orderIds: 'orderId', clientOrderIds: 'clientOrderId' },
    values: { status: ['CANCELLED', 'CANCELED'] },
  },
} as const satisfies WriteProof;

/** The proof of a block order: the answer repeats the liquidity, and has the key by which it is accepted. */
export const blockOrderProof = fieldsProof({
  echoes: { liquidity: 'liquidity' },
  values: { status: ['RECEIVED'] },
  holds: ['blockTradeSettlementKey'],
});

const sameBlockOrder = { echoes: { blockOrderMatchingKey: 'blockTradeSettlementKey' } } as const;

/** The proof that a block order lives on: the answer has its key, and when it expires. */
export const blockExtensionProof = fieldsProof({
  ...sameBlockOrder,
  values: { status: ['RECEIVED'] },
  holds: ['expireTime'],
});

/** The proof that a block order was executed: the answer has its key, and says that it is accepted. */
export const blockAcceptanceProof = fieldsProof({ ...sameBlockOrder, values: { status: ['ACCEPTED'] } });

/** The proof that countdowns of cancel-all were restarted: the answer lists underlyings of the request. */
export const heartbeatProof = fieldsProof({ contains: { underlyings: 'underlyings' } });

/** The proof of a cancelled order list: the answer has the id of the list and the list status ALL_DONE. */
export const listCancelProof = fieldsProof({
  echoes: { orderListId: 'orderListId', listClientOrderId: 'listClientOrderId' },
  mayEcho: { symbol: 'symbol' },
  values: { listOrderStatus: ['ALL_DONE'] },
});

/**
 * The proof that all open orders of a symbol were cancelled: the answer lists at least one cancelled order or
 * order list. Where nothing is open, the exchange returns an error.
 */
export const cancelAllProof = {
  by: 'rows',
  forms: [
    { echoes: { symbol: 'symbol' }, values: CANCELLED },
    { echoes: { symbol: 'symbol' }, values: { listOrderStatus: ['ALL_DONE'] } },
  ],
} as const satisfies WriteProof;

/**
 * The proof of a write that is answered with `{"code":200,"msg":"success"}`; some calls write the code as
 * text.
 */
export const codeProof = fieldsProof({ values: { code: ['200'] } });

/** The proof of a write that is answered with `{"code":0,"msg":"success"}`, as the options interface does. */
export const zeroCodeProof = fieldsProof({ values: { code: ['0'] } });

/** `{"complete":true}`. */
export const completeProof = fieldsProof({ values: { complete: ['true'] } });

/** `{"msg":"success"}`. */
export const messageProof = fieldsProof({ values: { msg: ['success'] } });

/** `{"success":true}`. */
export const successProof = fieldsProof({ values: { success: ['true'] } });

/** The proof of an answered questionnaire of the travel rule: its record, and that it was accepted. */
export const travelRuleProof = fieldsProof({
  holds: ['trId'],
  values: { accepted: ['true'] },
  refusedBy: { accepted: ['false'] },
});

/** The proof of an application for the credit of a deposit: success, and the code of a service that did it. */
export const creditProof = fieldsProof({ values: { code: ['000000'], success: ['true'] } });

/**
 * The proof that an isolated margin account was enabled or disabled: the answer has its symbol and
 * `"success":true`.
 */
export const isolatedAccountProof = fieldsProof({
  echoes: { symbol: 'symbol' },
  values: { success: ['true'] },
});

/**
 * Returns the proof that a setting of a sub-account was enabled: the answer names the sub-account and the
 * setting.
 */
export function enabledProof(setting: string): WriteProof {
  return fieldsProof({ echoes: { email: 'email' }, values: { [setting]: ['true'] } });
}

/**
 * The proof that position margin was changed: the answer has the amount, the direction and the success code.
 */
export const positionMarginProof = fieldsProof({
  echoes: { type: 'type' },
  amounts: { amount: 'amount' },
  values: { code: ['200'] },
});

/** The proof that market maker protection was set: the answer has the underlying and its limits. */
export const mmpProof = fieldsProof({
  echoes: {
    underlying: 'underlying',
    windowTimeInMilliseconds: 'windowTimeInMilliseconds',
    frozenTimeInMilliseconds: 'frozenTimeInMilliseconds',
  },
  amounts: { qtyLimit: 'qtyLimit', deltaLimit: 'deltaLimit' },
});

/** Returns the proof that the answer repeats the parameters that were sent, under the same names. */
export function echoProof(...names: readonly string[]): WriteProof {
  return fieldsProof({ echoes: Object.fromEntries(names.map((name) => [name, name])) });
}

/** Returns the proof that the answer has an id or a key created by the exchange, in this field. */
export function createdProof(field: string): WriteProof {
  return fieldsProof({ holds: [field] });
}

/**
 * Returns the proof of an earn subscription or redemption: the answer has its id in this field, and
 * `"success":true`.
 */
export function earnProof(field: string): WriteProof {
  return fieldsProof({ holds: [field], values: { success: ['true'] } });
}

/**
 * The proof of a universal transfer between sub-accounts: the answer has the transfer's id, and repeats the
 * client id that was sent if it has one.
 */
export const universalTransferProof = fieldsProof({
  holds: ['tranId'],
  mayEcho: { clientTranId: 'clientTranId' },
});

/** The proof of a transfer between futures wallets of sub-accounts: the answer has its id and `"success":true`. */
export const futuresTransferProof = fieldsProof({ holds: ['txnId'], values: { success: ['true'] } });

/** The proof of a dust conversion: the answer lists at least one converted asset with its transaction id. */
export const dustProof = fieldsProof({ at: 'transferResult', holds: ['tranId'] });

/** The proof of an accepted conversion; the order status FAIL states that nothing was converted. */
export const conversionProof = fieldsProof({
  holds: ['orderId'],
  values: { orderStatus: ['PROCESS', 'ACCEPT_SUCCESS', 'SUCCESS'] },
  refusedBy: { orderStatus: ['FAIL'] },
});

/** The proof of a write that is answered with `{}` (public facts, Request rules: empty-success bodies). */
export const emptyProof = { by: 'empty-object' } as const satisfies WriteProof;

/**
 * The proof that a listen key's life was extended: the answer repeats the listen key, or is `{}`, as older
 * hosts answer (public facts, Listen keys).
 */
export const keepAliveProof = {
  by: 'empty-object',
  or: { holds: ['listenKey'] },
} as const satisfies WriteProof;
