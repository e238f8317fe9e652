/** Views of answers that many endpoints share. */
import type { View } from '../types.ts';

/** The view of an empty answer. */
export const emptyView = { shape: 'record', columns: [], statesNothing: true } as const satisfies View;

/** The view of the server time. */
export const clockView = {
  shape: 'record',
  columns: [{ name: 'serverTime', title: 'server time', is: 'time' }],
} as const satisfies View;

/** The view of an order book: asks above bids, the spread in the middle. */
export const bookView = {
  shape: 'book',
  columns: [
    { name: 'side', is: 'text' },
    { name: 'price', is: 'decimal' },
    { name: 'qty', is: 'decimal' },
  ],
  timesAround: [
    { name: 'E', title: 'event time', is: 'time' },
    { name: 'T', title: 'transaction time', is: 'time' },
  ],
} as const satisfies View;

/** The code and message of an answer that only acknowledges a call. */
export const acknowledgementView = {
  shape: 'record',
  columns: [
    { name: 'code', is: 'integer' },
    { name: 'msg', title: 'message', is: 'text' },
  ],
  statesNothing: true,
} as const satisfies View;
