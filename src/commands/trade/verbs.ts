import { symbol } from '../calling/arguments.ts';
import { orderOptions, writeOptions } from '../calling/write-options.ts';
import type { CommandGroup, OptionSpec, Positional, Verb } from '../types.ts';
import { blockVerbs } from './block-verbs.ts';
import { cancelVerbs } from './cancel-verbs.ts';
import { closeVerbs } from './close-verbs.ts';
import { conditionalVerbs } from './conditional-verbs.ts';
import { optionVerbs } from './option-verbs.ts';
import { orderListVerbs } from './order-list-verbs.ts';
import { positionVerbs } from './position-verbs.ts';

const testOption: OptionSpec = { name: 'test', about: 'Let the exchange check the order without placing it' };

/** The endpoints that place a new order, by product. */
const NEW_ORDERS = {
  spot: 'spot.order.new',
  usdm: 'usdm.order.new',
  coinm: 'coinm.order.new',
  options: 'options.order.new',
  margin: 'margin.order.new',
} as const;

const SIZE: Positional = {
  name: 'quantity',
  takesPart: true,
  about: 'Quantity, or a part such as 50% or all; rounded down to the step',
};

/** Declares `trade buy` or `trade sell`, short forms of `trade order place` with the same options. */
function buyOrSell(word: 'buy' | 'sell', examples: readonly string[]): Verb {
  return {
    words: [word],
    summary: `${word === 'buy' ? 'Buy' : 'Sell'} with a limit order (--at), else with a market order`,
    endpoint: NEW_ORDERS,
    reuses: Object.values(NEW_ORDERS),
    fixed: ['side'],
    defaults: ['type', 'quantity', 'newOrderRespType'],
    positionals: [symbol, SIZE],
    surplusNumber: 'at',
    options: [
      { name: 'at', value: 'price', about: 'Limit price; good till cancelled' },
      { name: 'quote', value: 'amount', about: 'Size as an amount of the quote asset, such as 100' },
      { name: 'post-only', about: 'Place a limit order only if it would not match at once' },
      { name: 'reduce-only', about: 'Only reduce a position (futures)' },
      ...orderOptions,
      testOption,
    ],
    handler: () => import('./buy-sell.ts'),
    examples,
    notes: [
      'Without --at a market order is placed; --dry-run shows the estimated notional.',
      'A part of spot: of the free quote asset to buy, of the free base asset to sell. Of futures: of the available margin times the leverage, or of the position with --reduce-only.',
      'The response type is the fullest one, unless --new-order-resp-type is given.',
    ],
  };
}

export const trade: CommandGroup = {
  word: 'trade',
  summary: 'Orders and positions: place, find, change, cancel',
  reportsUnresolved: true,
  verbs: [
    buyOrSell('buy', [
      'trade buy BTCUSDT 0.001 --at 60000',
      'trade buy BTCUSDT 0.001 --on usdm --yes',
      'trade buy BTCUSDT --quote 50',
      'trade buy BTCUSDT 0.001 --peg-price-type PRIMARY_PEG',
    ]),
    buyOrSell('sell', [
      'trade sell BTCUSDT 0.001 --at 70000',
      'trade sell BTCUSDT 50% --dry-run',
      'trade sell BTCUSDT 0.001 --at 250000 --post-only',
    ]),
    {
      words: ['order', 'place'],
      summary: 'Place an order; sent once, and looked up if its execution status is unknown',
      endpoint: {
        spot: 'spot.order.new',
        usdm: 'usdm.order.new',
        coinm: 'coinm.order.new',
        options: 'options.order.new',
      },
      positionals: [symbol],
      options: [...orderOptions, testOption],
      handler: () => import('./place.ts'),
      examples: [
        'trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.001 --price 60000',
        'trade order place BTCUSDT --on usdm --side SELL --type MARKET --quantity 0.001 --yes',
      ],
    },
    {
      words: ['order', 'test'],
      summary: 'Let the exchange check an order without placing it',
      endpoint: { spot: 'spot.order.test', usdm: 'usdm.order.test' },
      positionals: [symbol],
      options: writeOptions.slice(0, 1),
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'trade order test BTCUSDT --side BUY --type MARKET --quantity 0.001',
        'trade order test BTCUSDT --side BUY --type MARKET --quote-order-qty 50 --compute-commission-rates',
      ],
    },
    {
      words: ['order', 'get'],
      summary: 'Look up an order',
      endpoint: {
        spot: 'spot.order.get',
        usdm: 'usdm.order.get',
        coinm: 'coinm.order.get',
        options: 'options.order.get',
      },
      positionals: [symbol],
      examples: [
        'trade order get BTCUSDT --order-id 28',
        'trade order get BTCUSDT --orig-client-order-id my-order',
      ],
    },
    {
      words: ['open-orders'],
      summary: 'Open orders, of one symbol or of all',
      endpoint: {
        spot: 'spot.open-orders',
        usdm: 'usdm.open-orders',
        coinm: 'coinm.open-orders',
        options: 'options.open-orders',
      },
      positionals: [{ name: 'symbol' }],
      examples: ['trade open-orders BTCUSDT', 'trade open-orders'],
    },
    {
      words: ['all-orders'],
      summary: 'All orders of a symbol: open, filled, cancelled',
      endpoint: { spot: 'spot.all-orders', usdm: 'usdm.all-orders', coinm: 'coinm.all-orders' },
      positionals: [symbol],
      examples: ['trade all-orders BTCUSDT --limit 20', 'trade all-orders BTCUSDT --start -1d -o csv'],
    },
    {
      words: ['order', 'amend'],
      summary: 'Reduce quantity of an order (keeps its priority)',
      endpoint: { spot: 'spot.order.amend' },
      elsewhere: { usdm: 'trade order change --on usdm', coinm: 'trade order change --on coinm' },
      positionals: [symbol],
      options: orderOptions,
      handler: () => import('./place.ts'),
      examples: [
        'trade order amend BTCUSDT --order-id 28 --new-qty 0.0005',
        'trade order amend BTCUSDT --orig-client-order-id my-order --new-qty 0.0005 --yes',
      ],
    },
    {
      words: ['sor', 'place'],
      summary: 'Place an order that is filled from the books of several symbols (smart order routing)',
      endpoint: { spot: 'spot.sor.new' },
      positionals: [symbol, { name: 'side' }, { name: 'quantity' }],
      defaults: ['type', 'newOrderRespType'],
      options: [
        { name: 'at', value: 'price', about: 'Limit price; good till cancelled' },
        ...orderOptions,
        testOption,
      ],
      handler: () => import('./sor.ts'),
      examples: [
        'trade sor place BTCUSDT BUY 0.01 --at 59000',
        'trade sor place BTCUSDT SELL 0.01 --dry-run',
      ],
    },
    {
      words: ['sor', 'test'],
      summary: 'Let the exchange check an order with smart order routing without placing it',
      endpoint: { spot: 'spot.sor.test' },
      positionals: [symbol],
      options: writeOptions.slice(0, 1),
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'trade sor test BTCUSDT --side BUY --type MARKET --quantity 0.01',
        'trade sor test BTCUSDT --side BUY --type MARKET --quantity 0.01 --compute-commission-rates',
      ],
    },
    {
      words: ['replace'],
      summary: 'Cancel an order and place another by one request',
      endpoint: { spot: 'spot.order.cancel-replace' },
      elsewhere: { usdm: 'trade order change --on usdm', coinm: 'trade order change --on coinm' },
      positionals: [symbol, { name: 'side' }, { name: 'quantity' }],
      defaults: ['type', 'cancelReplaceMode', 'newOrderRespType'],
      options: [
        { name: 'at', value: 'price', about: 'Limit price of the new order; good till cancelled' },
        ...orderOptions,
      ],
      handler: () => import('./replace.ts'),
      examples: [
        'trade replace BTCUSDT 28 --at 59000',
        'trade replace BTCUSDT BUY 0.01 --at 59000 --cancel-orig-client-order-id my-order --cancel-restrictions ONLY_NEW --dry-run',
      ],
      notes: [
        'An order id or client order id in place of the side is the order to cancel, like --cancel-order-id or --cancel-orig-client-order-id.',
        'Without a side and a type the new order keeps the terms of the other, but for those typed: --at 59000 changes its price alone. The quantity is kept of an order that is not filled in part, and the exchange cancels it only as long as that is so.',
        'Without --cancel-replace-mode the new order is placed only if the other was cancelled.',
        'Exit codes: 0 both halves, 8 one half only, 4 neither, 6 over the order limit, 7 unknown.',
        'Without an answer both orders are looked up; nothing is sent again.',
      ],
    },
    {
      words: ['order', 'change'],
      summary: 'Modify a futures limit order: price and quantity (loses priority)',
      endpoint: { usdm: 'usdm.order.amend', coinm: 'coinm.order.amend' },
      elsewhere: { spot: 'trade replace' },
      positionals: [symbol],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'trade order change BTCUSDT --order-id 28 --side BUY --quantity 0.02 --price 51000',
        'trade order change BTCUSDT --orig-client-order-id my-order --side BUY --quantity 0.02 --price 51000 --yes',
      ],
    },
    {
      words: ['order', 'open'],
      summary: 'Look up an open futures order',
      endpoint: { usdm: 'usdm.order.open', coinm: 'coinm.order.open' },
      positionals: [symbol],
      examples: [
        'trade order open BTCUSDT --order-id 28',
        'trade order open BTCUSDT --orig-client-order-id my-order',
      ],
    },
    {
      words: ['order', 'changes'],
      summary: 'Modification history of an order; spot oldest first, futures newest first',
      endpoint: {
        spot: 'spot.order.amendments',
        usdm: 'usdm.order.amendments',
        coinm: 'coinm.order.amendments',
      },
      positionals: [symbol],
      examples: [
        'trade order changes BTCUSDT --on usdm --order-id 28',
        'trade order changes BTCUSDT --on usdm --limit 20 -o json',
      ],
    },
    {
      words: ['countdown'],
      summary: "Cancel all open orders of a symbol after a countdown (dead man's switch)",
      endpoint: { usdm: 'usdm.countdown', coinm: 'coinm.countdown', options: 'options.countdown.set' },
      positionals: [
        { ...symbol, on: ['usdm', 'coinm'] },
        { name: 'underlying', required: true, on: ['options'] },
        { name: 'countdown-time', required: true },
      ],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: ['trade countdown BTCUSDT 120000', 'trade countdown BTCUSDT 0 --on options --yes'],
    },
    {
      words: ['force-orders'],
      summary: 'Liquidation orders and ADL orders of your account',
      endpoint: { usdm: 'usdm.force-orders', coinm: 'coinm.force-orders' },
      positionals: [{ name: 'symbol' }],
      examples: ['trade force-orders BTCUSDT', 'trade force-orders --start -7d -o csv'],
    },
    {
      words: ['order', 'batch'],
      summary: 'Place several orders in one request; each succeeds or fails on its own',
      endpoint: { usdm: 'usdm.order.batch', coinm: 'coinm.order.batch', options: 'options.order.batch' },
      options: [...writeOptions, orderOptions.at(-1)!],
      handler: () => import('./batch.ts'),
      examples: [
        `trade order batch --batch-orders '[{"symbol":"BTCUSDT","side":"BUY","type":"MARKET","quantity":"0.001"}]'`,
        `trade order batch --on options --orders '[{"symbol":"BTC-240628-60000-C","side":"BUY","type":"LIMIT","quantity":"1","price":"500"}]'`,
      ],
    },
    {
      words: ['order', 'batch-change'],
      summary: 'Modify several futures limit orders in one request; each succeeds or fails on its own',
      endpoint: { usdm: 'usdm.order.batch-amend', coinm: 'coinm.order.batch-amend' },
      options: writeOptions,
      handler: () => import('./batch-change.ts'),
      examples: [
        `trade order batch-change --batch-orders '[{"symbol":"BTCUSDT","origClientOrderId":"my-order","side":"BUY","quantity":"0.02","price":"51000"}]'`,
        `trade order batch-change --on coinm --batch-orders '[{"symbol":"BTCUSD_PERP","origClientOrderId":"my-order","side":"BUY","quantity":"2","price":"51000"}]' --dry-run`,
      ],
    },
    {
      words: ['history'],
      summary: 'Options orders closed in the last 5 days',
      endpoint: { options: 'options.order-history' },
      positionals: [symbol],
      examples: ['trade history BTC-240628-60000-C', 'trade history BTC-240628-60000-C --start -1d -o csv'],
    },
    ...cancelVerbs,
    ...closeVerbs,
    ...conditionalVerbs,
    ...orderListVerbs,
    ...positionVerbs,
    ...optionVerbs,
    ...blockVerbs,
  ],
};
