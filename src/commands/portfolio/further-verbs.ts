/** Commands of portfolio margin beside plain orders: changes, algo orders, orders on margin, collections, listen key. */
import { amount, asset, symbol } from '../calling/arguments.ts';
import { orderOptions, writeOptions } from '../calling/write-options.ts';
import type { Verb } from '../types.ts';

const sendWrite = () => import('../calling/send-write.ts');
const write = { options: writeOptions, handler: sendWrite } as const;

/** Commands of both parts; the examples have a contract of each. */
const changeVerbs: readonly Verb[] = (
  [
    ['um', 'USD-M', 'BTCUSDT'],
    ['cm', 'COIN-M', 'BTCUSD_PERP'],
  ] as const
).map(([part, title, contract]) => ({
  ...write,
  words: [part, 'order', 'change'],
  summary: `Modify a limit order of the ${title} part: price and quantity (loses priority)`,
  endpoint: `portfolio.${part}.order.amend`,
  positionals: [symbol],
  examples: [
    `portfolio ${part} order change ${contract} --order-id 28 --side BUY --quantity 2 --price 51000`,
    `portfolio ${part} order change ${contract} --orig-client-order-id my-order --side BUY --quantity 2 --price 51000 --yes`,
  ],
}));

export const furtherVerbs: readonly Verb[] = [
  ...changeVerbs,
  {
    words: ['um', 'account-v2'],
    summary: 'Open positions of the USD-M part (v2 endpoint)',
    endpoint: 'portfolio.um.account-v2',
    examples: ['portfolio um account-v2', 'portfolio um account-v2 -o json'],
  },
  {
    words: ['um', 'algo', 'place'],
    summary: 'Place an algo order in the USD-M part: stop, take-profit or trailing stop',
    endpoint: 'portfolio.um.algo-order.new',
    positionals: [symbol],
    options: orderOptions,
    handler: () => import('../trade/place.ts'),
    examples: [
      'portfolio um algo place BTCUSDT --algo-type CONDITIONAL --side SELL --type STOP_MARKET --quantity 0.01 --trigger-price 60000 --dry-run',
      'portfolio um algo place BTCUSDT --algo-type CONDITIONAL --side SELL --type STOP_MARKET --trigger-price 60000 --close-position true --yes',
    ],
  },
  {
    words: ['um', 'algo', 'open'],
    summary: 'Open algo orders of the USD-M part',
    endpoint: 'portfolio.um.algo-orders.open',
    positionals: [{ name: 'symbol' }],
    examples: ['portfolio um algo open BTCUSDT', 'portfolio um algo open -o json'],
  },
  {
    words: ['um', 'algo', 'list'],
    summary: 'All algo orders on a contract of the USD-M part',
    endpoint: 'portfolio.um.algo-orders.all',
    positionals: [symbol],
    examples: ['portfolio um algo list BTCUSDT', 'portfolio um algo list BTCUSDT --limit 20 -o csv'],
  },
  {
    words: ['um', 'algo', 'get'],
    summary: 'Look up an algo order of the USD-M part',
    endpoint: 'portfolio.um.algo-order.get',
    examples: ['portfolio um algo get --algo-id 28', 'portfolio um algo get --client-algo-id my-stop'],
  },
  {
    ...write,
    words: ['um', 'algo', 'cancel'],
    summary: 'Cancel an algo order of the USD-M part',
    endpoint: 'portfolio.um.algo-order.cancel',
    examples: [
      'portfolio um algo cancel --algo-id 28',
      'portfolio um algo cancel --client-algo-id my-stop --yes',
    ],
  },
  {
    ...write,
    words: ['um', 'algo', 'cancel-all'],
    summary: 'Cancel all open algo orders of a contract of the USD-M part',
    endpoint: 'portfolio.um.algo-orders.cancel',
    positionals: [symbol],
    examples: ['portfolio um algo cancel-all BTCUSDT', 'portfolio um algo cancel-all BTCUSDT --yes'],
  },
  {
    words: ['margin', 'order', 'place'],
    summary: 'Place an order on margin; sent once, and looked up if its execution status is unknown',
    endpoint: 'portfolio.margin.order.new',
    positionals: [symbol],
    options: orderOptions,
    handler: () => import('../trade/place.ts'),
    examples: [
      'portfolio margin order place BTCUSDT --side BUY --type MARKET --quantity 0.01 --dry-run',
      'portfolio margin order place BTCUSDT --side SELL --type LIMIT --time-in-force GTC --quantity 0.01 --price 150000 --yes',
    ],
  },
  {
    words: ['margin', 'order', 'cancel'],
    summary: 'Cancel an order on margin',
    endpoint: 'portfolio.margin.order.cancel',
    positionals: [symbol],
    options: writeOptions,
    handler: () => import('../trade/cancel.ts'),
    examples: [
      'portfolio margin order cancel BTCUSDT --order-id 28',
      'portfolio margin order cancel BTCUSDT --orig-client-order-id my-order --yes',
    ],
  },
  {
    words: ['margin', 'order', 'get'],
    summary: 'Look up an order on margin',
    endpoint: 'portfolio.margin.order.get',
    positionals: [symbol],
    examples: [
      'portfolio margin order get BTCUSDT --order-id 28',
      'portfolio margin order get BTCUSDT --orig-client-order-id my-order',
    ],
  },
  {
    words: ['margin', 'open-orders'],
    summary: 'Open orders on margin',
    endpoint: 'portfolio.margin.open-orders',
    positionals: [symbol],
    examples: ['portfolio margin open-orders BTCUSDT', 'portfolio margin open-orders BTCUSDT -o json'],
  },
  {
    words: ['margin', 'all-orders'],
    summary: 'All orders on margin on a symbol',
    endpoint: 'portfolio.margin.all-orders',
    positionals: [symbol],
    examples: [
      'portfolio margin all-orders BTCUSDT',
      'portfolio margin all-orders BTCUSDT --limit 20 -o csv',
    ],
  },
  {
    ...write,
    words: ['collect'],
    summary: 'Collect an asset of the futures parts into the margin account',
    endpoint: 'portfolio.asset-collection',
    positionals: [asset],
    examples: ['portfolio collect USDT --dry-run', 'portfolio collect USDT --yes'],
  },
  {
    ...write,
    words: ['collect-all'],
    summary: 'Collect all assets of the futures parts into the margin account',
    endpoint: 'portfolio.auto-collection',
    examples: ['portfolio collect-all --dry-run', 'portfolio collect-all --yes'],
  },
  {
    ...write,
    words: ['bnb-transfer'],
    summary: 'Move BNB for commissions to the USD-M part, or back',
    endpoint: 'portfolio.bnb-transfer',
    positionals: [amount, { name: 'transfer-side', required: true }],
    examples: ['portfolio bnb-transfer 0.1 TO_UM --dry-run', 'portfolio bnb-transfer 0.1 FROM_UM --yes'],
  },
  {
    ...write,
    words: ['repay-negative'],
    summary: 'Repay the negative balances of the futures parts',
    endpoint: 'portfolio.repay-negative-balance',
    examples: ['portfolio repay-negative --dry-run', 'portfolio repay-negative --yes'],
  },
  {
    words: ['listen-key', 'create'],
    summary: 'Create a listen key',
    endpoint: 'portfolio.listen-key.create',
    handler: sendWrite,
    examples: ['portfolio listen-key create', 'portfolio listen-key create -o json'],
  },
  {
    words: ['listen-key', 'keep-alive'],
    summary: 'Extend the listen key by one hour',
    endpoint: 'portfolio.listen-key.keep-alive',
    handler: sendWrite,
    examples: ['portfolio listen-key keep-alive', 'portfolio listen-key keep-alive -o json'],
  },
  {
    words: ['listen-key', 'close'],
    summary: 'Close the listen key',
    endpoint: 'portfolio.listen-key.close',
    handler: sendWrite,
    examples: ['portfolio listen-key close', 'portfolio listen-key close -o json'],
  },
];
