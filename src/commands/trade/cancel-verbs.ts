/** Commands that cancel orders. */
import { symbol } from '../calling/arguments.ts';
import { writeOptions } from '../calling/write-options.ts';
import type { Verb } from '../types.ts';

/** The endpoints that cancel an order, by product. */
const CANCELLATIONS = {
  spot: 'spot.order.cancel',
  usdm: 'usdm.order.cancel',
  coinm: 'coinm.order.cancel',
  options: 'options.order.cancel',
} as const;

export const cancelVerbs: readonly Verb[] = [
  {
    words: ['cancel'],
    summary: 'Cancel orders by their ids, or all open orders; algo orders too',
    endpoint: CANCELLATIONS,
    reuses: [...Object.values(CANCELLATIONS), 'usdm.algo-order.cancel', 'coinm.algo-order.cancel'],
    defaults: ['symbol'],
    positionals: [
      {
        name: 'ids',
        isVariadic: true,
        about: 'Order ids and client order ids; the symbol may come first, and is looked up if omitted',
      },
    ],
    options: [
      { name: 'all', about: 'Cancel every open order, or every one of the symbol' },
      ...writeOptions.slice(0, 2),
    ],
    handler: () => import('./cancel-orders.ts'),
    examples: ['trade cancel my-order', 'trade cancel BTCUSDT --all --dry-run'],
    notes: [
      'Each order is a request and a row; trade cancel-all cancels those of a symbol by one request.',
      'Exit codes: 0 all cancelled, 8 some, 7 unknown of some; if none, that of the first error.',
      'The open orders are read first, also by --dry-run.',
    ],
  },
  {
    words: ['cancel-all'],
    summary: 'Cancel all open orders of a symbol',
    endpoint: {
      spot: 'spot.open-orders.cancel',
      usdm: 'usdm.open-orders.cancel',
      coinm: 'coinm.open-orders.cancel',
      options: 'options.open-orders.cancel',
    },
    positionals: [symbol],
    options: writeOptions,
    handler: () => import('./cancel-all.ts'),
    examples: ['trade cancel-all BTCUSDT', 'trade cancel-all BTCUSDT --on usdm --yes'],
  },
  {
    words: ['order', 'cancel'],
    summary: 'Cancel an order',
    endpoint: CANCELLATIONS,
    positionals: [symbol],
    options: writeOptions,
    handler: () => import('./cancel.ts'),
    examples: [
      'trade order cancel BTCUSDT --order-id 28',
      'trade order cancel BTCUSDT --orig-client-order-id my-order --yes',
    ],
  },
  {
    words: ['order', 'batch-cancel'],
    summary: 'Cancel several orders of a symbol in one request; each succeeds or fails on its own',
    endpoint: {
      usdm: 'usdm.order.batch-cancel',
      coinm: 'coinm.order.batch-cancel',
      options: 'options.order.batch-cancel',
    },
    positionals: [symbol],
    options: writeOptions,
    handler: () => import('./batch-change.ts'),
    examples: [
      'trade order batch-cancel BTCUSDT --orig-client-order-id-list my-order',
      'trade order batch-cancel BTCUSD_PERP --on coinm --order-id-list 28,29 --dry-run',
    ],
  },
];
