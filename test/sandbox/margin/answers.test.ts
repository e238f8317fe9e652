import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { type Shape, shapeFaults } from '../shapes.ts';
import { ask, type Params } from '../signed-calls.ts';
import { LOAN, marginDesk, ORDER, REPAY } from './desk.ts';

/** What each answer consists of, by the public facts. */
const asset: Shape = {
  assetFullName: 's',
  assetName: 's',
  isBorrowable: 'b',
  isMortgageable: 'b',
  userMinBorrow: 'd',
  userMinRepay: 'd',
};
const pair: Shape = {
  id: 'i',
  symbol: 's',
  base: 's',
  quote: 's',
  isMarginTrade: 'b',
  isBuyAllowed: 'b',
  isSellAllowed: 'b',
};
const transaction: Shape = { tranId: 'i' };
const order: Shape = {
  clientOrderId: 's',
  cummulativeQuoteQty: 'd',
  executedQty: 'd',
  icebergQty: 'd',
  isWorking: 'b',
  orderId: 'i',
  origQty: 'd',
  price: 'd',
  side: 's',
  status: 's',
  stopPrice: 'd',
  symbol: 's',
  isIsolated: 'b',
  time: 'i',
  timeInForce: 's',
  type: 's',
  selfTradePreventionMode: 's',
  updateTime: 'i',
};
const SHAPES: Readonly<Record<string, Shape>> = {
  'margin.account': {
    borrowEnabled: 'b',
    marginLevel: 'd',
    totalAssetOfBtc: 'd',
    totalLiabilityOfBtc: 'd',
    totalNetAssetOfBtc: 'd',
    tradeEnabled: 'b',
    transferEnabled: 'b',
    accountType: 's',
    userAssets: [{ asset: 's', borrowed: 'd', free: 'd', interest: 'd', locked: 'd', netAsset: 'd' }],
  },
  'margin.asset': asset,
  'margin.pair': pair,
  'margin.price-index': { calcTime: 'i', price: 'd', symbol: 's' },
  'margin.all-assets': [asset],
  'margin.all-pairs': [pair],
  'margin.transfer': transaction,
  'margin.borrow': transaction,
  'margin.repay': transaction,
  'margin.loans': {
    rows: [{ txId: 'i', asset: 's', principal: 'd', timestamp: 'i', status: 's' }],
    total: 'i',
  },
  'margin.repayments': {
    rows: [
      { amount: 'd', asset: 's', interest: 'd', principal: 'd', status: 's', timestamp: 'i', txId: 'i' },
    ],
    total: 'i',
  },
  'margin.order.new': {
    symbol: 's',
    orderId: 'i',
    clientOrderId: 's',
    isIsolated: 'b',
    transactTime: 'i',
    price: 'd',
    origQty: 'd',
    executedQty: 'd',
    cummulativeQuoteQty: 'd',
    status: 's',
    timeInForce: 's',
    type: 's',
    side: 's',
    selfTradePreventionMode: 's',
    marginBuyBorrowAmount: 'n',
    marginBuyBorrowAsset: 's',
    fills: [{ price: 'd', qty: 'd', commission: 'd', commissionAsset: 's' }],
  },
  'margin.order.cancel': {
    symbol: 's',
    isIsolated: 'b',
    orderId: 's',
    origClientOrderId: 's',
    clientOrderId: 's',
    price: 'd',
    origQty: 'd',
    executedQty: 'd',
    cummulativeQuoteQty: 'd',
    status: 's',
    timeInForce: 's',
    type: 's',
    side: 's',
  },
  'margin.order.get': order,
  'margin.open-orders': [order],
  'margin.all-orders': [order],
  'margin.interest-history': {
    rows: [
      {
        txId: 'i',
        interestAccuredTime: 'i',
        asset: 's',
        rawAsset: 's',
        principal: 'd',
        interest: 'd',
        interestRate: 'd',
        type: 's',
      },
    ],
    total: 'i',
  },
  'margin.interest-rates': [{ asset: 's', dailyInterestRate: 'd', timestamp: 'i', vipLevel: 'i' }],
  'margin.liquidations': { rows: '*', total: 'i' },
  'margin.my-trades': [
    {
      commission: 'd',
      commissionAsset: 's',
      id: 'i',
      isBestMatch: 'b',
      isBuyer: 'b',
      isMaker: 'b',
      orderId: 'i',
      price: 'd',
      qty: 'd',
      symbol: 's',
      isIsolated: 'b',
      time: 'i',
    },
  ],
};

const endpoints = ENDPOINTS.filter(({ product, id }) => product === 'margin' && !id.includes('listen-key'));
const symbol = 'BTCUSDT';
const resting = {
  symbol,
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.01',
  price: '50000',
} as const;

/** An exchange on which the demo user has borrowed, repaid and traded. */
function busyDesk() {
  const desk = marginDesk();
  desk.post(LOAN, { asset: 'USDT', amount: '1000' });
  desk.post(REPAY, { asset: 'USDT', amount: '100' });
  desk.post(ORDER, { symbol, side: 'BUY', type: 'MARKET', quantity: '0.01' });
  desk.post(ORDER, { ...resting, newClientOrderId: 'rests' });
  return desk;
}

const PARAMS: Readonly<Record<string, Params>> = {
  'margin.asset': { asset: 'BTC' },
  'margin.pair': { symbol },
  'margin.price-index': { symbol },
  'margin.transfer': { asset: 'USDT', amount: '5', type: 1 },
  'margin.borrow': { asset: 'USDT', amount: '5' },
  'margin.repay': { asset: 'USDT', amount: '5' },
  'margin.interest-rates': { asset: 'USDT' },
  'margin.loans': { asset: 'USDT', startTime: 0 },
  'margin.repayments': { asset: 'USDT', startTime: 0 },
  'margin.order.new': {
    symbol,
    side: 'BUY',
    type: 'MARKET',
    quoteOrderQty: '150000',
    sideEffectType: 'MARGIN_BUY',
    newOrderRespType: 'FULL',
  },
  'margin.order.cancel': { symbol, origClientOrderId: 'rests' },
  'margin.order.get': { symbol, origClientOrderId: 'rests' },
  'margin.all-orders': { symbol },
  'margin.my-trades': { symbol },
};

describe('every endpoint of margin', () => {
  it('stands in the table of shapes', () => {
    expect(endpoints.map(({ id }) => id).sort()).toEqual(Object.keys(SHAPES).sort());
    expect(endpoints.length).toBe(20);
  });

  it.each(endpoints.map((one) => [one.id, one] as const))(
    '%s answers with its fields and types',
    (id, one) => {
      const { exchange } = busyDesk();
      expect(shapeFaults(SHAPES[id]!, ask(exchange, one.method, one.path, PARAMS[id] ?? {}))).toEqual([]);
    },
  );
});
