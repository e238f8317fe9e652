/** Columns of trades that several markets share (interface document, Market data; records from public facts). */
import type { Column } from '../types.ts';

/** Columns of a public trade of spot and USD-margined futures. */
export const tradeColumns = [
  { name: 'id', is: 'integer' },
  { name: 'time', is: 'time' },
  { name: 'price', is: 'decimal' },
  { name: 'qty', is: 'decimal' },
  { name: 'quoteQty', title: 'quote qty', is: 'decimal' },
  { name: 'isBuyerMaker', title: 'buyer is maker', is: 'boolean' },
] as const satisfies readonly Column[];

/** Columns of aggregate trades of spot and futures. */
export const aggTradeColumns = [
  { name: 'a', title: 'id', is: 'integer' },
  { name: 'T', title: 'time', is: 'time' },
  { name: 'p', title: 'price', is: 'decimal' },
  { name: 'q', title: 'qty', is: 'decimal' },
  { name: 'f', title: 'first trade', is: 'integer' },
  { name: 'l', title: 'last trade', is: 'integer' },
  { name: 'm', title: 'buyer is maker', is: 'boolean' },
] as const satisfies readonly Column[];

/** Columns of a fill of the user's own order on spot and margin, up to its amount. */
export const fillColumns = [
  { name: 'orderId', title: 'order', is: 'integer' },
  { name: 'time', is: 'time' },
  { name: 'isBuyer', title: 'buyer', is: 'boolean' },
  { name: 'price', is: 'decimal' },
  { name: 'qty', is: 'decimal' },
] as const satisfies readonly Column[];

/** What such a fill cost. */
export const fillCostColumns = [
  { name: 'commission', is: 'decimal' },
  { name: 'commissionAsset', title: 'in', is: 'text' },
  { name: 'isMaker', title: 'maker', is: 'boolean' },
] as const satisfies readonly Column[];
