/** The fields of the filters of a symbol (interface document, Filters; public facts, futures filters). */
import type { Column } from './types.ts';

/** The texts among the fields; which of them a filter has depends on its type. */
const TEXTS = [
  'filterType',
  'minPrice',
  'maxPrice',
  'tickSize',
  'minQty',
  'maxQty',
  'stepSize',
  'minNotional',
  'maxNotional',
  'notional',
  'multiplierUp',
  'multiplierDown',
  'bidMultiplierUp',
  'bidMultiplierDown',
  'askMultiplierUp',
  'askMultiplierDown',
  'maxPosition',
] as const;

/** The column of the filters of a symbol; tables leave it out. */
export const filtersColumn: Column = {
  name: 'filters',
  is: 'text',
  wire: 'list',
  hidden: true,
  items: TEXTS.map((name) => ({ name, is: 'text' })),
};
