/** Margin endpoints of the live exchange that the interface document lacks: terms, settings, flows. */
import { record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

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
};
