/** Columns of orders that several markets share (records from public facts). */
import type { Column } from '../types.ts';

/** The terms of an order of spot, margin or options. */
export const termColumns = [
  { name: 'side', is: 'text' },
  { name: 'type', is: 'text' },
  { name: 'timeInForce', title: 'tif', is: 'text' },
  { name: 'price', is: 'decimal' },
] as const satisfies readonly Column[];

/** The progress of an order of spot or margin. */
export const progressColumns = [
  { name: 'origQty', title: 'quantity', is: 'decimal' },
  { name: 'executedQty', title: 'executed', is: 'decimal' },
  { name: 'cummulativeQuoteQty', title: 'quote filled', is: 'decimal' },
  { name: 'status', is: 'text' },
  { name: 'clientOrderId', title: 'client id', is: 'text' },
  { name: 'time', is: 'time' },
] as const satisfies readonly Column[];
