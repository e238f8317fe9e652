import type { CommandGroup, OptionSpec, Positional } from './types.ts';

const symbol: Positional = { name: 'symbol', required: true };

/** What every command that changes something takes. */
const careful: readonly OptionSpec[] = [
  { name: 'dry-run', about: 'Print the exact request and its cost, and send nothing' },
  { name: 'yes', short: 'y', about: 'Do not ask; needed where nobody can be asked' },
];

export const trade: CommandGroup = {
  word: 'trade',
  summary: 'Orders: place, find, cancel',
  endpoints: () => import('../catalogue/spot/trading.ts').then((part) => part.spotTrading),
  verbs: [
    {
      words: ['order', 'place'],
      summary: 'Place an order; sent once, and looked up where its outcome is unclear',
      endpoint: { spot: 'spot.order.new' },
      positionals: [symbol],
      options: careful,
      handler: () => import('./handlers/order-place.ts'),
      examples: [
        'trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.001 --price 60000',
        'trade order place BTCUSDT --side SELL --type MARKET --quantity 0.001 --yes',
      ],
    },
    {
      words: ['order', 'test'],
      summary: 'Let the exchange check an order without placing it',
      endpoint: { spot: 'spot.order.test' },
      positionals: [symbol],
      options: careful.slice(0, 1),
      handler: () => import('./handlers/write.ts'),
      examples: [
        'trade order test BTCUSDT --side BUY --type MARKET --quantity 0.001',
        'trade order test BTCUSDT --side BUY --type MARKET --quote-order-qty 50 --compute-commission-rates',
      ],
    },
    {
      words: ['order', 'cancel'],
      summary: 'Cancel an order',
      endpoint: { spot: 'spot.order.cancel' },
      positionals: [symbol],
      options: careful,
      handler: () => import('./handlers/order-cancel.ts'),
      examples: [
        'trade order cancel BTCUSDT --order-id 28',
        'trade order cancel BTCUSDT --orig-client-order-id my-order --yes',
      ],
    },
    {
      words: ['order', 'get'],
      summary: 'Look up an order',
      endpoint: { spot: 'spot.order.get' },
      positionals: [symbol],
      examples: [
        'trade order get BTCUSDT --order-id 28',
        'trade order get BTCUSDT --orig-client-order-id my-order',
      ],
    },
    {
      words: ['open-orders'],
      summary: 'Open orders, of one symbol or of all',
      endpoint: { spot: 'spot.open-orders' },
      positionals: [{ name: 'symbol' }],
      examples: ['trade open-orders BTCUSDT', 'trade open-orders'],
    },
    {
      words: ['all-orders'],
      summary: 'All orders of a symbol: open, filled, cancelled',
      endpoint: { spot: 'spot.all-orders' },
      positionals: [symbol],
      examples: ['trade all-orders BTCUSDT --limit 20', 'trade all-orders BTCUSDT --start -1d -o csv'],
    },
  ],
};
