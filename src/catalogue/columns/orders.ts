/** Columns of orders that several markets share (records from public facts). */
import type { Column } from '../types.ts';

/** Columns of the terms of an order (such as type, price and quantity) of spot, margin or options. */
export const termColumns = [
  { name: 'side', is: 'text' },
  { name: 'type', is: 'text' },
  { name: 'timeInForce', title: 'tif', is: 'text' },
  { name: 'price', is: 'decimal', noneAt: '0' },
] as const satisfies readonly Column[];

/** Columns of the fills in the answer to a placed order of spot or margin. */
export const orderFillColumns = [
  { name: 'price', is: 'decimal' },
  { name: 'qty', title: 'quantity', is: 'decimal' },
  { name: 'commission', title: 'fee', is: 'decimal' },
  { name: 'commissionAsset', title: 'fee in', is: 'text' },
  { name: 'tradeId', title: 'trade', is: 'integer', noneAt: '-1' },
] as const satisfies readonly Column[];

/** Columns of the progress of an order (such as status and filled quantity) of spot or margin. */
export const progressColumns = [
  { name: 'origQty', title: 'quantity', is: 'decimal' },
  { name: 'executedQty', title: 'executed', is: 'decimal' },
  { name: 'cummulativeQuoteQty', title: 'quote filled', is: 'decimal' },
  { name: 'status', is: 'text' },
  { name: 'clientOrderId', title: 'client id', is: 'text' },
  { name: 'time', is: 'time' },
] as const satisfies readonly Column[];
