/**
 * Fiat: deposits and withdrawals, purchases and sales of crypto (interface document, Earn, mining, fiat, C2C;
 * records from public facts, Fiat, C2C, convert).
 */
import { endpoint, requiredParam } from './define.ts';
import { accountRead } from './endpoint-defaults.ts';
import { FIAT_ORDER_TYPES, FIAT_PAYMENT_TYPES } from './enums/wallets.ts';
import { endTime, limit, page, startTime } from './params.ts';

const read = accountRead('fiat');

const windowParams = {
  beginTime: startTime,
  endTime,
  page,
  rows: limit(100, 500),
} as const;
const rules = [{ rule: 'not-after', from: 'beginTime', to: 'endTime' }] as const;
const pages = { by: 'page', page: 'page', size: 'rows' } as const;

export const fiatOrders = endpoint({
  ...read,
  id: 'fiat.orders',
  summary: 'Fiat deposits or withdrawals',
  path: '/sapi/v1/fiat/orders',
  weight: 90000,
  isWeighedByAccount: true,
  params: {
    transactionType: requiredParam({
      type: 'INT',
      about: 'Transaction type',
      values: FIAT_ORDER_TYPES,
      meanings: { 0: 'deposit', 1: 'withdrawal' },
    }),
    ...windowParams,
  },
  rules,
  pages,
  view: {
    shape: 'rows',
    rowsAt: 'data',
    columns: [
      { name: 'createTime', title: 'time', is: 'time' },
      { name: 'orderNo', title: 'order', is: 'text' },
      { name: 'fiatCurrency', title: 'currency', is: 'text' },
      { name: 'indicatedAmount', title: 'wanted', is: 'decimal' },
      { name: 'amount', is: 'decimal' },
      { name: 'totalFee', title: 'fee', is: 'decimal' },
      { name: 'method', is: 'text' },
      { name: 'status', is: 'text' },
      { name: 'updateTime', title: 'updated', is: 'time', hidden: true },
    ],
  },
  notes: [
    'Without times the last 30 days are answered. A page weighs half of what an account may use in a minute.',
  ],
});

export const fiatPayments = endpoint({
  ...read,
  id: 'fiat.payments',
  summary: 'Crypto purchases or sales for fiat',
  path: '/sapi/v1/fiat/payments',
  weight: 1,
  params: {
    transactionType: requiredParam({
      type: 'INT',
      about: 'Transaction type',
      values: FIAT_PAYMENT_TYPES,
      meanings: { 0: 'buy', 1: 'sell' },
    }),
    ...windowParams,
  },
  rules,
  pages,
  view: {
    shape: 'rows',
    rowsAt: 'data',
    columns: [
      { name: 'createTime', title: 'time', is: 'time' },
      { name: 'orderNo', title: 'order', is: 'text' },
      { name: 'sourceAmount', title: 'paid', is: 'decimal' },
      { name: 'fiatCurrency', title: 'currency', is: 'text' },
      { name: 'obtainAmount', title: 'received', is: 'decimal' },
      { name: 'cryptoCurrency', title: 'crypto', is: 'text' },
      { name: 'price', is: 'decimal' },
      { name: 'totalFee', title: 'fee', is: 'decimal' },
      { name: 'status', is: 'text' },
      { name: 'paymentMethod', title: 'method', is: 'text', hidden: true },
      { name: 'updateTime', title: 'updated', is: 'time', hidden: true },
    ],
  },
});

export const fiatEndpoints = [fiatOrders, fiatPayments] as const;
