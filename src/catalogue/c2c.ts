/** Trades between customers (interface document, Earn, mining, fiat, C2C; record from public facts). */
import { DAY_MS } from '../core/time-units.ts';
import { endpoint, requiredParam } from './define.ts';
import { C2C_TRADE_TYPES } from './enums/wallets.ts';
import { endTime, limit, page, startTime } from './params.ts';

const MONTH_MS = 30 * DAY_MS;

export const c2cOrders = endpoint({
  id: 'c2c.orders',
  product: 'c2c',
  summary: 'C2C trades',
  origin: 'document',
  method: 'GET',
  path: '/sapi/v1/c2c/orderMatch/listUserOrderHistory',
  security: 'USER_DATA',
  effect: 'read',
  weight: 1,
  params: {
    tradeType: requiredParam({ type: 'ENUM', about: 'Side', values: C2C_TRADE_TYPES }),
    startTimestamp: startTime,
    endTimestamp: endTime,
    page,
    rows: limit(100, 100),
  },
  rules: [
    { rule: 'not-after', from: 'startTimestamp', to: 'endTimestamp' },
    { rule: 'max-span', from: 'startTimestamp', to: 'endTimestamp', ms: MONTH_MS },
  ],
  pages: { by: 'page', page: 'page', size: 'rows' },
  view: {
    shape: 'rows',
    rowsAt: 'data',
    columns: [
      { name: 'createTime', title: 'time', is: 'time' },
      { name: 'orderNumber', title: 'order', is: 'text' },
      { name: 'tradeType', title: 'side', is: 'text' },
      { name: 'asset', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'fiat', title: 'currency', is: 'text' },
      { name: 'unitPrice', title: 'price', is: 'decimal' },
      { name: 'totalPrice', title: 'total', is: 'decimal' },
      { name: 'commission', is: 'decimal' },
      { name: 'orderStatus', title: 'status', is: 'text' },
      { name: 'counterPartNickName', title: 'other side', is: 'text' },
      { name: 'advertisementRole', title: 'role', is: 'text', hidden: true },
      { name: 'advNo', title: 'advertisement', is: 'text', hidden: true },
      { name: 'fiatSymbol', title: 'sign', is: 'text', hidden: true },
    ],
  },
  notes: ['A window spans at most 30 days, within the last six months.'],
});

export const c2cEndpoints = [c2cOrders] as const;
