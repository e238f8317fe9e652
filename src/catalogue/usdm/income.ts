/**
 * The income history of USD-M and COIN-M futures (interface document, Coin-margined futures; public facts).
 */
import { endpoint } from '../define.ts';
import { FUTURES_INCOME_TYPES, FUTURES_INCOME_TYPES_TODAY } from '../enums/orders.ts';
import { endTime, limit, startNotAfterEnd, startTime, symbol } from '../params.ts';
import type { Column } from '../types.ts';

export const incomeColumns = [
  { name: 'time', is: 'time' },
  { name: 'incomeType', title: 'kind', is: 'text' },
  { name: 'symbol', is: 'text' },
  { name: 'income', is: 'decimal' },
  { name: 'asset', is: 'text' },
  { name: 'info', is: 'text' },
  { name: 'tradeId', title: 'trade', is: 'text', hidden: true },
  { name: 'tranId', title: 'transaction', is: 'integer', hidden: true },
] as const satisfies readonly Column[];

export const income = endpoint({
  product: 'usdm',
  origin: 'today',
  method: 'GET',
  security: 'USER_DATA',
  effect: 'read',
  weight: 30,
  id: 'usdm.income',
  summary: 'Income history: profit, funding, commission, transfers',
  path: '/fapi/v1/income',
  params: {
    symbol: { ...symbol, about: 'Contract; all if omitted' },
    incomeType: {
      type: 'ENUM',
      about: 'Income type',
      values: [...FUTURES_INCOME_TYPES, ...FUTURES_INCOME_TYPES_TODAY],
    },
    startTime,
    endTime,
    limit: limit(100, 1000),
    page: { type: 'INT', about: 'Page, counted from 1', min: 1 },
  },
  rules: [startNotAfterEnd],
  pages: { by: 'time', from: 'startTime', to: 'endTime', limit: 'limit', at: 'time' },
  view: { shape: 'rows', columns: incomeColumns },
  notes: ['Without times the last 7 days are listed.'],
});
