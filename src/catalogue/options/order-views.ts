/** How orders of options and their market maker protection are shown (public facts, Options). */
import { termColumns } from '../columns/orders.ts';
import type { Column } from '../types.ts';
import { contractColumns } from './contract.ts';

const orderColumns = [
  { name: 'symbol', is: 'text' },
  { name: 'orderId', title: 'order', is: 'integer' },
  ...termColumns,
  { name: 'avgPrice', title: 'average', is: 'decimal', noneAt: '0' },
  { name: 'quantity', is: 'decimal' },
  { name: 'executedQty', title: 'executed', is: 'decimal' },
  { name: 'fee', is: 'decimal' },
  { name: 'status', is: 'text' },
  { name: 'clientOrderId', title: 'client id', is: 'text' },
  { name: 'createTime', title: 'created', is: 'time' },
  { name: 'createDate', title: 'created', is: 'time' },
  { name: 'updateTime', title: 'updated', is: 'time' },
  { name: 'reduceOnly', title: 'reduce only', is: 'boolean', hidden: true },
  { name: 'postOnly', title: 'post only', is: 'boolean', hidden: true },
  { name: 'mmp', is: 'boolean', hidden: true },
  { name: 'selfTradePreventionMode', title: 'self-trade prevention', is: 'text', hidden: true },
  ...contractColumns,
  { name: 'source', is: 'text', hidden: true },
  { name: 'code', is: 'integer' },
  { name: 'msg', title: 'fault', is: 'text' },
] as const satisfies readonly Column[];

/** The rows of orders. */
export const view = { shape: 'rows', columns: orderColumns } as const;

/** The settings of a market maker protection. */
export const mmpView = {
  shape: 'record',
  columns: [
    { name: 'underlying', is: 'text' },
    { name: 'windowTimeInMilliseconds', title: 'window (ms)', is: 'integer' },
    { name: 'frozenTimeInMilliseconds', title: 'frozen (ms)', is: 'integer' },
    { name: 'qtyLimit', title: 'quantity limit', is: 'decimal' },
    { name: 'deltaLimit', title: 'delta limit', is: 'decimal' },
    { name: 'lastTriggerTime', title: 'last triggered', is: 'time' },
    { name: 'underlyingId', is: 'integer', hidden: true },
  ],
} as const;
