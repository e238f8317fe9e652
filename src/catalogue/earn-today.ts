/**
 * Simple earn endpoints of today's interface: positions, quotas, rewards, rates, redemptions and settings
 * (today's interface, simple earn rows).
 */
import { DAY_MS } from '../core/time-units.ts';
import { endpoint, requiredParam } from './define.ts';
import { asset, endTime, limit, maxSpanRules, page, startTime, todayParam } from './params.ts';
import type { Column, Param } from './types.ts';
import { earnProof, successProof } from './write-proofs.ts';

const MONTH_MS = 30 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

const read = {
  product: 'earn',
  origin: 'today',
  method: 'GET',
  security: 'USER_DATA',
  effect: 'read',
  weight: 150,
} as const;
const write = {
  product: 'earn',
  origin: 'today',
  method: 'POST',
  security: 'TRADE',
  view: {
    shape: 'record',
    columns: [{ name: 'success', is: 'boolean' }],
  },
} as const;

const productId = { type: 'STRING', about: 'Flexible product, such as BTC001' } as const satisfies Param;
const projectId = { type: 'STRING', about: 'Locked product, such as Axs*90' } as const satisfies Param;
const positionId = { type: 'STRING', about: 'Locked position' } as const satisfies Param;
const optionalAsset = todayParam({ ...asset, about: 'Asset; all if omitted' });
const autoSubscribe = todayParam(
  requiredParam({ type: 'BOOLEAN', about: 'Resubscribe automatically, or stop doing so' }),
);

const pageParams = {
  current: todayParam({ ...page, type: 'LONG' }),
  size: todayParam({ ...limit(10, 100), type: 'LONG' }),
} as const;
const window = { startTime: todayParam(startTime), endTime: todayParam(endTime) } as const;
const pages = { by: 'page', page: 'current', size: 'size' } as const;

const rowsView = <const C extends readonly Column[]>(columns: C) =>
  ({ shape: 'rows', rowsAt: 'rows', columns }) as const;

const quotaView = {
  shape: 'record',
  columns: [{ name: 'leftPersonalQuota', title: 'left of the quota', is: 'decimal' }],
} as const;

const earnAccount = endpoint({
  ...read,
  id: 'earn.account',
  summary: 'Value of what is in flexible and in locked products',
  path: '/sapi/v1/simple-earn/account',
  params: {},
  view: {
    shape: 'record',
    columns: [
      { name: 'totalAmountInUSDT', title: 'in USDT', is: 'decimal' },
      { name: 'totalFlexibleAmountInUSDT', title: 'flexible in USDT', is: 'decimal' },
      { name: 'totalLockedInUSDT', title: 'locked in USDT', is: 'decimal' },
      { name: 'totalAmountInBTC', title: 'in BTC', is: 'decimal' },
      { name: 'totalFlexibleAmountInBTC', title: 'flexible in BTC', is: 'decimal' },
      { name: 'totalLockedInBTC', title: 'locked in BTC', is: 'decimal' },
    ],
  },
});

const flexiblePositions = endpoint({
  ...read,
  id: 'earn.flexible.positions',
  summary: 'Amounts in flexible products, their rates and rewards',
  path: '/sapi/v1/simple-earn/flexible/position',
  params: { asset: optionalAsset, productId: todayParam(productId), ...pageParams },
  pages,
  view: rowsView([
    { name: 'productId', title: 'product', is: 'text' },
    { name: 'asset', is: 'text' },
    { name: 'totalAmount', title: 'amount', is: 'decimal' },
    { name: 'latestAnnualPercentageRate', title: 'APR', is: 'decimal' },
    { name: 'yesterdayRealTimeRewards', title: 'rewards of yesterday', is: 'decimal' },
    { name: 'cumulativeTotalRewards', title: 'all rewards', is: 'decimal' },
    { name: 'autoSubscribe', title: 'resubscribes', is: 'boolean' },
    { name: 'canRedeem', title: 'can redeem', is: 'boolean', hidden: true },
    { name: 'collateralAmount', title: 'collateral', is: 'decimal', hidden: true },
  ]),
});

const lockedPositions = endpoint({
  ...read,
  id: 'earn.locked.positions',
  summary: 'Amounts in locked products, their terms and rewards',
  path: '/sapi/v1/simple-earn/locked/position',
  params: {
    asset: optionalAsset,
    positionId: todayParam(positionId),
    projectId: todayParam(projectId),
    ...pageParams,
  },
  pages,
  view: rowsView([
    { name: 'positionId', title: 'position', is: 'integer' },
    { name: 'projectId', title: 'product', is: 'text' },
    { name: 'asset', is: 'text' },
    { name: 'amount', is: 'decimal' },
    { name: 'APY', is: 'decimal' },
    { name: 'rewardAmt', title: 'rewards', is: 'decimal' },
    { name: 'purchaseTime', title: 'from', is: 'time' },
    { name: 'deliverDate', title: 'to', is: 'time' },
    { name: 'autoSubscribe', title: 'resubscribes', is: 'boolean' },
    { name: 'nextPayDate', title: 'next reward', is: 'time', hidden: true },
    { name: 'rewardsEndDate', title: 'last reward', is: 'time', hidden: true },
    { name: 'redeemAmountEarly', title: 'if redeemed early', is: 'decimal', hidden: true },
    { name: 'status', is: 'text', hidden: true },
  ]),
});

const flexibleQuota = endpoint({
  ...read,
  id: 'earn.flexible.quota',
  summary: 'Remaining subscription quota of a flexible product',
  path: '/sapi/v1/simple-earn/flexible/personalLeftQuota',
  params: { productId: todayParam(requiredParam(productId)) },
  view: quotaView,
  unsimulated: 'flexible products of the sandbox have no quota',
});

const lockedQuota = endpoint({
  ...read,
  id: 'earn.locked.quota',
  summary: 'Remaining subscription quota of a locked product',
  path: '/sapi/v1/simple-earn/locked/personalLeftQuota',
  params: { projectId: todayParam(requiredParam(projectId)) },
  view: quotaView,
});

const flexibleRewards = endpoint({
  ...read,
  id: 'earn.flexible.rewards',
  summary: 'Rewards of flexible products',
  path: '/sapi/v1/simple-earn/flexible/history/rewardsRecord',
  params: {
    type: todayParam(
      requiredParam({
        type: 'ENUM',
        about: 'Reward',
        values: ['BONUS', 'REALTIME', 'REWARDS', 'ALL'],
      }),
    ),
    productId: todayParam(productId),
    asset: optionalAsset,
    ...window,
    ...pageParams,
  },
  rules: maxSpanRules(MONTH_MS),
  pages,
  view: rowsView([
    { name: 'time', is: 'time' },
    { name: 'projectId', title: 'product', is: 'text' },
    { name: 'asset', is: 'text' },
    { name: 'rewards', is: 'decimal' },
    { name: 'type', is: 'text' },
  ]),
});

const lockedRewards = endpoint({
  ...read,
  id: 'earn.locked.rewards',
  summary: 'Rewards of locked products',
  path: '/sapi/v1/simple-earn/locked/history/rewardsRecord',
  params: { positionId: todayParam(positionId), asset: optionalAsset, ...window, ...pageParams },
  rules: maxSpanRules(MONTH_MS),
  pages,
  view: rowsView([
    { name: 'time', is: 'time' },
    { name: 'positionId', title: 'position', is: 'integer' },
    { name: 'asset', is: 'text' },
    { name: 'amount', title: 'rewards', is: 'decimal' },
    { name: 'lockPeriod', title: 'days', is: 'text' },
  ]),
});

const flexibleRates = endpoint({
  ...read,
  id: 'earn.flexible.rates',
  summary: 'Daily rates of a flexible product, newest first',
  path: '/sapi/v1/simple-earn/flexible/history/rateHistory',
  params: {
    productId: todayParam(requiredParam(productId)),
    aprPeriod: todayParam({ type: 'ENUM', about: 'Period of the rate', values: ['DAY', 'YEAR'] }),
    ...window,
    ...pageParams,
  },
  rules: maxSpanRules(YEAR_MS),
  pages,
  view: rowsView([
    { name: 'time', is: 'time' },
    { name: 'productId', title: 'product', is: 'text' },
    { name: 'asset', is: 'text' },
    { name: 'annualPercentageRate', title: 'APR', is: 'decimal' },
  ]),
  notes: ['Without times the last 30 days are listed.'],
});

const redemptionColumns = [
  { name: 'time', is: 'time' },
  { name: 'asset', is: 'text' },
  { name: 'amount', is: 'decimal' },
  { name: 'redeemId', title: 'redemption', is: 'integer' },
  { name: 'status', is: 'text' },
] as const satisfies readonly Column[];
const redemptionParams = {
  redeemId: todayParam({ type: 'STRING', about: 'Redemption, from the answer to it' }),
  asset: optionalAsset,
  ...window,
  ...pageParams,
} as const;

const flexibleRedemptions = endpoint({
  ...read,
  id: 'earn.flexible.redemptions',
  summary: 'Redemptions from flexible products',
  path: '/sapi/v1/simple-earn/flexible/history/redemptionRecord',
  params: { productId: todayParam(productId), ...redemptionParams },
  rules: maxSpanRules(MONTH_MS),
  pages,
  view: rowsView([
    ...redemptionColumns,
    { name: 'projectId', title: 'product', is: 'text' },
    { name: 'destAccount', title: 'to', is: 'text' },
  ]),
});

const lockedRedemptions = endpoint({
  ...read,
  id: 'earn.locked.redemptions',
  summary: 'Redemptions from locked products',
  path: '/sapi/v1/simple-earn/locked/history/redemptionRecord',
  params: { positionId: todayParam(positionId), ...redemptionParams },
  rules: maxSpanRules(MONTH_MS),
  pages,
  view: rowsView([
    ...redemptionColumns,
    { name: 'positionId', title: 'position', is: 'integer' },
    { name: 'lockPeriod', title: 'days', is: 'text' },
    { name: 'deliverDate', title: 'delivered', is: 'time' },
  ]),
});

const flexibleAutoSubscribe = endpoint({
  ...write,
  id: 'earn.flexible.auto-subscribe',
  proof: successProof,
  summary: 'Let the interest of a flexible product be subscribed again, or paid out',
  inWords: 'Set automatic resubscription of the flexible product {productId}: {autoSubscribe}',
  effect: 'write',
  path: '/sapi/v1/simple-earn/flexible/setAutoSubscribe',
  weight: 150,
  params: { productId: todayParam(requiredParam(productId)), autoSubscribe },
  verifiedBy: {
    noun: 'setting',
    query: 'earn.flexible.positions',
    by: 'state',
    queryParams: { productId: 'productId' },
    echoes: { productId: 'productId', autoSubscribe: 'autoSubscribe' },
  },
});

const lockedAutoSubscribe = endpoint({
  ...write,
  id: 'earn.locked.auto-subscribe',
  proof: successProof,
  summary: 'Let a locked position be locked again at the end of its term, or paid out',
  inWords: 'Set automatic resubscription of the locked position {positionId}: {autoSubscribe}',
  effect: 'write',
  path: '/sapi/v1/simple-earn/locked/setAutoSubscribe',
  weight: 150,
  params: { positionId: todayParam(requiredParam(positionId)), autoSubscribe },
  verifiedBy: {
    noun: 'setting',
    query: 'earn.locked.positions',
    by: 'state',
    queryParams: { positionId: 'positionId' },
    echoes: { positionId: 'positionId', autoSubscribe: 'autoSubscribe' },
  },
});

const lockedRedeemOption = endpoint({
  ...write,
  id: 'earn.locked.redeem-option',
  proof: successProof,
  lookup: 'earn.locked.positions',
  summary: 'Choose where a locked position is paid out at the end of its term',
  inWords: 'Pay out the locked position {positionId} to {redeemTo} at the end of its term',
  effect: 'write',
  path: '/sapi/v1/simple-earn/locked/setRedeemOption',
  weight: 50,
  params: {
    positionId: todayParam(requiredParam(positionId)),
    redeemTo: todayParam(
      requiredParam({
        type: 'ENUM',
        about: 'Where it is paid out: the spot wallet, or the flexible product of the asset',
        values: ['SPOT', 'FLEXIBLE'],
      }),
    ),
  },
  unsimulated: 'the sandbox pays every locked position out to the spot wallet',
});

const lockedRedeem = endpoint({
  ...write,
  id: 'earn.locked.redeem',
  proof: earnProof('redeemId'),
  summary: 'Redeem a locked position early, without its rewards',
  inWords: 'Redeem the locked position {positionId} before its term ends',
  effect: 'funds',
  path: '/sapi/v1/simple-earn/locked/redeem',
  weight: 1,
  params: { positionId: todayParam(requiredParam(positionId)) },
  verifiedBy: {
    noun: 'redemption',
    query: 'earn.locked.redemptions',
    by: 'values',
    queryParams: { positionId: 'positionId' },
    echoes: { positionId: 'positionId' },
    time: 'time',
  },
  view: {
    shape: 'record',
    columns: [
      { name: 'redeemId', title: 'redemption', is: 'integer' },
      { name: 'success', is: 'boolean' },
    ],
  },
  notes: ['One redemption in 3 seconds is allowed.'],
});

export const earnToday = [
  earnAccount,
  flexiblePositions,
  lockedPositions,
  flexibleQuota,
  lockedQuota,
  flexibleRewards,
  lockedRewards,
  flexibleRates,
  flexibleRedemptions,
  lockedRedemptions,
  flexibleAutoSubscribe,
  lockedAutoSubscribe,
  lockedRedeemOption,
  lockedRedeem,
] as const;
