/** Answers that are alike wherever they come from: how they are shown. */
import type { View } from '../types.ts';

/** Nothing but that it was answered. */
export const emptyView = { shape: 'record', columns: [] } as const satisfies View;

/** The exchange's clock. */
export const clockView = {
  shape: 'record',
  columns: [{ name: 'serverTime', title: 'server time', is: 'time' }],
} as const satisfies View;

/** A book: asks above bids, the spread in the middle. */
export const bookView = {
  shape: 'book',
  columns: [
    { name: 'side', is: 'text' },
    { name: 'price', is: 'decimal' },
    { name: 'qty', is: 'decimal' },
  ],
} as const satisfies View;

/** Words that something was done. */
export const acknowledgementView = {
  shape: 'record',
  columns: [
    { name: 'code', is: 'integer' },
    { name: 'msg', title: 'message', is: 'text' },
  ],
} as const satisfies View;
