/**
 * Balance, account and positions by the third version of their paths, which return only positions with an
 * amount or an open order (public facts, USD-M trading: today-only neighbours).
 */
import { endpoint } from '../define.ts';
import { accountRead } from '../endpoint-defaults.ts';
import { symbol } from '../params.ts';
import { accountColumns, balanceColumns, permissionColumns } from './futures.ts';
import { isolatedColumns, positionColumns } from './position-columns.ts';

const read = {
  ...accountRead('usdm'),
  origin: 'today',
  weight: 5,
} as const;

/**
 * Columns that the third version of the account endpoint does not return: permissions of the account and its
 * fee tier.
 */
const LEFT_OUT: readonly string[] = [
  'feeTier',
  'canTrade',
  'canDeposit',
  'canWithdraw',
  'updateTime',
  'multiAssetsMargin',
  'tradeGroupId',
];

/**
 * Settings that the third version of the account endpoint leaves to other endpoints: the permissions of the
 * account, and the settings of each contract.
 */
export const usdmSettings = [
  endpoint({
    ...read,
    id: 'usdm.account-config',
    summary: 'Permissions and modes of the account',
    path: '/fapi/v1/accountConfig',
    params: {},
    view: {
      shape: 'record',
      columns: [
        ...permissionColumns,
        { name: 'dualSidePosition', title: 'hedge mode', is: 'boolean' },
        { name: 'multiAssetsMargin', title: 'multi-assets mode', is: 'boolean' },
        { name: 'updateTime', title: 'updated', is: 'time' },
        { name: 'tradeGroupId', is: 'integer', hidden: true },
      ],
    },
  }),
  endpoint({
    ...read,
    id: 'usdm.symbol-config',
    summary: 'Leverage and margin mode of each contract',
    path: '/fapi/v1/symbolConfig',
    params: { symbol: { ...symbol, about: 'Contract; all if omitted' } },
    view: {
      shape: 'rows',
      columns: [
        { name: 'symbol', is: 'text' },
        { name: 'leverage', is: 'integer' },
        { name: 'marginType', title: 'margin', is: 'text' },
        { name: 'maxNotionalValue', title: 'max notional', is: 'decimal' },
        { name: 'isAutoAddMargin', title: 'adds margin', is: 'boolean', hidden: true },
      ],
    },
  }),
] as const;

export const accountV3 = [
  endpoint({
    ...read,
    id: 'usdm.balance-v3',
    summary: 'Balance of each margin asset, API version 3',
    path: '/fapi/v3/balance',
    wsMethod: 'v2/account.balance',
    params: {},
    view: { shape: 'rows', columns: balanceColumns },
  }),
  endpoint({
    ...read,
    id: 'usdm.account-v3',
    summary: 'Margins and totals of the account, API version 3',
    path: '/fapi/v3/account',
    wsMethod: 'v2/account.status',
    params: {},
    view: { shape: 'record', columns: accountColumns.filter(({ name }) => !LEFT_OUT.includes(name)) },
  }),
  endpoint({
    ...read,
    id: 'usdm.position-risk-v3',
    summary: 'Positions that are open or have open orders, API version 3',
    path: '/fapi/v3/positionRisk',
    wsMethod: 'v2/account.position',
    params: { symbol: { ...symbol, about: 'Contract; all if omitted' } },
    view: {
      shape: 'rows',
      columns: [
        ...positionColumns('amount'),
        ...isolatedColumns,
        { name: 'notional', is: 'decimal' },
        { name: 'marginAsset', title: 'margin asset', is: 'text' },
        { name: 'initialMargin', title: 'initial margin', is: 'decimal' },
        { name: 'maintMargin', title: 'maintenance margin', is: 'decimal' },
        { name: 'positionInitialMargin', is: 'decimal', hidden: true },
        { name: 'openOrderInitialMargin', is: 'decimal', hidden: true },
        { name: 'adl', is: 'integer', hidden: true },
        { name: 'bidNotional', is: 'decimal', hidden: true },
        { name: 'askNotional', is: 'decimal', hidden: true },
        { name: 'updateTime', title: 'updated', is: 'time', hidden: true },
      ],
    },
  }),
] as const;
