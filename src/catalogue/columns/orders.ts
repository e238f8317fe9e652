/** Columns of orders that several markets share (records from public facts). */
import type { Column, DerivedColumn } from '../types.ts';

/** The terms of an order of spot, margin or options. */
export const termColumns = [
  { name: 'side', is: 'text' },
  { name: 'type', is: 'text' },
  { name: 'timeInForce', title: 'tif', is: 'text' },
  { name: 'price', is: 'decimal', unset: '0' },
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

/** What an order of spot or margin was executed at, and what that cost. */
export const executionColumns = [
  {
    name: 'averagePrice',
    title: 'average price',
    is: 'decimal',
    leads: true,
    after: 'price',
    from: { quotient: ['cummulativeQuoteQty', 'executedQty'] },
  },
  {
    name: 'fees',
    is: 'text',
    leads: true,
    after: 'cummulativeQuoteQty',
    from: { total: { list: 'fills', amount: 'commission', unit: 'commissionAsset' } },
  },
] as const satisfies readonly DerivedColumn[];

/** The average price of an order of futures or options, which the exchange sends. */
export const averagePriceColumn = {
  name: 'avgPrice',
  title: 'average price',
  is: 'decimal',
  unset: '0',
  leads: true,
} as const satisfies Column;
