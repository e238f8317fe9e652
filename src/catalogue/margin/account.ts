/**
 * The margin account: what is held and owed, and what may be borrowed and traded (interface document,
 * Margin; parameters that it leaves open and records from public facts, Margin).
 */

import { marginTotals } from '../columns/margin.ts';
import { endpoint, requiredParam, signedOrKey } from '../define.ts';
import { accountRead } from '../endpoint-defaults.ts';
import { asset, factsParam, symbol } from '../params.ts';
import type { Column } from '../types.ts';

const read = accountRead('margin');

const assetColumns = [
  { name: 'assetName', title: 'asset', is: 'text' },
  { name: 'assetFullName', title: 'name', is: 'text' },
  { name: 'isBorrowable', title: 'can be borrowed', is: 'boolean' },
  { name: 'isMortgageable', title: 'counts as collateral', is: 'boolean' },
  { name: 'userMinBorrow', title: 'min borrowed', is: 'decimal' },
  { name: 'userMinRepay', title: 'min repaid', is: 'decimal' },
  { name: 'delistTime', title: 'delisted', is: 'time', hidden: true },
] as const satisfies readonly Column[];

/** The columns of a pair of margin trading. */
export const pairColumns = [
  { name: 'symbol', is: 'text' },
  { name: 'base', is: 'text' },
  { name: 'quote', is: 'text' },
  { name: 'isMarginTrade', title: 'margin', is: 'boolean' },
  { name: 'isBuyAllowed', title: 'buy', is: 'boolean' },
  { name: 'isSellAllowed', title: 'sell', is: 'boolean' },
  { name: 'id', is: 'integer', hidden: true },
  { name: 'delistTime', title: 'delisted', is: 'time', hidden: true },
] as const satisfies readonly Column[];

export const account = endpoint({
  ...read,
  id: 'margin.account',
  summary: 'The cross margin account: level, assets held and owed',
  path: '/sapi/v1/margin/account',
  weight: 10,
  params: {},
  view: {
    shape: 'rows',
    rowsAt: 'userAssets',
    headerFields: [
      { name: 'marginLevel', title: 'level', is: 'decimal' },
      ...marginTotals,
      { name: 'borrowEnabled', title: 'borrowing', is: 'boolean' },
      { name: 'tradeEnabled', title: 'trading', is: 'boolean' },
      { name: 'transferEnabled', title: 'transfers', is: 'boolean' },
    ],
    amountColumns: ['free', 'locked', 'borrowed', 'interest', 'netAsset'],
    columns: [
      { name: 'asset', is: 'text' },
      { name: 'free', is: 'decimal' },
      { name: 'locked', is: 'decimal' },
      { name: 'borrowed', is: 'decimal' },
      { name: 'interest', is: 'decimal' },
      { name: 'netAsset', title: 'net', is: 'decimal' },
    ],
  },
});

export const marginAsset = endpoint({
  ...read,
  security: signedOrKey,
  id: 'margin.asset',
  summary: 'Whether an asset can be borrowed, and the min amount',
  path: '/sapi/v1/margin/asset',
  weight: 10,
  params: { asset: factsParam(requiredParam(asset)) },
  view: { shape: 'record', columns: assetColumns },
});

export const marginPair = endpoint({
  ...read,
  security: signedOrKey,
  id: 'margin.pair',
  summary: 'Whether a pair can be traded on margin',
  path: '/sapi/v1/margin/pair',
  weight: 10,
  params: { symbol: factsParam(requiredParam(symbol)) },
  view: { shape: 'record', columns: pairColumns },
});

export const priceIndex = endpoint({
  ...read,
  security: signedOrKey,
  id: 'margin.price-index',
  summary: 'The index price by which margin is valued',
  path: '/sapi/v1/margin/priceIndex',
  weight: 10,
  params: { symbol: factsParam(requiredParam(symbol)) },
  view: {
    shape: 'record',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'price', is: 'decimal' },
      { name: 'calcTime', title: 'calculated', is: 'time' },
    ],
  },
});

export const allAssets = endpoint({
  ...read,
  security: signedOrKey,
  id: 'margin.all-assets',
  summary: 'Assets of margin trading, and which of them can be borrowed',
  path: '/sapi/v1/margin/allAssets',
  weight: 1,
  params: { asset: factsParam({ ...asset, about: 'Asset; all if omitted' }) },
  view: { shape: 'rows', columns: assetColumns },
});

export const allPairs = endpoint({
  ...read,
  security: signedOrKey,
  id: 'margin.all-pairs',
  summary: 'Pairs that can be traded on cross margin',
  path: '/sapi/v1/margin/allPairs',
  weight: 1,
  params: { symbol: factsParam({ ...symbol, about: 'Trading pair; all if omitted' }) },
  view: { shape: 'rows', columns: pairColumns },
});

export const marginAccount = [account, marginAsset, marginPair, priceIndex, allAssets, allPairs] as const;
