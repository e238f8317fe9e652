/** Margin (interface document; public facts, Margin). */
import { record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const BTC = { symbol: 'BTCUSDT' } as const;
const ISOLATED = { isIsolated: 'TRUE' } as const;
const USDT = { asset: 'USDT', amount: '5' } as const;

const ASSET = record(
  'assetFullName:s assetName:s isBorrowable:b isMortgageable:b userMinBorrow:d8 userMinRepay:d8',
);
const PAIR = record('id:i symbol:s base:s quote:s isMarginTrade:b isBuyAllowed:b isSellAllowed:b');
const DONE = record('tranId:i');
const ACK = 'symbol:s orderId:i clientOrderId:s isIsolated:b transactTime:t';
const AMOUNTS =
  'price:d8 origQty:d8 executedQty:d8 cummulativeQuoteQty:d8 status:s timeInForce:s type:s side:s';
const RESULT = `${ACK} ${AMOUNTS} selfTradePreventionMode:s`;
const ORDER = record(
  'clientOrderId:s cummulativeQuoteQty:d8 executedQty:d8 icebergQty:d8 isWorking:b orderId:i origQty:d8 price:d8 ' +
    'side:s status:s stopPrice:d8 symbol:s isIsolated:b time:t timeInForce:s type:s selfTradePreventionMode:s updateTime:t',
);
const CANCELLED = record(
  'symbol:s isIsolated:b orderId:s origClientOrderId:s clientOrderId:s price:d8 origQty:d8 executedQty:d8 ' +
    'cummulativeQuoteQty:d8 status:s timeInForce:s type:s side:s',
);
const TRADES: Shape = [
  record(
    'commission:d8 commissionAsset:s id:i isBestMatch:b isBuyer:b isMaker:b orderId:i price:d8 qty:d8 symbol:s ' +
      'isIsolated:b time:t',
  ),
];
const LOANS: Shape = {
  rows: [record('isolatedSymbol?:s txId:i asset:s principal:d8 timestamp:t status:=CONFIRMED')],
  total: 'i',
};
const REPAID: Shape = {
  rows: [
    record(
      'isolatedSymbol?:s amount:d8 asset:s interest:d8 principal:d8 status:=CONFIRMED timestamp:t txId:i',
    ),
  ],
  total: 'i',
};
const DEBT_CHANGES: Shape = {
  rows: [
    record(
      'type:=AUTO|MANUAL isolatedSymbol?:s amount:d8 asset:s interest:d8 principal:d8 status:=CONFIRMED timestamp:t txId:i',
    ),
  ],
  total: 'i',
};
const TRANSFERS: Shape = {
  rows: [
    record(
      'amount:d8 asset:s status:=CONFIRMED timestamp:t txId:i type:=ROLL_IN|ROLL_OUT transFrom:s transTo:s ' +
        'fromSymbol?:s toSymbol?:s',
    ),
  ],
  total: 'i',
};
const INTEREST: Shape = {
  rows: [
    record(
      'isolatedSymbol?:s txId:i interestAccuredTime:t asset:s rawAsset:s principal:d8 interest:d8 interestRate:d8 type:s',
    ),
  ],
  total: 'i',
};
const CLOSED: Shape = {
  rows: [
    record(
      'avgPrice:d8 executedQty:d8 orderId:i price:d8 qty:d8 side:s symbol:s timeInForce:s isIsolated:b updatedTime:t',
    ),
  ],
  total: 'i',
};

const times = ({ clock }: TradingWeek) => ({
  startTime: clock.now() - 20 * 86_400_000,
  endTime: clock.now(),
});
const today = ({ clock }: TradingWeek) => ({ startTime: clock.now() - 80_000_000, endTime: clock.now() });
const PAGE = { current: 1, size: 100 } as const;
const limit = ({ priceNear }: TradingWeek) =>
  ({
    ...BTC,
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.01',
    price: priceNear('BTCUSDT', -8),
  }) as const;

const SIDE = record(
  'asset:s borrowEnabled:b borrowed:d8 free:d8 interest:d8 locked:d8 netAsset:d8 netAssetOfBtc:d8 repayEnabled:b totalAsset:d8',
);
const ISOLATED_ACCOUNTS: Shape = [
  {
    baseAsset: SIDE,
    quoteAsset: SIDE,
    ...record(
      'symbol:s isolatedCreated:b enabled:b marginLevel:d8 marginLevelStatus:s marginRatio:d8 indexPrice:d8 ' +
        'liquidatePrice:d8 liquidateRate:d8 tradeEnabled:b',
    ),
  },
];
const SWITCHED = record('success:b symbol:s');
const ISOLATED_PAIRS: Shape = [
  record('base:s isBuyAllowed:b isMarginTrade:b isSellAllowed:b quote:s symbol:s'),
];

export const marginRows: AnswerRows = {
  'margin.account': [
    {
      shape: {
        ...record(
          'borrowEnabled:b marginLevel:d totalAssetOfBtc:d8 totalLiabilityOfBtc:d8 totalNetAssetOfBtc:d8',
        ),
        ...record('tradeEnabled:b transferEnabled:b accountType:s'),
        userAssets: [record('asset:s borrowed:d8 free:d8 interest:d8 locked:d8 netAsset:d8')],
      },
    },
  ],
  'margin.asset': [{ params: { asset: 'BTC' }, shape: ASSET }],
  'margin.pair': [{ params: BTC, shape: PAIR }],
  'margin.price-index': [{ params: BTC, shape: record('calcTime:t price:d8 symbol:s') }],
  'margin.all-assets': [{ params: { asset: 'BTC' }, shape: [ASSET] }, { shape: [ASSET] }],
  'margin.all-pairs': [{ params: BTC, shape: [PAIR] }, { shape: [PAIR] }],
  'margin.transfer': [{ params: { ...USDT, type: 1 }, shape: DONE }],
  'margin.borrow': [
    { params: USDT, shape: DONE },
    { params: { ...USDT, ...BTC, ...ISOLATED }, shape: DONE },
  ],
  'margin.repay': [
    { params: USDT, shape: DONE },
    { params: { ...USDT, ...BTC, ...ISOLATED }, shape: DONE },
  ],
  'margin.loans': [
    {
      params: (tradingWeek) => ({ asset: 'USDT', ...times(tradingWeek), ...PAGE, archived: 'false' }),
      shape: LOANS,
    },
    { params: ({ loan }) => ({ asset: 'USDT', txId: loan }), shape: LOANS },
    { params: { asset: 'USDT', isolatedSymbol: 'BTCUSDT', startTime: 1 }, shape: LOANS },
  ],
  'margin.repayments': [
    {
      params: (tradingWeek) => ({ asset: 'USDT', ...times(tradingWeek), ...PAGE, archived: 'false' }),
      shape: REPAID,
    },
    { params: ({ repayment }) => ({ asset: 'USDT', txId: repayment }), shape: REPAID },
    { params: { asset: 'USDT', isolatedSymbol: 'BTCUSDT', startTime: 1 }, shape: REPAID },
  ],
  'margin.borrow-repay': [
    { params: { ...USDT, ...BTC, ...ISOLATED, type: 'BORROW' }, shape: DONE },
    { params: { ...USDT, type: 'REPAY', isIsolated: 'FALSE' }, shape: DONE },
  ],
  'margin.borrow-repay.list': [
    {
      params: (tradingWeek) => ({ type: 'BORROW', asset: 'USDT', ...times(tradingWeek), ...PAGE }),
      shape: DEBT_CHANGES,
    },
    { params: ({ repayment }) => ({ type: 'REPAY', txId: repayment }), shape: DEBT_CHANGES },
    { params: { type: 'REPAY', isolatedSymbol: 'BTCUSDT' }, shape: DEBT_CHANGES },
  ],
  'margin.transfers': [
    { params: (tradingWeek) => ({ asset: 'USDT', ...times(tradingWeek), ...PAGE }), shape: TRANSFERS },
    {
      params: (tradingWeek) => ({ isolatedSymbol: 'ETHUSDT', type: 'ROLL_IN', ...times(tradingWeek) }),
      shape: TRANSFERS,
    },
    {
      params: (tradingWeek) => ({ isolatedSymbol: 'BTCUSDT', type: 'ROLL_OUT', ...times(tradingWeek) }),
      shape: TRANSFERS,
    },
  ],
  'margin.isolated.accounts': [
    {
      shape: {
        assets: ISOLATED_ACCOUNTS,
        ...record('totalAssetOfBtc:d8 totalLiabilityOfBtc:d8 totalNetAssetOfBtc:d8'),
      },
    },
    { params: { symbols: 'BTCUSDT,BNBUSDT' }, shape: { assets: ISOLATED_ACCOUNTS } },
  ],
  'margin.isolated.enable': [{ params: { symbol: 'BNBUSDT' }, shape: SWITCHED }],
  'margin.isolated.disable': [{ params: { symbol: 'BNBUSDT' }, shape: SWITCHED }],
  'margin.isolated.limit': [{ shape: record('enabledAccount:i maxAccount:i') }],
  'margin.isolated.pairs': [{ params: BTC, shape: ISOLATED_PAIRS }, { shape: ISOLATED_PAIRS }],
  'margin.order.new': [
    {
      params: {
        ...BTC,
        side: 'BUY',
        type: 'MARKET',
        quoteOrderQty: '200000',
        sideEffectType: 'MARGIN_BUY',
        newOrderRespType: 'FULL',
        selfTradePreventionMode: 'EXPIRE_MAKER',
      },
      shape: {
        ...record(`${RESULT} marginBuyBorrowAmount:n marginBuyBorrowAsset:s`),
        fills: [record('price:d8 qty:d8 commission:d8 commissionAsset:s')],
      },
    },
    {
      params: (tradingWeek) => ({
        ...limit(tradingWeek),
        ...ISOLATED,
        icebergQty: '0.005',
        autoRepayAtCancel: 'true',
        newClientOrderId: 'alone',
        newOrderRespType: 'RESULT',
      }),
      shape: record(RESULT),
    },
    {
      params: ({ priceNear }) => ({
        ...BTC,
        side: 'SELL',
        type: 'STOP_LOSS_LIMIT',
        timeInForce: 'GTC',
        quantity: '0.01',
        price: priceNear('BTCUSDT', -9),
        stopPrice: priceNear('BTCUSDT', -8),
      }),
      shape: record(ACK),
    },
  ],
  'margin.order.get': [
    { params: { ...BTC, origClientOrderId: 'borrowed' }, shape: ORDER },
    { params: ({ marginOrder }) => ({ ...BTC, isIsolated: 'FALSE', orderId: marginOrder }), shape: ORDER },
  ],
  'margin.open-orders': [{ shape: [ORDER] }, { params: { ...BTC, ...ISOLATED }, shape: [ORDER] }],
  'margin.all-orders': [
    { params: (tradingWeek) => ({ ...BTC, ...today(tradingWeek), limit: 50 }), shape: [ORDER] },
    { params: { ...BTC, ...ISOLATED, orderId: 1 }, shape: [ORDER] },
  ],
  'margin.order.cancel': [
    { params: { ...BTC, origClientOrderId: 'borrowed', newClientOrderId: 'gone' }, shape: CANCELLED },
    {
      params: ({ isolatedOrder }) => ({ ...BTC, ...ISOLATED, orderId: isolatedOrder }),
      shape: CANCELLED,
    },
  ],
  'margin.open-orders.cancel': [
    {
      params: { ...BTC, isIsolated: 'FALSE' },
      shape: [CANCELLED],
    },
  ],
  'margin.my-trades': [
    { params: (tradingWeek) => ({ ...BTC, ...today(tradingWeek), limit: 50 }), shape: TRADES },
    { params: { ...BTC, ...ISOLATED, fromId: 0 }, shape: TRADES },
    { params: ({ marginOrder }) => ({ ...BTC, orderId: marginOrder }), shape: TRADES },
  ],
  'margin.interest-history': [
    { params: (tradingWeek) => ({ asset: 'USDT', ...times(tradingWeek), ...PAGE }), shape: INTEREST },
    { params: { isolatedSymbol: 'BTCUSDT' }, shape: INTEREST },
  ],
  'margin.interest-rates': [
    {
      params: (tradingWeek) => ({ asset: 'USDT', vipLevel: 0, ...times(tradingWeek) }),
      shape: [record('asset:s dailyInterestRate:d8 timestamp:t vipLevel:i')],
    },
  ],
  'margin.liquidations': [
    {
      params: (tradingWeek) => ({ ...times(tradingWeek), ...PAGE, isolatedSymbol: 'ETHUSDT' }),
      shape: CLOSED,
    },
  ],
};
