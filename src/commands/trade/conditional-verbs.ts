/** Commands for orders that wait for a trigger: stop, take-profit, trailing stop, and algo orders of futures. */
import { symbol } from '../calling/arguments.ts';
import { orderOptions, writeOptions } from '../calling/write-options.ts';
import type { OptionSpec, Verb } from '../types.ts';

/**
 * The endpoints that place an order, by product; in today's interface algo orders replace those of futures.
 */
const NEW_ORDERS = {
  spot: 'spot.order.new',
  usdm: 'usdm.order.new',
  coinm: 'coinm.order.new',
  margin: 'margin.order.new',
} as const;

const limitPrice: OptionSpec = {
  name: 'at',
  value: 'price',
  about: 'Limit price of the order that the trigger places; a market order if omitted',
};
const trigger: OptionSpec = { name: 'trigger', value: 'price', about: 'Trigger price', isRequired: true };

/** Declares a command that places an order which waits for a trigger. */
function conditional(
  word: string,
  summary: string,
  options: readonly OptionSpec[],
  examples: readonly string[],
): Verb {
  return {
    words: [word],
    summary,
    endpoint: NEW_ORDERS,
    reuses: Object.values(NEW_ORDERS),
    defaults: ['type', 'quantity', 'newOrderRespType'],
    positionals: [symbol, { name: 'quantity' }],
    options: [...options, ...orderOptions],
    handler: () => import('./stop.ts'),
    examples,
    notes: [
      'Futures hosts of today take it as an algo order: find it with trade algo, and its events in stream user.',
    ],
  };
}

export const conditionalVerbs: readonly Verb[] = [
  conditional(
    'stop',
    'Stop order: placed when the price moves through the trigger, against the position',
    [trigger, limitPrice],
    [
      'trade stop BTCUSDT 0.01 --side SELL --trigger 60000 --on usdm --reduce-only true',
      'trade stop BTCUSDT --side SELL --trigger 60000 --on usdm --close-position true --yes',
    ],
  ),
  conditional(
    'take-profit',
    'Take-profit order: placed when the price reaches the trigger, in favour of the position',
    [trigger, limitPrice],
    [
      'trade take-profit BTCUSDT 0.01 --side SELL --trigger 250000 --on usdm --reduce-only true',
      'trade take-profit BTCUSDT 0.01 --side SELL --trigger 250000 --at 249000 --dry-run',
    ],
  ),
  conditional(
    'trailing-stop',
    'Trailing stop: its trigger follows the best price at a distance',
    [
      {
        name: 'trail',
        value: 'percent',
        about: 'Distance from the best price, such as 1.5',
        isRequired: true,
      },
      {
        name: 'activate',
        value: 'price',
        about: 'Price from which it follows; the latest price if omitted',
      },
      limitPrice,
    ],
    [
      'trade trailing-stop BTCUSDT 0.01 --side SELL --trail 1.5 --on usdm --reduce-only true',
      'trade trailing-stop BTCUSDT 0.01 --side SELL --trail 2 --activate 250000 --on usdm --yes',
    ],
  ),
  {
    words: ['algo', 'place'],
    summary: 'Place an algo order: stop, take-profit or trailing stop of futures',
    endpoint: { usdm: 'usdm.algo-order.new', coinm: 'coinm.algo-order.new' },
    positionals: [symbol],
    options: orderOptions,
    handler: () => import('./place.ts'),
    examples: [
      'trade algo place BTCUSDT --algo-type CONDITIONAL --side SELL --type STOP_MARKET --quantity 0.01 --trigger-price 60000',
      'trade algo place BTCUSD_PERP --on coinm --algo-type CONDITIONAL --side SELL --type STOP_MARKET --quantity 1 --trigger-price 60000 --dry-run',
    ],
  },
  {
    words: ['algo', 'open'],
    summary: 'Open algo orders, of one symbol or of all',
    endpoint: { usdm: 'usdm.algo-orders.open', coinm: 'coinm.algo-orders.open' },
    positionals: [{ name: 'symbol' }],
    examples: ['trade algo open BTCUSDT', 'trade algo open --on coinm -o json'],
  },
  {
    words: ['algo', 'list'],
    summary: 'All algo orders of a symbol: open, triggered, ended',
    endpoint: { usdm: 'usdm.algo-orders.all', coinm: 'coinm.algo-orders.all' },
    positionals: [symbol],
    examples: ['trade algo list BTCUSDT', 'trade algo list BTCUSDT --limit 20 -o csv'],
  },
  {
    words: ['algo', 'get'],
    summary: 'Look up an algo order',
    endpoint: { usdm: 'usdm.algo-order.get', coinm: 'coinm.algo-order.get' },
    examples: ['trade algo get --algo-id 28', 'trade algo get --client-algo-id my-stop --on coinm'],
  },
  {
    words: ['algo', 'cancel'],
    summary: 'Cancel an algo order',
    endpoint: { usdm: 'usdm.algo-order.cancel', coinm: 'coinm.algo-order.cancel' },
    options: writeOptions,
    handler: () => import('./cancel.ts'),
    examples: ['trade algo cancel --algo-id 28', 'trade algo cancel --client-algo-id my-stop --yes'],
  },
  {
    words: ['algo', 'cancel-all'],
    summary: 'Cancel all open algo orders of a symbol',
    endpoint: { usdm: 'usdm.algo-orders.cancel', coinm: 'coinm.algo-orders.cancel' },
    positionals: [symbol],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['trade algo cancel-all BTCUSDT', 'trade algo cancel-all BTCUSDT --yes'],
  },
];
