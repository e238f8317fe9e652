import { symbol } from '../calling/arguments.ts';
import { orderOptions, writeOptions } from '../calling/write-options.ts';
import { LIST_OPTIONS } from '../trade/list-options.ts';
import type { Verb } from '../types.ts';

const { entry, takeProfit, stopLoss, stopLimit } = LIST_OPTIONS;

const WORKING_DEFAULTS = ['workingType', 'workingTimeInForce', 'workingPrice', 'pendingSide'] as const;
const PENDING_DEFAULTS = ['pendingType', 'pendingPrice', 'pendingStopPrice', 'pendingTimeInForce'] as const;
const WORKING_POSITIONALS = [
  symbol,
  { name: 'working-side', required: true },
  { name: 'working-quantity', required: true },
] as const;

/** Order lists on margin. */
export const listVerbs: readonly Verb[] = [
  {
    words: ['list', 'oco'],
    summary: 'Place a limit order and a stop order on margin, one cancels the other (OCO)',
    endpoint: 'margin.oco.new',
    positionals: [symbol],
    options: orderOptions,
    handler: () => import('../trade/place.ts'),
    examples: [
      'margin list oco BTCUSDT --side SELL --quantity 0.001 --price 150000 --stop-price 60000',
      'margin list oco BTCUSDT --side BUY --quantity 0.001 --price 50000 --stop-price 150000 --side-effect-type MARGIN_BUY --dry-run',
    ],
  },
  {
    words: ['list', 'oto'],
    summary: 'Place an order on margin, and another once it is filled (OTO)',
    endpoint: 'margin.oto.new',
    positionals: WORKING_POSITIONALS,
    defaults: [...WORKING_DEFAULTS, ...PENDING_DEFAULTS, 'pendingQuantity'],
    options: [entry, takeProfit, stopLoss, stopLimit, ...orderOptions],
    handler: () => import('../trade/list.ts'),
    examples: [
      'margin list oto BTCUSDT BUY 0.001 --entry 60000 --stop-loss 55000',
      'margin list oto BTCUSDT BUY 0.001 --entry 60000 --pending-type MARKET --dry-run',
    ],
  },
  {
    words: ['list', 'otoco'],
    summary: 'Place an order on margin, and a take-profit and a stop-loss order once it is filled (OTOCO)',
    endpoint: 'margin.otoco.new',
    positionals: WORKING_POSITIONALS,
    defaults: [...WORKING_DEFAULTS, 'pendingAboveType', 'pendingBelowType', 'pendingQuantity'],
    options: [entry, takeProfit, stopLoss, stopLimit, ...orderOptions],
    handler: () => import('../trade/list.ts'),
    examples: [
      'margin list otoco BTCUSDT BUY 0.001 --entry 60000 --take-profit 150000 --stop-loss 55000',
      'margin list otoco BTCUSDT BUY 0.001 --entry 60000 --take-profit 150000 --stop-loss 55000 --is-isolated TRUE --dry-run',
    ],
  },
  {
    words: ['list', 'cancel'],
    summary: 'Cancel an order list on margin with its orders',
    endpoint: 'margin.order-list.cancel',
    positionals: [symbol],
    options: writeOptions,
    handler: () => import('../trade/cancel.ts'),
    examples: [
      'margin list cancel BTCUSDT --order-list-id 7',
      'margin list cancel BTCUSDT --list-client-order-id my-list --yes',
    ],
  },
  {
    words: ['list', 'get'],
    summary: 'Look up an order list on margin',
    endpoint: 'margin.order-list.get',
    examples: ['margin list get --order-list-id 7', 'margin list get --orig-client-order-id my-list'],
  },
  {
    words: ['open-lists'],
    summary: 'Open order lists on margin',
    endpoint: 'margin.open-order-lists',
    examples: ['margin open-lists', 'margin open-lists --is-isolated TRUE --symbol BTCUSDT'],
  },
  {
    words: ['all-lists'],
    summary: 'All order lists on margin: open, done, cancelled',
    endpoint: 'margin.all-order-lists',
    examples: ['margin all-lists --limit 20', 'margin all-lists --start -1d -o csv'],
  },
];
