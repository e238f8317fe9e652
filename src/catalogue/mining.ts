/**
 * The mining pool: algorithms, workers, payments, statistics (interface document, Earn, mining, fiat, C2C; parameters
 * that it leaves open and records from public facts, Mining).
 */
import { endpoint, requiredParam, signedOrKey } from './define.ts';
import { accountRead } from './endpoint-defaults.ts';
import { WORKER_SORT_COLUMNS, WORKER_SORTS, WORKER_STATUSES } from './enums/wallets.ts';
import { endTime, factsParam, page, startTime } from './params.ts';
import type { Param } from './types.ts';

const read = accountRead('mining');

const algo = { type: 'STRING', about: 'Algorithm, such as sha256' } as const satisfies Param;
const userName = { type: 'STRING', about: 'Mining account' } as const satisfies Param;

export const algorithms = endpoint({
  ...read,
  security: signedOrKey,
  id: 'mining.algorithms',
  summary: 'Algorithms of the pool',
  path: '/sapi/v1/mining/pub/algoList',
  weight: 1,
  params: {},
  view: {
    shape: 'rows',
    rowsAt: 'data',
    columns: [
      { name: 'algoName', title: 'algorithm', is: 'text' },
      { name: 'unit', is: 'text' },
      { name: 'algoId', title: 'id', is: 'integer' },
      { name: 'poolIndex', title: 'order', is: 'integer', hidden: true },
    ],
  },
});

export const minedCoins = endpoint({
  ...read,
  security: signedOrKey,
  id: 'mining.coins',
  summary: 'Coins of the pool',
  path: '/sapi/v1/mining/pub/coinList',
  weight: 1,
  params: {},
  view: {
    shape: 'rows',
    rowsAt: 'data',
    columns: [
      { name: 'coinName', title: 'coin', is: 'text' },
      { name: 'algoName', title: 'algorithm', is: 'text' },
      { name: 'coinId', title: 'id', is: 'integer' },
      { name: 'algoId', title: 'algorithm id', is: 'integer', hidden: true },
      { name: 'poolIndex', title: 'order', is: 'integer', hidden: true },
    ],
  },
});

export const workerDetail = endpoint({
  ...read,
  id: 'mining.worker.detail',
  summary: 'Hash rates of one worker over time',
  path: '/sapi/v1/mining/worker/detail',
  weight: 5,
  params: {
    algo: requiredParam(algo),
    userName: requiredParam(userName),
    workerName: requiredParam({ type: 'STRING', about: 'Worker' }),
  },
  view: {
    shape: 'rows',
    rowsAt: 'data',
    columns: [
      { name: 'workerName', title: 'worker', is: 'text' },
      { name: 'type', is: 'text' },
      { name: 'hashrateDatas', title: 'hash rates', is: 'text', wire: 'list' },
    ],
  },
});

export const workerList = endpoint({
  ...read,
  id: 'mining.worker.list',
  summary: 'Workers of a mining account',
  path: '/sapi/v1/mining/worker/list',
  weight: 5,
  params: {
    algo: requiredParam(algo),
    userName: requiredParam(userName),
    pageIndex: page,
    sort: {
      type: 'INT',
      about: 'Order',
      values: WORKER_SORTS,
      meanings: {
        1: 'hash rate ascending',
        2: 'hash rate descending',
        3: 'last submit ascending',
        4: 'last submit descending',
      },
      default: 0,
    },
    sortColumn: {
      type: 'INT',
      about: 'Column to sort by',
      values: WORKER_SORT_COLUMNS,
      meanings: { 1: 'hash rate', 2: 'last submit' },
      default: 0,
    },
    workerStatus: {
      type: 'INT',
      about: 'State of the workers',
      values: WORKER_STATUSES,
      meanings: { 0: 'all', 1: 'valid', 2: 'invalid', 3: 'expired' },
      default: 0,
    },
  },
  pages: { by: 'page', page: 'pageIndex' },
  view: {
    shape: 'rows',
    rowsAt: 'data.workerDatas',
    columns: [
      { name: 'workerName', title: 'worker', is: 'text' },
      { name: 'status', is: 'integer' },
      { name: 'hashRate', title: 'hash rate', is: 'decimal', wire: 'number' },
      { name: 'dayHashRate', title: 'of the day', is: 'decimal', wire: 'number' },
      { name: 'rejectRate', title: 'rejected', is: 'decimal', wire: 'number' },
      { name: 'lastShareTime', title: 'last submit', is: 'time' },
      { name: 'workerId', title: 'id', is: 'text', hidden: true },
    ],
  },
  sourceNotes: [
    'The document explains the values from 1 of sort and of its column, but not 0, the default; on live hosts the values mean other things.',
  ],
});

export const payments = endpoint({
  ...read,
  id: 'mining.payments',
  summary: 'Earnings of a mining account',
  path: '/sapi/v1/mining/payment/list',
  weight: 5,
  params: {
    algo: requiredParam(algo),
    userName: requiredParam(userName),
    coin: { type: 'STRING', about: 'Coin; all if omitted' },
    startDate: startTime,
    endDate: endTime,
    pageIndex: page,
    pageSize: { type: 'INT', about: 'Number of rows', default: 20, min: 5, max: 200 },
  },
  rules: [{ rule: 'not-after', from: 'startDate', to: 'endDate' }],
  pages: { by: 'page', page: 'pageIndex', size: 'pageSize' },
  view: {
    shape: 'rows',
    rowsAt: 'data.accountProfits',
    columns: [
      { name: 'time', is: 'time' },
      { name: 'coinName', title: 'coin', is: 'text' },
      { name: 'profitAmount', title: 'amount', is: 'decimal', wire: 'number' },
      { name: 'dayHashRate', title: 'hash rate', is: 'decimal', wire: 'number' },
      { name: 'type', is: 'integer' },
      { name: 'status', is: 'integer' },
      {
        name: 'hashTransfer',
        title: 'hash rate transferred',
        is: 'decimal',
        wire: ['number', 'null'],
        hidden: true,
      },
      { name: 'transferAmount', title: 'transferred', is: 'decimal', wire: ['number', 'null'], hidden: true },
    ],
  },
  notes: ['Status: 0 unpaid, 1 paying, 2 paid.'],
});

export const statistics = endpoint({
  ...read,
  id: 'mining.statistics',
  summary: 'Hash rate, workers and profit of a mining account',
  path: '/sapi/v1/mining/statistics/user/status',
  weight: 5,
  params: { algo: factsParam(requiredParam(algo)), userName: factsParam(requiredParam(userName)) },
  view: {
    shape: 'record',
    rowsAt: 'data',
    columns: [
      { name: 'userName', title: 'account', is: 'text' },
      { name: 'algo', title: 'algorithm', is: 'text' },
      { name: 'fifteenMinHashRate', title: 'hash rate of 15 minutes', is: 'decimal' },
      { name: 'dayHashRate', title: 'hash rate of the day', is: 'decimal' },
      { name: 'unit', is: 'text' },
      { name: 'validNum', title: 'valid workers', is: 'integer' },
      { name: 'invalidNum', title: 'invalid workers', is: 'integer' },
      { name: 'profitToday', title: 'profit today', is: 'text', wire: 'object' },
      { name: 'profitYesterday', title: 'profit yesterday', is: 'text', wire: 'object' },
    ],
  },
});

export const hashRates = endpoint({
  ...read,
  id: 'mining.hash-rates',
  summary: 'Hash rates of a mining account over time',
  path: '/sapi/v1/mining/statistics/user/list',
  weight: 5,
  params: { algo: factsParam(requiredParam(algo)), userName: factsParam(requiredParam(userName)) },
  view: {
    shape: 'rows',
    rowsAt: 'data',
    columns: [
      { name: 'userName', title: 'account', is: 'text' },
      { name: 'type', is: 'text' },
      { name: 'list', title: 'hash rates', is: 'text', wire: 'list' },
    ],
  },
});

export const miningEndpoints = [
  algorithms,
  minedCoins,
  workerDetail,
  workerList,
  payments,
  statistics,
  hashRates,
] as const;
