/** The command that closes positions. */
import { writeOptions } from '../calling/write-options.ts';
import type { Verb } from '../types.ts';

/** The parameters of an order that closing sets itself. */
const FIXED = [
  'side',
  'type',
  'timeInForce',
  'quantity',
  'quoteOrderQty',
  'price',
  'reduceOnly',
  'closePosition',
  'stopPrice',
  'trailingDelta',
  'activationPrice',
  'callbackRate',
  'workingType',
  'priceProtect',
  'priceMatch',
  'icebergQty',
  'goodTillDate',
  'pegPriceType',
  'pegOffsetValue',
  'pegOffsetType',
  'strategyId',
  'strategyType',
];

export const closeVerbs: readonly Verb[] = [
  {
    words: ['close'],
    summary: 'Close a position by a market order, or sell a balance of spot',
    endpoint: { usdm: 'usdm.order.new', coinm: 'coinm.order.new', spot: 'spot.order.new' },
    reuses: ['usdm.order.new', 'coinm.order.new', 'spot.order.new'],
    onEach: {
      usdm: 'closes the position',
      coinm: 'closes the position',
      spot: 'sells the free balance of the base asset',
    },
    fixed: FIXED,
    defaults: ['symbol', 'newOrderRespType'],
    positionals: [{ name: 'symbol' }, { name: 'fraction', about: 'The same as --fraction' }],
    options: [
      { name: 'fraction', value: 'part', about: 'Part to close, such as 0.5, 50% or all (default all)' },
      { name: 'all', about: 'Close every position of the product, or every one of the symbol' },
      {
        name: 'max-slippage',
        value: 'percent',
        about:
          'Send nothing if the expected average price is further from the middle of the book, such as 0.5%',
      },
      ...writeOptions.slice(0, 2),
    ],
    handler: () => import('./close.ts'),
    examples: [
      'trade close BTCUSDT --on usdm --max-slippage 0.5%',
      'trade close BTCUSDT --on spot --fraction 50% --dry-run',
    ],
    notes: [
      'Futures: a reduce-only market order of the size of the position; in hedge mode one of its side.',
      'Spot: sells the free balance of the base asset for the quote asset.',
      'The quantity is rounded down to the step; what is too small to be traded is refused.',
      'Exit codes with --all: 0 all closed, 8 some, 7 unknown of some; if none, that of the first error.',
    ],
  },
];
