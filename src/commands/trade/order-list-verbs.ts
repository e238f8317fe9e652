/** Commands for order lists. */
import { symbol } from '../calling/arguments.ts';
import { orderOptions, writeOptions } from '../calling/write-options.ts';
import type { Verb } from '../types.ts';
import { LIST_OPTIONS } from './list-options.ts';

const { entry, takeProfit, stopLoss, stopLimit } = LIST_OPTIONS;

/**
 * The parameters that the commands for OTO and similar order lists fill in from the side, the quantity and
 * the prices.
 */
const WORKING_DEFAULTS = ['workingType', 'workingTimeInForce', 'workingPrice', 'pendingSide'] as const;
const PENDING_DEFAULTS = ['pendingType', 'pendingPrice', 'pendingStopPrice', 'pendingTimeInForce'] as const;
const PAIR_DEFAULTS = ['pendingAboveType', 'pendingBelowType'] as const;
const WORKING_POSITIONALS = [symbol, { name: 'working-side' }, { name: 'working-quantity' }] as const;

const placesList = {
  handler: () => import('./list.ts'),
  notes: ['A parameter of an order that is given itself is used instead of what the prices stand for.'],
} as const;

/** Commands that place the order lists of the live interface. */
const listPlacementVerbs: readonly Verb[] = [
  {
    ...placesList,
    words: ['list', 'oco'],
    summary: 'Place a take-profit and a stop-loss order of which one cancels the other (OCO)',
    endpoint: { spot: 'spot.order-list.oco' },
    positionals: [symbol, { name: 'side' }, { name: 'quantity' }],
    defaults: ['aboveType', 'belowType'],
    options: [takeProfit, stopLoss, stopLimit, ...orderOptions],
    examples: [
      'trade list oco BTCUSDT SELL 0.001 --take-profit 150000 --stop-loss 60000',
      'trade list oco BTCUSDT --side SELL --quantity 0.001 --above-type TAKE_PROFIT --above-stop-price 150000 --below-type STOP_LOSS --below-stop-price 60000',
    ],
  },
  {
    ...placesList,
    words: ['list', 'oto'],
    summary: 'Place an order, and another once it is filled (OTO)',
    endpoint: { spot: 'spot.order-list.oto' },
    positionals: WORKING_POSITIONALS,
    defaults: [...WORKING_DEFAULTS, ...PENDING_DEFAULTS, 'pendingQuantity'],
    options: [entry, takeProfit, stopLoss, stopLimit, ...orderOptions],
    examples: [
      'trade list oto BTCUSDT BUY 0.001 --entry 60000 --stop-loss 55000',
      'trade list oto BTCUSDT BUY 0.001 --entry 60000 --pending-type MARKET --dry-run',
    ],
  },
  {
    ...placesList,
    words: ['list', 'otoco'],
    summary: 'Place an order, and a take-profit and a stop-loss order once it is filled (OTOCO)',
    endpoint: { spot: 'spot.order-list.otoco' },
    positionals: WORKING_POSITIONALS,
    defaults: [...WORKING_DEFAULTS, ...PAIR_DEFAULTS, 'pendingQuantity'],
    options: [entry, takeProfit, stopLoss, stopLimit, ...orderOptions],
    examples: [
      'trade list otoco BTCUSDT BUY 0.001 --entry 60000 --take-profit 150000 --stop-loss 55000',
      'trade list otoco BTCUSDT BUY 0.001 --entry 60000 --take-profit 150000 --stop-loss 55000 --stop-limit 54900 --dry-run',
    ],
  },
  {
    ...placesList,
    words: ['list', 'opo'],
    summary: 'Buy, and sell what was bought with another order (OPO)',
    endpoint: { spot: 'spot.order-list.opo' },
    positionals: WORKING_POSITIONALS,
    defaults: [...WORKING_DEFAULTS, ...PENDING_DEFAULTS],
    options: [entry, takeProfit, stopLoss, stopLimit, ...orderOptions],
    examples: [
      'trade list opo BTCUSDT BUY 0.001 --entry 60000 --take-profit 150000',
      'trade list opo BTCUSDT BUY 0.001 --entry 60000 --stop-loss 55000 --dry-run',
    ],
  },
  {
    ...placesList,
    words: ['list', 'opoco'],
    summary: 'Buy, and sell what was bought with a take-profit or a stop-loss order (OPOCO)',
    endpoint: { spot: 'spot.order-list.opoco' },
    positionals: WORKING_POSITIONALS,
    defaults: [...WORKING_DEFAULTS, ...PAIR_DEFAULTS],
    options: [entry, takeProfit, stopLoss, stopLimit, ...orderOptions],
    examples: [
      'trade list opoco BTCUSDT BUY 0.001 --entry 60000 --take-profit 150000 --stop-loss 55000',
      'trade list opoco BTCUSDT BUY 0.001 --entry 60000 --take-profit 150000 --stop-loss 55000 --stop-limit 54900 --dry-run',
    ],
  },
];

/**
 * Returns a command for all kinds of order lists, which calls the same endpoint as a command for OCO lists.
 */
function listCommand(word: string, verb: Verb): Verb {
  const endpoint = (verb.endpoint as { readonly spot: string }).spot;
  const examples = verb.examples.map((line) => line.replace('trade oco', 'trade list'));
  return {
    ...verb,
    words: ['list', word],
    summary: verb.summary.replace('OCO list', 'order list'),
    reuses: [endpoint],
    examples,
  };
}

const ocoVerbs: readonly Verb[] = [
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
    summary: 'Cancel an OCO list with its orders',
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

export const orderListVerbs: readonly Verb[] = [
  ...ocoVerbs,
  ...listPlacementVerbs,
  ...ocoVerbs.slice(1).map((verb) => listCommand(verb.words.at(-1)!, verb)),
];
