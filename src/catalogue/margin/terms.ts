/**
 * The terms of margin trading: what may be borrowed and transferred, rates, limits and thresholds (public facts,
 * Margin today). The interface document has none of these endpoints.
 */
import { endpoint, requiredParam } from '../define.ts';
import { accountRead } from '../endpoint-defaults.ts';
import { asset, symbol, todayParam } from '../params.ts';
import { isIsolated } from './isolated.ts';

const read = { ...accountRead('margin'), origin: 'today' } as const;

const isolatedSymbol = todayParam({
  ...symbol,
  about: 'Trading pair of an isolated account; the cross account if omitted',
});
const vipLevel = todayParam({ type: 'INT', about: 'Level of the account; your own if omitted', min: 0 });
const coin = todayParam({ ...asset, about: 'Asset; all if omitted' });
const optionalSymbol = todayParam({ ...symbol, about: 'Trading pair; all if omitted' });

export const maxBorrowable = endpoint({
  ...read,
  id: 'margin.max-borrowable',
  summary: 'How much of an asset can be borrowed now',
  path: '/sapi/v1/margin/maxBorrowable',
  weight: 750,
  isWeighedByAccount: true,
  params: { asset: todayParam(requiredParam(asset)), isolatedSymbol },
  view: {
    shape: 'record',
    columns: [
      { name: 'amount', is: 'decimal' },
      { name: 'borrowLimit', title: 'limit', is: 'decimal' },
    ],
  },
});

export const maxTransferable = endpoint({
  ...read,
  id: 'margin.max-transferable',
  summary: 'How much of an asset can be transferred out of a margin account now',
  path: '/sapi/v1/margin/maxTransferable',
  weight: 50,
  params: { asset: todayParam(requiredParam(asset)), isolatedSymbol },
  view: { shape: 'record', columns: [{ name: 'amount', is: 'decimal' }] },
});

export const crossData = endpoint({
  ...read,
  id: 'margin.cross-data',
  summary: 'Interest rates and borrow limits of cross margin',
  path: '/sapi/v1/margin/crossMarginData',
  weight: { by: 'presence', param: 'coin', present: 1, absent: 5 },
  params: { vipLevel, coin },
  view: {
    shape: 'rows',
    columns: [
      { name: 'coin', is: 'text' },
      { name: 'vipLevel', title: 'level', is: 'integer' },
      { name: 'transferIn', title: 'transfers in', is: 'boolean' },
      { name: 'borrowable', title: 'can be borrowed', is: 'boolean' },
      { name: 'dailyInterest', title: 'daily rate', is: 'decimal' },
      { name: 'yearlyInterest', title: 'yearly rate', is: 'decimal' },
      { name: 'borrowLimit', title: 'limit', is: 'decimal' },
      { name: 'marginablePairs', title: 'pairs', is: 'text', wire: 'list', hidden: true },
    ],
  },
});

export const isolatedData = endpoint({
  ...read,
  id: 'margin.isolated-data',
  summary: 'Leverage, interest rates and borrow limits of isolated margin',
  path: '/sapi/v1/margin/isolatedMarginData',
  weight: { by: 'presence', param: 'symbol', present: 1, absent: 10 },
  params: { vipLevel, symbol: optionalSymbol },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'vipLevel', title: 'level', is: 'integer' },
      { name: 'leverage', is: 'decimal' },
      { name: 'data', title: 'assets', is: 'text', wire: 'list' },
    ],
  },
});

export const isolatedTier = endpoint({
  ...read,
  id: 'margin.isolated-tier',
  summary: 'Tiers of an isolated margin pair: leverage, risk ratios, the most that can be borrowed',
  path: '/sapi/v1/margin/isolatedMarginTier',
  weight: 1,
  params: {
    symbol: todayParam(requiredParam(symbol)),
    tier: todayParam({ type: 'INT', about: 'Tier; all if omitted', min: 1 }),
  },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'tier', is: 'integer' },
      { name: 'effectiveMultiple', title: 'leverage', is: 'decimal' },
      { name: 'initialRiskRatio', title: 'initial ratio', is: 'decimal' },
      { name: 'liquidationRiskRatio', title: 'liquidation ratio', is: 'decimal' },
      { name: 'baseAssetMaxBorrowable', title: 'base max', is: 'decimal' },
      { name: 'quoteAssetMaxBorrowable', title: 'quote max', is: 'decimal' },
    ],
  },
});

export const nextHourlyRates = endpoint({
  ...read,
  id: 'margin.next-hourly-rates',
  summary: 'Interest rates of the next hour',
  path: '/sapi/v1/margin/next-hourly-interest-rate',
  weight: 100,
  params: {
    assets: todayParam(
      requiredParam({
        type: 'ARRAY',
        about: 'Assets',
        items: asset,
        separatedBy: 'commas',
        min: 1,
        max: 20,
      }),
    ),
    isIsolated: todayParam(requiredParam({ ...isIsolated, default: 'FALSE' })),
  },
  view: {
    shape: 'rows',
    columns: [
      { name: 'asset', is: 'text' },
      { name: 'nextHourlyInterestRate', title: 'hourly rate', is: 'decimal' },
    ],
  },
});

export const tradeCoefficients = endpoint({
  ...read,
  id: 'margin.trade-coefficients',
  summary: 'Levels at which the account may borrow, is warned and is liquidated',
  path: '/sapi/v1/margin/tradeCoeff',
  weight: 10,
  params: {},
  view: {
    shape: 'record',
    columns: [
      { name: 'normalBar', title: 'may borrow from', is: 'decimal' },
      { name: 'marginCallBar', title: 'margin call at', is: 'decimal' },
      { name: 'forceLiquidationBar', title: 'liquidation at', is: 'decimal' },
    ],
  },
});

export const collateralRatios = endpoint({
  ...read,
  id: 'margin.collateral-ratios',
  summary: 'The share of its value at which an asset counts as collateral of cross margin',
  path: '/sapi/v1/margin/crossMarginCollateralRatio',
  security: 'MARKET_DATA',
  weight: 100,
  params: {},
  view: {
    shape: 'rows',
    columns: [
      { name: 'assetNames', title: 'assets', is: 'text', wire: 'list' },
      { name: 'collaterals', title: 'by value', is: 'text', wire: 'list' },
    ],
  },
});

export const availableInventory = endpoint({
  ...read,
  id: 'margin.available-inventory',
  summary: 'How much the exchange has left to lend',
  path: '/sapi/v1/margin/available-inventory',
  weight: 50,
  isWeighedByAccount: true,
  params: {
    type: todayParam(
      requiredParam({ type: 'ENUM', about: 'Kind of margin', values: ['MARGIN', 'ISOLATED'] as const }),
    ),
  },
  view: {
    shape: 'record',
    columns: [
      { name: 'assets', is: 'text', wire: 'object' },
      { name: 'updateTime', title: 'updated', is: 'time' },
    ],
  },
});

export const marginTerms = [
  maxBorrowable,
  maxTransferable,
  crossData,
  isolatedData,
  isolatedTier,
  nextHourlyRates,
  tradeCoefficients,
  collateralRatios,
  availableInventory,
] as const;
