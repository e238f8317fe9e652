/**
 * Simple earn: flexible and locked products (interface document, Earn, mining, fiat, C2C; parameters that it leaves
 * open and records from public facts, Simple earn).
 */
import { DAY_MS } from '../core/time-units.ts';
import { endpoint, requiredParam } from './define.ts';
import { earnToday } from './earn-today.ts';
import { accountRead, fundsMove } from './endpoint-defaults.ts';
import { EARN_ACCOUNTS } from './enums/wallets.ts';
import { amount, asset, endTime, factsParam, limit, maxSpanRules, page, startTime } from './params.ts';
import type { Param } from './types.ts';
import { earnProof } from './write-proofs.ts';

const MONTH_MS = 30 * DAY_MS;

const read = { ...accountRead('earn'), weight: 150 } as const;
const funds = { ...fundsMove('earn'), weight: 1 } as const;

const productId = { type: 'STRING', about: 'Flexible product, such as BTC001' } as const satisfies Param;
const projectId = { type: 'STRING', about: 'Locked product, such as Axs*90' } as const satisfies Param;
const autoSubscribe = {
  type: 'BOOLEAN',
  about: 'Resubscribe automatically',
  default: true,
} as const satisfies Param;
const sourceAccount = {
  type: 'ENUM',
  about: 'Source account',
  values: EARN_ACCOUNTS,
  default: 'SPOT',
} as const satisfies Param;

const pageParams = {
  current: { ...page, type: 'LONG' },
  size: { ...limit(10, 100), type: 'LONG' },
} as const;
const listParams = {
  asset: { ...asset, about: 'Asset; all if omitted' },
  ...pageParams,
} as const;
const pages = { by: 'page', page: 'current', size: 'size' } as const;
const windowRules = maxSpanRules(MONTH_MS);

export const flexibleList = endpoint({
  ...read,
  id: 'earn.flexible.list',
  summary: 'Flexible products and their rates',
  path: '/sapi/v1/simple-earn/flexible/list',
  params: listParams,
  pages,
  view: {
    shape: 'rows',
    rowsAt: 'rows',
    columns: [
      { name: 'productId', title: 'product', is: 'text' },
      { name: 'asset', is: 'text' },
      { name: 'latestAnnualPercentageRate', title: 'APR', is: 'decimal' },
      { name: 'minPurchaseAmount', title: 'min', is: 'decimal' },
      { name: 'canPurchase', title: 'can subscribe', is: 'boolean' },
      { name: 'canRedeem', title: 'can redeem', is: 'boolean' },
      { name: 'isSoldOut', title: 'sold out', is: 'boolean' },
      { name: 'status', is: 'text' },
      { name: 'hot', is: 'boolean', hidden: true },
      { name: 'airDropPercentageRate', title: 'airdrop rate', is: 'decimal', hidden: true },
      {
        name: 'tierAnnualPercentageRate',
        title: 'rates by amount',
        is: 'text',
        wire: 'object',
        hidden: true,
      },
      { name: 'subscriptionStartTime', title: 'from', is: 'time', hidden: true },
    ],
  },
});

export const lockedList = endpoint({
  ...read,
  id: 'earn.locked.list',
  summary: 'Locked products, their terms and rates',
  path: '/sapi/v1/simple-earn/locked/list',
  params: listParams,
  pages,
  view: {
    shape: 'rows',
    rowsAt: 'rows',
    columns: [
      { name: 'projectId', title: 'product', is: 'text' },
      { name: 'detail.asset', title: 'asset', is: 'text' },
      { name: 'detail.duration', title: 'days', is: 'integer' },
      { name: 'detail.apr', title: 'APR', is: 'decimal' },
      { name: 'quota.minimum', title: 'min', is: 'decimal' },
      { name: 'quota.totalPersonalQuota', title: 'max', is: 'decimal' },
      { name: 'detail.isSoldOut', title: 'sold out', is: 'boolean' },
      { name: 'detail.status', title: 'status', is: 'text' },
      { name: 'detail.rewardAsset', title: 'paid in', is: 'text', hidden: true },
      { name: 'detail.renewable', title: 'renewable', is: 'boolean', hidden: true },
      { name: 'detail.subscriptionStartTime', title: 'from', is: 'time', hidden: true },
    ],
  },
});

export const flexibleSubscribe = endpoint({
  ...funds,
  id: 'earn.flexible.subscribe',
  proof: earnProof('purchaseId'),
  summary: 'Subscribe an amount to a flexible product',
  inWords: 'Subscribe {amount} to the flexible product {productId}[, from {sourceAccount}]',
  path: '/sapi/v1/simple-earn/flexible/subscribe',
  params: {
    productId: requiredParam(productId),
    amount: requiredParam(amount),
    autoSubscribe,
    sourceAccount,
  },
  verifiedBy: {
    noun: 'subscription',
    query: 'earn.flexible.subscriptions',
    by: 'values',
    queryParams: { productId: 'productId' },
    echoes: { productId: 'productId', amount: 'amount' },
    time: 'time',
  },
  view: {
    shape: 'record',
    columns: [
      { name: 'purchaseId', title: 'purchase', is: 'integer' },
      { name: 'success', is: 'boolean' },
    ],
  },
});

export const lockedSubscribe = endpoint({
  ...funds,
  id: 'earn.locked.subscribe',
  proof: earnProof('purchaseId'),
  summary: 'Subscribe an amount to a locked product',
  inWords: 'Subscribe {amount} to the locked project {projectId}[, from {sourceAccount}]',
  path: '/sapi/v1/simple-earn/locked/subscribe',
  params: {
    projectId: requiredParam(projectId),
    amount: requiredParam(amount),
    autoSubscribe,
    sourceAccount,
  },
  verifiedBy: {
    noun: 'subscription',
    query: 'earn.locked.subscriptions',
    by: 'values',
    echoes: { projectId: 'projectId', amount: 'amount' },
    time: 'time',
  },
  view: {
    shape: 'record',
    columns: [
      { name: 'purchaseId', title: 'purchase', is: 'integer' },
      { name: 'positionId', title: 'position', is: 'text' },
      { name: 'success', is: 'boolean' },
    ],
  },
});

export const flexibleRedeem = endpoint({
  ...funds,
  id: 'earn.flexible.redeem',
  proof: earnProof('redeemId'),
  lookup: 'spot.account',
  summary: 'Redeem an amount, or all, from a flexible product',
  inWords:
    'Redeem[ {amount}] of the flexible product {productId}[ to {destAccount}][, redeem all {redeemAll}]',
  path: '/sapi/v1/simple-earn/flexible/redeem',
  params: {
    productId: requiredParam(productId),
    redeemAll: { type: 'BOOLEAN', about: 'Redeem all of it', default: false },
    amount,
    destAccount: { ...sourceAccount, about: 'Destination account' },
  },
  rules: [{ rule: 'needs-by-value', param: 'redeemAll', needs: { false: ['amount'] } }],
  view: {
    shape: 'record',
    columns: [
      { name: 'redeemId', title: 'redemption', is: 'integer' },
      { name: 'success', is: 'boolean' },
    ],
  },
});

const recordParams = {
  purchaseId: factsParam({ type: 'STRING', about: 'Purchase, from the answer to the subscription' }),
  asset: factsParam({ ...asset, about: 'Asset; all if omitted' }),
  startTime: factsParam(startTime),
  endTime: factsParam(endTime),
  current: factsParam(pageParams.current),
  size: factsParam(pageParams.size),
} as const;
const sources = [
  { name: 'sourceAccount', title: 'from', is: 'text' },
  { name: 'amtFromSpot', title: 'from spot', is: 'decimal', hidden: true },
  { name: 'amtFromFunding', title: 'from funding', is: 'decimal', hidden: true },
] as const;

export const flexibleSubscriptions = endpoint({
  ...read,
  id: 'earn.flexible.subscriptions',
  summary: 'Subscriptions to flexible products',
  path: '/sapi/v1/simple-earn/flexible/history/subscriptionRecord',
  params: { productId: factsParam(productId), ...recordParams },
  rules: windowRules,
  pages,
  view: {
    shape: 'rows',
    rowsAt: 'rows',
    columns: [
      { name: 'time', is: 'time' },
      { name: 'purchaseId', title: 'purchase', is: 'integer' },
      { name: 'productId', title: 'product', is: 'text' },
      { name: 'asset', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'type', is: 'text' },
      { name: 'status', is: 'text' },
      ...sources,
    ],
  },
});

export const lockedSubscriptions = endpoint({
  ...read,
  id: 'earn.locked.subscriptions',
  summary: 'Subscriptions to locked products',
  path: '/sapi/v1/simple-earn/locked/history/subscriptionRecord',
  params: recordParams,
  rules: windowRules,
  pages,
  view: {
    shape: 'rows',
    rowsAt: 'rows',
    columns: [
      { name: 'time', is: 'time' },
      { name: 'purchaseId', title: 'purchase', is: 'integer' },
      { name: 'positionId', title: 'position', is: 'integer' },
      { name: 'projectId', title: 'product', is: 'text' },
      { name: 'asset', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'lockPeriod', title: 'days', is: 'text' },
      { name: 'type', is: 'text' },
      { name: 'status', is: 'text' },
      ...sources,
    ],
  },
});

export const earnEndpoints = [
  flexibleList,
  lockedList,
  flexibleSubscribe,
  lockedSubscribe,
  flexibleRedeem,
  flexibleSubscriptions,
  lockedSubscriptions,
  ...earnToday,
] as const;
