/**
 * Assets inside the exchange: state of the account, small leftovers, dividends, fees (interface document,
 * Wallet; parameters that it leaves open and records from public facts, Wallet).
 */

import { DAY_MS } from '../../core/time-units.ts';
import { emptyView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, fundsMove } from '../endpoint-defaults.ts';
import { SNAPSHOT_TYPES } from '../enums/wallets.ts';
import { asset, endTime, factsParam, limit, maxSpanRules, startTime, symbol, todayParam } from '../params.ts';
import type { Param } from '../types.ts';
import { dustProof } from '../write-proofs.ts';
import { fundsWallets } from './wallets.ts';

const read = accountRead('funds');
const funds = fundsMove('funds');

const accountType = {
  type: 'ENUM',
  about: 'Account of the dust',
  values: ['SPOT', 'MARGIN'],
  default: 'SPOT',
} as const satisfies Param;

export const snapshot = endpoint({
  ...read,
  id: 'funds.snapshot',
  summary: 'Daily account snapshots',
  path: '/sapi/v1/account/snapshot',
  today: { path: '/sapi/v1/accountSnapshot' },
  weight: 2400,
  params: {
    type: requiredParam({ type: 'ENUM', about: 'Account', values: SNAPSHOT_TYPES }),
    startTime,
    endTime,
    limit: { type: 'INT', about: 'Number of days', default: 5, min: 5, max: 30 },
  },
  rules: maxSpanRules(30 * DAY_MS),
  view: {
    shape: 'rows',
    rowsAt: 'snapshotVos',
    columns: [
      { name: 'updateTime', title: 'time', is: 'time' },
      { name: 'type', title: 'account', is: 'text' },
      { name: 'data', is: 'text', wire: 'object' },
    ],
  },
  notes: ['A window spans at most 30 days; at the public hosts at least 7.'],
});

export const accountStatus = endpoint({
  ...read,
  id: 'funds.account-status',
  summary: 'The state of the account',
  path: '/sapi/v1/account/status',
  weight: 1,
  params: {},
  view: { shape: 'record', columns: [{ name: 'data', title: 'state', is: 'text' }] },
});

export const apiTradingStatus = endpoint({
  ...read,
  id: 'funds.api-trading-status',
  summary: 'Whether trading by key is locked, and what would lock it',
  path: '/sapi/v1/account/apiTradingStatus',
  weight: 1,
  params: {},
  view: {
    shape: 'record',
    rowsAt: 'data',
    columns: [
      { name: 'isLocked', title: 'locked', is: 'boolean' },
      { name: 'plannedRecoverTime', title: 'recovers', is: 'time' },
      { name: 'triggerCondition', title: 'triggers', is: 'text', wire: 'object' },
      { name: 'updateTime', title: 'updated', is: 'time' },
    ],
  },
});

export const dustConvert = endpoint({
  ...funds,
  id: 'funds.dust.convert',
  proof: dustProof,
  lookup: 'funds.dust.list',
  requiredPermission: 'spot',
  summary: "Convert dust into the exchange's own coin",
  inWords: 'Convert the dust of {asset} to BNB',
  path: '/sapi/v1/asset/dust',
  weight: 10,
  params: {
    asset: requiredParam({
      type: 'ARRAY',
      about: 'Assets to convert',
      items: asset,
      separatedBy: 'commas',
      min: 1,
    }),
    accountType: todayParam(accountType),
  },
  view: {
    shape: 'rows',
    rowsAt: 'transferResult',
    columns: [
      { name: 'fromAsset', title: 'asset', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'transferedAmount', title: 'received', is: 'decimal' },
      { name: 'serviceChargeAmount', title: 'charge', is: 'decimal' },
      { name: 'operateTime', title: 'time', is: 'time' },
      { name: 'tranId', title: 'transaction', is: 'integer' },
    ],
  },
  sourceNotes: [
    'The document does not show how the list is written: it is sent with commas, as live hosts require; older clients repeat the name.',
  ],
});

export const dustList = endpoint({
  ...read,
  id: 'funds.dust.list',
  summary: "Dust that can be converted into the exchange's own coin",
  method: 'POST',
  path: '/sapi/v1/asset/dust-btc',
  weight: 1,
  params: { accountType: todayParam(accountType) },
  view: {
    shape: 'rows',
    rowsAt: 'details',
    columns: [
      { name: 'asset', is: 'text' },
      { name: 'assetFullName', title: 'name', is: 'text' },
      { name: 'amountFree', title: 'free', is: 'decimal' },
      { name: 'toBTC', title: 'in BTC', is: 'decimal' },
      { name: 'toBNB', title: 'in BNB', is: 'decimal' },
      { name: 'toBNBOffExchange', title: 'in BNB after charge', is: 'decimal' },
      { name: 'exchange', title: 'charge', is: 'decimal' },
    ],
  },
  notes: ['A POST that changes nothing.'],
});

const targetAsset = todayParam({ ...asset, about: 'Asset to receive, such as USDC' });

const convertibleDust = endpoint({
  ...read,
  origin: 'today',
  id: 'funds.dust.convertible',
  summary: 'Dust that can be converted into another asset',
  method: 'POST',
  path: '/sapi/v1/asset/dust-convert/query-convertible-assets',
  weight: 1,
  params: {
    targetAsset: requiredParam(targetAsset),
    accountType: todayParam(accountType),
    dustQuotaAssetToTargetAssetPrice: todayParam({
      type: 'DECIMAL',
      about: 'Price of the asset in which dust is valued, in the asset to receive',
      above: '0',
    }),
  },
  view: {
    shape: 'rows',
    rowsAt: 'details',
    columns: [
      { name: 'asset', is: 'text' },
      { name: 'assetFullName', title: 'name', is: 'text' },
      { name: 'amountFree', title: 'free', is: 'decimal' },
      { name: 'toQuotaAssetAmount', title: 'value', is: 'decimal' },
      { name: 'toTargetAssetAmount', title: 'to receive', is: 'decimal' },
      { name: 'exchange', title: 'charge', is: 'decimal' },
      { name: 'toTargetAssetOffExchange', title: 'after charge', is: 'decimal' },
    ],
  },
  notes: ['A POST that changes nothing.'],
});

const dustConvertTo = endpoint({
  ...funds,
  origin: 'today',
  id: 'funds.dust.convert-to',
  proof: dustProof,
  lookup: 'funds.dust.log',
  requiredPermission: 'spot',
  summary: 'Convert dust into another asset',
  inWords: 'Convert the dust of {asset}[ to {targetAsset}]',
  path: '/sapi/v1/asset/dust-convert/convert',
  weight: 10,
  isWeighedByAccount: true,
  params: {
    targetAsset,
    asset: todayParam(dustConvert.params.asset),
    accountType: todayParam(accountType),
    clientId: todayParam({ type: 'STRING', about: 'Your own id of the conversion' }),
    thirdPartyClientId: todayParam({ type: 'STRING', about: 'Id that a third party gave to the conversion' }),
  },
  view: dustConvert.view!,
});

export const dividends = endpoint({
  ...read,
  id: 'funds.dividends',
  summary: 'Dividends, airdrops and other credits of assets',
  path: '/sapi/v1/asset/dividendRecord',
  today: { path: '/sapi/v1/asset/assetDividend' },
  weight: 10,
  params: {
    asset: factsParam({ ...asset, about: 'Asset; all if omitted' }),
    startTime: factsParam(startTime),
    endTime: factsParam(endTime),
    limit: factsParam(limit(20, 500)),
  },
  rules: maxSpanRules(180 * DAY_MS),
  pages: {
    by: 'time',
    from: 'startTime',
    to: 'endTime',
    limit: 'limit',
    at: 'divTime',
    spanMs: 180 * DAY_MS,
  },
  view: {
    shape: 'rows',
    rowsAt: 'rows',
    columns: [
      { name: 'divTime', title: 'time', is: 'time' },
      { name: 'asset', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'enInfo', title: 'why', is: 'text' },
      { name: 'tranId', title: 'transaction', is: 'integer' },
      { name: 'id', is: 'integer', hidden: true },
    ],
  },
  notes: ['A window spans at most 180 days.'],
});

export const assetDetails = endpoint({
  ...read,
  id: 'funds.asset-details',
  summary: 'Min withdrawal, fee and status of assets',
  path: '/sapi/v1/asset/assetDetail',
  weight: 1,
  params: { asset: factsParam({ ...asset, about: 'Asset; all if omitted' }) },
  view: emptyView,
  notes: ['The answer is one object with an entry for each asset.'],
});

export const tradeFees = endpoint({
  ...read,
  id: 'funds.trade-fees',
  summary: 'Commission of the account on symbols',
  path: '/sapi/v1/asset/tradeFee',
  weight: 1,
  params: { symbol: { ...symbol, about: 'Trading pair; all if omitted' } },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'makerCommission', title: 'maker', is: 'decimal' },
      { name: 'takerCommission', title: 'taker', is: 'decimal' },
    ],
  },
});

export const fundsAssets = [
  snapshot,
  accountStatus,
  apiTradingStatus,
  dustConvert,
  dustList,
  convertibleDust,
  dustConvertTo,
  dividends,
  assetDetails,
  tradeFees,
  ...fundsWallets,
] as const;
