/**
 * Reads of the options account that the live exchange has today and the interface document lacks: margins, commission
 * rates, exercises, money flows (today's interface, Options; fields that it does not list from public facts).
 */
import { endpoint, requiredParam } from '../define.ts';
import { accountRead } from '../endpoint-defaults.ts';
import { endTime, limit, startNotAfterEnd, startTime, todayParam } from '../params.ts';
import type { Column } from '../types.ts';
import { codeProof } from '../write-proofs.ts';
import { contract, contractColumns } from './contract.ts';

const read = { ...accountRead('options'), origin: 'today' } as const;

export const marginAccount = endpoint({
  ...read,
  id: 'options.margin-account',
  summary: 'Margins of the account by asset, and its greeks by underlying',
  path: '/eapi/v1/marginAccount',
  weight: 3,
  params: {},
  view: {
    shape: 'rows',
    rowsAt: 'asset',
    columns: [
      { name: 'asset', is: 'text' },
      { name: 'marginBalance', title: 'wallet', is: 'decimal' },
      { name: 'equity', is: 'decimal' },
      { name: 'available', is: 'decimal' },
      { name: 'initialMargin', title: 'initial margin', is: 'decimal' },
      { name: 'maintMargin', title: 'maintenance margin', is: 'decimal' },
      { name: 'unrealizedPNL', title: 'unrealised PnL', is: 'decimal' },
      { name: 'adjustedEquity', title: 'adjusted equity', is: 'decimal' },
    ],
    headerFields: [
      { name: 'time', is: 'time' },
      { name: 'canTrade', title: 'may trade', is: 'boolean' },
      { name: 'canDeposit', title: 'may deposit', is: 'boolean' },
      { name: 'canWithdraw', title: 'may withdraw', is: 'boolean' },
      { name: 'reduceOnly', title: 'reduce only', is: 'boolean' },
      { name: 'tradeGroupId', title: 'trade group', is: 'integer' },
    ],
  },
});

export const commission = endpoint({
  ...read,
  id: 'options.commission',
  summary: 'Commission rates by underlying',
  path: '/eapi/v1/commission',
  weight: 5,
  params: {},
  view: {
    shape: 'rows',
    rowsAt: 'commissions',
    columns: [
      { name: 'underlying', is: 'text' },
      { name: 'makerFee', title: 'maker', is: 'decimal' },
      { name: 'takerFee', title: 'taker', is: 'decimal' },
    ],
  },
});

export const exerciseRecords = endpoint({
  ...read,
  id: 'options.exercise-records',
  summary: 'Exercises of the account: options that it had at their expiry',
  path: '/eapi/v1/exerciseRecord',
  weight: 5,
  params: {
    symbol: todayParam({ ...contract, about: 'Option; all if omitted' }),
    startTime: todayParam(startTime),
    endTime: todayParam(endTime),
    limit: todayParam(limit(1000, 1000)),
  },
  rules: [startNotAfterEnd],
  pages: { by: 'time', from: 'startTime', to: 'endTime', limit: 'limit', at: 'createDate' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'positionSide', title: 'position', is: 'text' },
      { name: 'quantity', is: 'decimal' },
      { name: 'exercisePrice', title: 'exercise price', is: 'decimal' },
      { name: 'amount', is: 'decimal' },
      { name: 'fee', is: 'decimal' },
      { name: 'currency', is: 'text' },
      { name: 'createDate', title: 'time', is: 'time' },
      { name: 'id', is: 'text', hidden: true },
      ...contractColumns,
    ] as const satisfies readonly Column[],
  },
});

export const bill = endpoint({
  ...read,
  id: 'options.bill',
  summary: 'Money flows of the account: premiums, fees, exercises, transfers',
  path: '/eapi/v1/bill',
  weight: 1,
  params: {
    currency: todayParam(requiredParam({ type: 'STRING', about: 'Asset, such as USDT' })),
    recordId: todayParam({ type: 'LONG', about: 'First id, inclusive', min: 0 }),
    startTime: todayParam(startTime),
    endTime: todayParam(endTime),
    limit: todayParam(limit(100, 1000)),
  },
  rules: [startNotAfterEnd],
  pages: { by: 'id', from: 'recordId', limit: 'limit', at: 'id' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'createDate', title: 'time', is: 'time' },
      { name: 'type', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'asset', is: 'text' },
      { name: 'id', is: 'integer' },
    ],
  },
  notes: ['The flows of the last 3 months are listed; an amount below 0 left the account.'],
});

/** A block trade has one leg; its numbers are JSON numbers (public facts, Options). */
const legColumns = [
  { name: 'legs.0.tradeTime', title: 'time', is: 'time' },
  { name: 'legs.0.symbol', title: 'symbol', is: 'text' },
  { name: 'legs.0.orderSide', title: 'side', is: 'text' },
  { name: 'legs.0.tradePrice', title: 'price', is: 'decimal', wire: 'number' },
  { name: 'legs.0.tradeQty', title: 'quantity', is: 'decimal', wire: 'number' },
  { name: 'legs.0.executedAmount', title: 'amount', is: 'decimal', wire: 'number' },
  { name: 'legs.0.fee', title: 'fee', is: 'decimal', wire: 'number' },
  { name: 'legs.0.liquidity', title: 'liquidity', is: 'text' },
  { name: 'legs.0.orderId', title: 'order', is: 'text' },
  { name: 'legs.0.tradeId', title: 'trade', is: 'integer' },
  { name: 'legs.0.orderStatus', title: 'status', is: 'text', hidden: true },
  { name: 'legs.0.orderType', title: 'order type', is: 'text', hidden: true },
  { name: 'legs.0.orderPrice', title: 'order price', is: 'decimal', wire: 'number', hidden: true },
  { name: 'legs.0.orderQuantity', title: 'order quantity', is: 'decimal', wire: 'number', hidden: true },
  { name: 'legs.0.executedQty', title: 'executed', is: 'decimal', wire: 'number', hidden: true },
  { name: 'legs.0.commission', title: 'commission', is: 'decimal', wire: 'number', hidden: true },
  { name: 'legs.0.id', title: 'record', is: 'text', hidden: true },
  { name: 'legs.0.createTime', title: 'created', is: 'time', hidden: true },
  { name: 'legs.0.updateTime', title: 'updated', is: 'time', hidden: true },
] as const satisfies readonly Column[];

export const blockUserTrades = endpoint({
  ...read,
  id: 'options.block-user-trades',
  summary: 'Block trades of the account',
  path: '/eapi/v1/block/user-trades',
  weight: 5,
  params: {
    underlying: todayParam({
      ...contract,
      about: 'Index behind the options, such as BTCUSDT; all if omitted',
    }),
    startTime: todayParam(startTime),
    endTime: todayParam(endTime),
  },
  rules: [startNotAfterEnd],
  view: {
    shape: 'rows',
    columns: [
      { name: 'blockTradeSettlementKey', title: 'settlement key', is: 'text' },
      { name: 'crossType', title: 'type', is: 'text' },
      ...legColumns,
      { name: 'parentOrderId', title: 'parent order', is: 'text', hidden: true },
    ],
  },
});

export const tradfiAgreement = endpoint({
  ...read,
  id: 'options.tradfi-agreement',
  summary: 'Agree to the terms of options on shares and metals',
  inWords: 'Agree to the terms of options on shares and metals (TradFi)',
  method: 'POST',
  path: '/eapi/v1/stock/contract',
  effect: 'write',
  weight: 50,
  params: {},
  view: {
    shape: 'record',
    columns: [
      { name: 'code', is: 'integer' },
      { name: 'msg', title: 'message', is: 'text' },
    ],
  },
  proof: codeProof,
  unsimulated: 'the sandbox has no contracts on shares or metals, whose terms could be agreed to',
});

export const optionsAccountReads = [
  marginAccount,
  commission,
  exerciseRecords,
  bill,
  blockUserTrades,
  tradfiAgreement,
] as const;
