/** Records of documented answers that several writes have in common. */

/** An answer, the parameters that are compared with it, and answers of the same form that prove nothing. */
export interface DocumentedAnswer {
  readonly sent: Readonly<Record<string, string>>;
  readonly answer: string;
  readonly others?: readonly string[];
}

/** Returns an answer, and others that each differ in one field. */
export function answered(
  sent: DocumentedAnswer['sent'],
  record: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>> = {},
): DocumentedAnswer {
  const others = Object.entries(other).map(([name, value]) => JSON.stringify({ ...record, [name]: value }));
  return { sent, answer: JSON.stringify(record), others };
}

export const symbol = 'BTCUSDT';
export const TIME = 1790000000000;

export const order = answered(
  { symbol, newClientOrderId: 'mine' },
  { symbol, orderId: 28, orderListId: -1, clientOrderId: 'mine', transactTime: TIME },
  { clientOrderId: 'another', symbol: 'ETHUSDT', orderId: null },
);
export const futuresOrder = answered(
  { symbol, newClientOrderId: 'mine' },
  {
    clientOrderId: 'mine',
    cumQty: '0',
    executedQty: '0',
    orderId: 22542179,
    origQty: '10',
    status: 'NEW',
    symbol,
  },
  { clientOrderId: 'another', orderId: undefined },
);
export const optionOrder = answered(
  { symbol: 'BTC-241227-60000-C', clientOrderId: 'mine' },
  {
    orderId: 4611875134427365,
    clientOrderId: 'mine',
    symbol: 'BTC-241227-60000-C',
    price: '100',
    quantity: '1',
  },
  { clientOrderId: 'another', symbol: 'BTC-241227-60000-P' },
);
export const algoOrder = answered(
  { symbol, clientAlgoId: 'bo01x' },
  { algoId: 9000001, clientAlgoId: 'bo01x', algoType: 'CONDITIONAL', symbol, algoStatus: 'NEW' },
  { clientAlgoId: 'another', algoId: undefined },
);
export const cancelled = answered(
  { symbol, origClientOrderId: 'mine' },
  {
    symbol,
    origClientOrderId: 'mine',
    orderId: 4,
    orderListId: -1,
    clientOrderId: 'cancel',
    status: 'CANCELED',
  },
  { origClientOrderId: 'another', status: 'NEW', symbol: 'ETHUSDT' },
);
export const marginCancelled = answered(
  { symbol, orderId: '28' },
  {
    symbol,
    isIsolated: true,
    orderId: '28',
    origClientOrderId: 'mine',
    clientOrderId: 'c',
    status: 'CANCELED',
  },
  { orderId: '29', status: 'FILLED' },
);
export const futuresCancelled = answered(
  { symbol, orderId: '283194212' },
  { clientOrderId: 'mine', cumQty: '0', executedQty: '0', orderId: 283194212, status: 'CANCELED', symbol },
  { orderId: 1, status: 'NEW', symbol: 'ETHUSDT' },
);
export const list = answered(
  { symbol: 'LTCBTC', listClientOrderId: 'l7' },
  {
    orderListId: 7,
    contingencyType: 'OTO',
    listStatusType: 'EXEC_STARTED',
    listOrderStatus: 'EXECUTING',
    listClientOrderId: 'l7',
    transactionTime: TIME,
    symbol: 'LTCBTC',
    orders: [{ symbol: 'LTCBTC', orderId: 20, clientOrderId: 'w' }],
  },
  { listClientOrderId: 'another', symbol: 'ETHBTC' },
);
export const listCancelled = answered(
  { symbol: 'LTCBTC', orderListId: '0' },
  {
    orderListId: 0,
    contingencyType: 'OCO',
    listStatusType: 'ALL_DONE',
    listOrderStatus: 'ALL_DONE',
    symbol: 'LTCBTC',
  },
  { orderListId: 1, listOrderStatus: 'EXECUTING' },
);
export const allCancelled: DocumentedAnswer = {
  sent: { symbol },
  answer: JSON.stringify([
    { symbol, orderId: 11, status: 'CANCELED' },
    {
      orderListId: 1929,
      contingencyType: 'OCO',
      listStatusType: 'ALL_DONE',
      listOrderStatus: 'ALL_DONE',
      symbol,
    },
  ]),
  others: [
    '[]',
    `[{"symbol":"${symbol}","status":"CANCELED"},{"symbol":"ETHUSDT","status":"CANCELED"}]`,
    '[{}]',
  ],
};
export const codeOfAll = answered(
  { symbol },
  { code: 200, msg: 'The operation of cancel all open order is done.' },
  { code: 500 },
);
export const code = answered({}, { code: 200, msg: 'success' }, { code: 201 });
export const batch: DocumentedAnswer = {
  sent: {
    batchOrders: '[{"symbol":"BTCUSDT","newClientOrderId":"a"},{"symbol":"BTCUSDT","newClientOrderId":"b"}]',
  },
  answer:
    '[{"clientOrderId":"a","orderId":1,"symbol":"BTCUSDT"},{"code":-2022,"msg":"ReduceOnly Order is rejected."}]',
  others: [
    '[{"clientOrderId":"a","orderId":1}]',
    '[{"clientOrderId":"x","orderId":1},{"clientOrderId":"y","orderId":2}]',
  ],
};
export const change = answered(
  { symbol, origClientOrderId: 'mine', quantity: '1', price: '30005' },
  { orderId: 20072994037, symbol, status: 'NEW', clientOrderId: 'mine', price: '30005.0', origQty: '1.000' },
  { price: '30004', origQty: '2', clientOrderId: 'another' },
);
export const batchChange: DocumentedAnswer = {
  sent: { batchOrders: '[{"orderId":"7","symbol":"BTCUSDT","quantity":"1","price":"30005"}]' },
  answer: '[{"orderId":7,"symbol":"BTCUSDT","price":"30005.0","origQty":"1.000"}]',
  others: ['[{"orderId":7,"symbol":"BTCUSDT","price":"30005.0","origQty":"2"}]', '[{"orderId":8}]'],
};
export const batchCancel: DocumentedAnswer = {
  sent: { symbol, origClientOrderIdList: '["a","b"]' },
  answer: '[{"clientOrderId":"a","status":"CANCELED"},{"clientOrderId":"b","status":"CANCELED"}]',
  others: ['[{"clientOrderId":"b","status":"CANCELED"},{"clientOrderId":"a","status":"CANCELED"}]'],
};
export const leverage = answered(
  { symbol, leverage: '21' },
  { leverage: 21, maxNotionalValue: '1000000', symbol },
  { leverage: 20, symbol: 'ETHUSDT' },
);
export const positionMargin = answered(
  { symbol, amount: '100', type: '1' },
  { amount: 100.0, code: 200, msg: 'Successfully modify position margin.', type: 1 },
  { amount: 99, code: -4051, type: 2 },
);
export const countdown = answered(
  { symbol, countdownTime: '100000' },
  { symbol, countdownTime: '100000' },
  { countdownTime: '0', symbol: 'ETHUSDT' },
);
export const algoCancelled = answered(
  { algoId: '2146760' },
  { algoId: 2146760, clientAlgoId: '6B2I9XVcJpCjqPAJ4YoFX7', code: '200', msg: 'success' },
  { algoId: 1, code: '400' },
);
export const transaction = answered({}, { tranId: 100000001 }, { tranId: '' });
export const subTransfer = answered({}, { txnId: '2966662589' }, { txnId: null });
export const conversion = answered(
  { quoteId: 'q' },
  { orderId: '933256278426274426', createTime: TIME, orderStatus: 'PROCESS' },
  { orderId: '', orderStatus: 'UNKNOWN' },
);
export const isolated = answered(
  { symbol },
  { success: true, symbol },
  { success: false, symbol: 'ETHUSDT' },
);
export const subscribed = answered(
  {},
  { purchaseId: 40607, success: true },
  { success: false, purchaseId: undefined },
);
export const redeemed = answered(
  {},
  { redeemId: 40607, success: true },
  { success: false, redeemId: undefined },
);
export const success = answered({}, { success: true }, { success: false });
export const listenKey = answered(
  {},
  { listenKey: 'pqia91ma19a5s61cv6a81va65sdf19v8a65a1a5s' },
  { listenKey: '' },
);
export const empty = answered({}, {}, { success: false });
export const keptAlive = answered(
  {},
  { listenKey: '3HBntNTepshgEdjIwSUIBgB9keLyOCg5qv3n6bYAtktG8ejcaW5HXz9Vx1JgIieg' },
  { listenKey: 1.5 },
);
