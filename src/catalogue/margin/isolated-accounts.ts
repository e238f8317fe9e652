/**
 * Isolated margin accounts: one for each pair, with balances and debts of its own (public facts, Margin today). The
 * interface document has none of these endpoints.
 */
import { marginTotals } from '../columns/margin.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, tradeWrite } from '../endpoint-defaults.ts';
import { symbol, todayParam } from '../params.ts';
import type { Column } from '../types.ts';
import { isolatedAccountProof } from '../write-proofs.ts';
import { pairColumns } from './account.ts';

const origin = 'today';
const PATH = '/sapi/v1/margin/isolated/account';
const ACCOUNTS_MAX = 5;

/** The columns of the base or quote asset of an account. */
function assetColumns(side: 'baseAsset' | 'quoteAsset', title: string) {
  return [
    { name: `${side}.asset`, title, is: 'text' },
    { name: `${side}.free`, title: `${title} free`, is: 'decimal' },
    { name: `${side}.locked`, title: `${title} locked`, is: 'decimal', hidden: true },
    { name: `${side}.borrowed`, title: `${title} borrowed`, is: 'decimal' },
    { name: `${side}.interest`, title: `${title} interest`, is: 'decimal', hidden: true },
    { name: `${side}.netAsset`, title: `${title} net`, is: 'decimal' },
  ] as const satisfies readonly Column[];
}

export const isolatedAccounts = endpoint({
  ...accountRead('margin'),
  origin,
  id: 'margin.isolated.accounts',
  summary: 'Isolated margin accounts: levels, assets held and owed',
  path: PATH,
  weight: 10,
  params: {
    symbols: todayParam({
      type: 'ARRAY',
      about: 'Trading pairs of the accounts; all that exist if omitted',
      items: symbol,
      separatedBy: 'commas',
      min: 1,
      max: ACCOUNTS_MAX,
    }),
  },
  view: {
    shape: 'rows',
    rowsAt: 'assets',
    headerFields: marginTotals,
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'enabled', is: 'boolean' },
      { name: 'marginLevel', title: 'level', is: 'decimal' },
      { name: 'marginLevelStatus', title: 'status', is: 'text' },
      ...assetColumns('baseAsset', 'base'),
      ...assetColumns('quoteAsset', 'quote'),
      { name: 'indexPrice', title: 'index', is: 'decimal' },
      { name: 'liquidatePrice', title: 'liquidation', is: 'decimal' },
      { name: 'isolatedCreated', title: 'created', is: 'boolean', hidden: true },
      { name: 'marginRatio', title: 'leverage', is: 'decimal', hidden: true },
      { name: 'liquidateRate', title: 'liquidation rate', is: 'decimal', hidden: true },
      { name: 'tradeEnabled', title: 'trading', is: 'boolean', hidden: true },
    ],
  },
  notes: ['The totals in BTC are answered without symbols only.'],
});

const account = {
  ...tradeWrite('margin'),
  origin,
  path: PATH,
  weight: 300,
  isWeighedByAccount: true,
  lookup: isolatedAccounts.id,
  params: { symbol: todayParam(requiredParam(symbol)) },
  view: {
    shape: 'record',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'success', title: 'done', is: 'boolean' },
    ],
  },
} as const;

export const isolatedEnable = endpoint({
  ...account,
  id: 'margin.isolated.enable',
  proof: isolatedAccountProof,
  summary: 'Create or enable the isolated margin account of a pair',
  inWords: 'Enable the isolated margin account of {symbol}',
  method: 'POST',
});

export const isolatedDisable = endpoint({
  ...account,
  id: 'margin.isolated.disable',
  proof: isolatedAccountProof,
  summary: 'Disable the isolated margin account of a pair',
  inWords: 'Disable the isolated margin account of {symbol}',
  cancelsNoOrder: true,
  method: 'DELETE',
  notes: ['The account must be empty: no balances, debts or open orders. Once a day at most.'],
});

export const isolatedLimit = endpoint({
  ...accountRead('margin'),
  origin,
  id: 'margin.isolated.limit',
  summary: 'How many isolated margin accounts are enabled, and how many may be',
  path: '/sapi/v1/margin/isolated/accountLimit',
  weight: 1,
  params: {},
  view: {
    shape: 'record',
    columns: [
      { name: 'enabledAccount', title: 'enabled', is: 'integer' },
      { name: 'maxAccount', title: 'max', is: 'integer' },
    ],
  },
});

export const isolatedPairs = endpoint({
  ...accountRead('margin'),
  origin,
  id: 'margin.isolated.pairs',
  summary: 'Pairs that can be traded on isolated margin',
  path: '/sapi/v1/margin/isolated/allPairs',
  security: 'MARKET_DATA',
  weight: 10,
  params: { symbol: todayParam({ ...symbol, about: 'Trading pair; all if omitted' }) },
  view: { shape: 'rows', columns: pairColumns.filter(({ name }) => name !== 'id') },
});

export const marginIsolatedAccounts = [
  isolatedAccounts,
  isolatedEnable,
  isolatedDisable,
  isolatedLimit,
  isolatedPairs,
] as const;
