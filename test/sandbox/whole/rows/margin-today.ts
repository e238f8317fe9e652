/** Margin endpoints of the live exchange that the interface document lacks: terms, settings, flows. */
import { type Fields, record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';
import { spotListRows } from './spot-lists.ts';

const USDT = { asset: 'USDT' } as const;
const BTC = { symbol: 'BTCUSDT' } as const;
const BURN = record('spotBNBBurn:b interestBNBBurn:b');
const CROSS_DATA: Shape = [
  {
    ...record(
      'vipLevel:i coin:s transferIn:b borrowable:b dailyInterest:d8 yearlyInterest:d8 borrowLimit:d8',
    ),
    marginablePairs: ['s'],
  },
];
const ISOLATED_DATA: Shape = [
  {
    ...record('vipLevel:i symbol:s leverage:s'),
    data: [record('coin:s dailyInterest:d8 borrowLimit:d8')],
  },
];
const TIERS: Shape = [
  record(
    'symbol:s tier:i effectiveMultiple:d8 initialRiskRatio:d8 liquidationRiskRatio:d8 baseAssetMaxBorrowable:d8 ' +
      'quoteAssetMaxBorrowable:d8',
  ),
];
const FLOWS: Shape = [record('id:i tranId:i timestamp:t asset:s symbol:s type:s amount:d8')];
const LIMITS: Shape = [record('rateLimitType:s interval:s intervalNum:i limit:i count:i')];

const LIST: Fields = {
  ...record('orderListId:i contingencyType:s listStatusType:s listOrderStatus:s listClientOrderId:s'),
  ...record('transactionTime:t symbol:s isIsolated:b'),
  orders: [record('symbol:s orderId:i clientOrderId:s')],
};
const REPORTS: Fields = { ...LIST, orderReports: ['*'] };
const CROSS = {
  isIsolated: 'FALSE',
  sideEffectType: 'NO_SIDE_EFFECT',
  autoRepayAtCancel: 'true',
} as const;
const oco = ({ priceNear }: TradingWeek) => ({
  ...BTC,
  side: 'SELL',
  quantity: '0.01',
  price: priceNear('BTCUSDT', 8),
  stopPrice: priceNear('BTCUSDT', -8),
});
/** Places a list and returns its id. */
const idOf = (tradingWeek: TradingWeek, listClientOrderId: string): number =>
  tradingWeek.post('/sapi/v1/margin/order/oco', { ...oco(tradingWeek), listClientOrderId }).orderListId;

/** Returns the parameters of the calls of a list on spot. */
const spotParams = (id: string, tradingWeek: TradingWeek) => {
  const params = spotListRows[id]![0]!.params;
  return typeof params === 'function' ? params(tradingWeek) : params;
};

const week = ({ clock }: TradingWeek) => ({
  startTime: clock.now() - 6 * 86_400_000,
  endTime: clock.now(),
});

export const marginTodayRows: AnswerRows = {
  'margin.max-borrowable': [
    { params: USDT, shape: record('amount:d8 borrowLimit:d8') },
    { params: { ...USDT, isolatedSymbol: 'BTCUSDT' }, shape: record('amount:d8 borrowLimit:d8') },
  ],
  'margin.max-transferable': [{ params: { ...USDT, isolatedSymbol: 'BTCUSDT' }, shape: record('amount:d8') }],
  'margin.cross-data': [{ params: { coin: 'BTC', vipLevel: 0 }, shape: CROSS_DATA }, { shape: CROSS_DATA }],
  'margin.isolated-data': [
    { params: { ...BTC, vipLevel: 0 }, shape: ISOLATED_DATA },
    { shape: ISOLATED_DATA },
  ],
  'margin.isolated-tier': [{ params: { ...BTC, tier: 1 }, shape: TIERS }],
  'margin.next-hourly-rates': [
    {
      params: { assets: 'BTC,USDT', isIsolated: 'FALSE' },
      shape: [record('asset:s nextHourlyInterestRate:d8')],
    },
  ],
  'margin.trade-coefficients': [{ shape: record('normalBar:d8 marginCallBar:d8 forceLiquidationBar:d8') }],
  'margin.collateral-ratios': [
    {
      shape: [{ collaterals: [record('minUsdValue:s maxUsdValue:s discountRate:s')], assetNames: ['s'] }],
    },
  ],
  'margin.available-inventory': [
    { params: { type: 'MARGIN' }, shape: { assets: { '*': 'd8' }, updateTime: 't' } },
  ],
  'margin.bnb-burn.set': [{ params: { spotBNBBurn: 'false', interestBNBBurn: 'false' }, shape: BURN }],
  'margin.bnb-burn.get': [{ shape: BURN }],
  'margin.max-leverage': [{ params: { maxLeverage: 3 }, shape: record('success:b') }],
  'margin.order-limits': [{ shape: LIMITS }, { params: { ...BTC, isIsolated: 'TRUE' }, shape: LIMITS }],
  'margin.capital-flow': [
    { params: (tradingWeek) => ({ ...USDT, type: 'BORROW', ...week(tradingWeek), limit: 5 }), shape: FLOWS },
    { params: { ...BTC, fromId: 1 }, shape: FLOWS },
  ],
  'margin.oco.new': [
    {
      params: (tradingWeek) => ({
        ...oco(tradingWeek),
        ...CROSS,
        listClientOrderId: 'margin-oco',
        limitClientOrderId: 'margin-above',
        limitIcebergQty: '0.005',
        limitStrategyId: 1,
        limitStrategyType: 1_000_000,
        stopClientOrderId: 'margin-below',
        stopLimitPrice: tradingWeek.priceNear('BTCUSDT', -9),
        stopLimitTimeInForce: 'GTC',
        stopIcebergQty: '0.005',
        stopStrategyId: 2,
        stopStrategyType: 1_000_000,
        newOrderRespType: 'RESULT',
        selfTradePreventionMode: 'EXPIRE_MAKER',
      }),
      shape: REPORTS,
    },
    {
      params: (tradingWeek) => ({
        ...oco(tradingWeek),
        isIsolated: 'TRUE',
        side: 'BUY',
        quantity: '0.15',
        price: tradingWeek.priceNear('BTCUSDT', -8),
        stopPrice: tradingWeek.priceNear('BTCUSDT', 8),
        trailingDelta: 100,
        listClientOrderId: 'margin-loan',
        sideEffectType: 'MARGIN_BUY',
      }),
      shape: { ...REPORTS, ...record('marginBuyBorrowAmount:d8 marginBuyBorrowAsset:s') },
    },
  ],
  'margin.oto.new': [
    {
      params: (tradingWeek) => ({ ...spotParams('spot.order-list.oto', tradingWeek), ...CROSS }),
      shape: REPORTS,
    },
  ],
  'margin.otoco.new': [
    {
      params: (tradingWeek) => {
        tradingWeek.post('/sapi/v1/asset/transfer', { type: 'MAIN_MARGIN', ...USDT, amount: '1000' });
        return { ...spotParams('spot.order-list.otoco', tradingWeek), ...CROSS };
      },
      shape: REPORTS,
    },
  ],
  'margin.order-list.get': [
    { params: { origClientOrderId: 'margin-oco' }, shape: LIST },
    {
      params: (tradingWeek) => ({ ...BTC, isIsolated: 'FALSE', orderListId: idOf(tradingWeek, 'a') }),
      shape: LIST,
    },
  ],
  'margin.open-order-lists': [{ params: { ...BTC, isIsolated: 'FALSE' }, shape: [LIST] }],
  'margin.all-order-lists': [
    { params: { ...BTC, isIsolated: 'FALSE', fromId: 0, limit: 500 }, shape: [LIST] },
    { params: ({ clock }) => ({ startTime: clock.now() - 80_000_000, endTime: clock.now() }), shape: [LIST] },
  ],
  'margin.order-list.cancel': [
    {
      params: {
        ...BTC,
        isIsolated: 'FALSE',
        listClientOrderId: 'margin-oco',
        newClientOrderId: 'margin-gone',
      },
      shape: REPORTS,
    },
    { params: (tradingWeek) => ({ ...BTC, orderListId: idOf(tradingWeek, 'b') }), shape: REPORTS },
    { params: { ...BTC, isIsolated: 'TRUE', listClientOrderId: 'margin-loan' }, shape: REPORTS },
  ],
};
