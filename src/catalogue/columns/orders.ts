/** Columns of orders that several markets share (records from public facts). */
import type { Column } from '../types.ts';

/** Columns of the terms of an order (such as type, price and quantity) of spot, margin or options. */
export const termColumns = [
  { name: 'side', is: 'text' },
  { name: 'type', is: 'text' },
  { name: 'timeInForce', title: 'tif', is: 'text' },
  { name: 'price', is: 'decimal', noneAtZero: true },
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
