/** Commands for OCO order lists. */
import { symbol } from '../calling/arguments.ts';
import { orderOptions, writeOptions } from '../calling/write-options.ts';
import type { Verb } from '../types.ts';

export const orderListVerbs: readonly Verb[] = [
  {
    words: ['oco', 'place'],
    summary: 'Place an OCO order list: a limit order and a stop order, one cancels the other',
    endpoint: { spot: 'spot.oco.new' },
    positionals: [symbol],
    options: orderOptions,
    handler: () => import('./place.ts'),
    examples: [
      'trade oco place BTCUSDT --side SELL --quantity 0.001 --price 150000 --stop-price 60000',
      'trade oco place BTCUSDT --side SELL --quantity 0.001 --price 150000 --stop-price 60000 --stop-limit-price 59900 --stop-limit-time-in-force GTC',
    ],
  },
  {
    words: ['oco', 'cancel'],
    summary: 'Cancel an OCO list with both of its orders',
    endpoint: { spot: 'spot.order-list.cancel' },
    positionals: [symbol],
    options: writeOptions,
    handler: () => import('./cancel.ts'),
    examples: [
      'trade oco cancel BTCUSDT --order-list-id 7',
      'trade oco cancel BTCUSDT --list-client-order-id my-list --yes',
    ],
  },
  {
    words: ['oco', 'get'],
    summary: 'Look up an OCO list',
    endpoint: { spot: 'spot.order-list.get' },
    examples: ['trade oco get --order-list-id 7', 'trade oco get --orig-client-order-id my-list'],
  },
  {
    words: ['oco', 'all'],
    summary: 'All OCO lists: open, done, cancelled',
    endpoint: { spot: 'spot.all-order-lists' },
    examples: ['trade oco all --limit 20', 'trade oco all --start -1d -o csv'],
  },
  {
    words: ['oco', 'open'],
    summary: 'Open OCO lists',
    endpoint: { spot: 'spot.open-order-lists' },
    examples: ['trade oco open', 'trade oco open -o json'],
  },
];
