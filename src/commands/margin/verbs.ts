import { amount, asset, symbol } from '../calling/arguments.ts';
import { orderOptions, writeOptions } from '../calling/write-options.ts';
import { zerosOption } from '../calling/zero-balances.ts';
import type { CommandGroup, Positional } from '../types.ts';
import { isolatedVerbs } from './isolated-verbs.ts';
import { listVerbs } from './list-verbs.ts';
import { termVerbs } from './term-verbs.ts';

const debtChange: Positional = { name: 'type', required: true };

export const margin: CommandGroup = {
  word: 'margin',
  summary: 'Margin: borrow, repay, orders, balances and debts',
  verbs: [
    {
      words: ['account'],
      summary: 'Balances and debts of the cross margin account',
      endpoint: 'margin.account',
      options: [zerosOption],
      handler: () => import('../account/nonzero-rows.ts'),
      examples: ['margin account', 'margin account --fields asset,netAsset -o csv'],
    },
    {
      words: ['borrow'],
      summary: 'Borrow an asset',
      endpoint: 'margin.borrow',
      positionals: [asset, amount],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'margin borrow USDT 100 --dry-run',
        'margin borrow BTC 0.01 --is-isolated TRUE --symbol BTCUSDT',
      ],
    },
    {
      words: ['repay'],
      summary: 'Repay a borrowed asset, interest first',
      endpoint: 'margin.repay',
      positionals: [asset, amount],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'margin repay USDT 100 --dry-run',
        'margin repay BTC 0.01 --is-isolated TRUE --symbol BTCUSDT',
      ],
    },
    {
      words: ['loans'],
      summary: 'Loan history',
      endpoint: 'margin.loans',
      positionals: [asset],
      examples: ['margin loans USDT --start -7d', 'margin loans USDT --start -30d --all -o csv'],
    },
    {
      words: ['repayments'],
      summary: 'Repayment history',
      endpoint: 'margin.repayments',
      positionals: [asset],
      examples: ['margin repayments USDT --start -7d', 'margin repayments USDT --tx-id 2970933056'],
    },
    {
      words: ['borrow-repay'],
      summary: 'Borrow or repay an asset by the call of today',
      endpoint: 'margin.borrow-repay',
      positionals: [debtChange, asset, amount],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'margin borrow-repay BORROW USDT 100 --dry-run',
        'margin borrow-repay BORROW BTC 0.01 --is-isolated TRUE --symbol BTCUSDT',
      ],
    },
    {
      words: ['borrow-repays'],
      summary: 'Loans or repayments, those of orders included',
      endpoint: 'margin.borrow-repay.list',
      positionals: [debtChange],
      examples: [
        'margin borrow-repays BORROW --asset USDT',
        'margin borrow-repays REPAY --start -7d --all -o csv',
      ],
    },
    {
      words: ['interest'],
      summary: 'Interest history',
      endpoint: 'margin.interest-history',
      examples: ['margin interest --asset USDT', 'margin interest --start -7d --all -o csv'],
    },
    {
      words: ['interest-rates'],
      summary: 'Daily interest rates of an asset',
      endpoint: 'margin.interest-rates',
      positionals: [asset],
      examples: ['margin interest-rates USDT', 'margin interest-rates BTC --start -7d'],
    },
    {
      words: ['liquidations'],
      summary: 'Liquidation orders of the margin account',
      endpoint: 'margin.liquidations',
      examples: ['margin liquidations', 'margin liquidations --isolated-symbol BTCUSDT'],
    },
    {
      words: ['transfer'],
      summary: 'Transfer an asset between the spot and the cross margin account',
      endpoint: 'margin.transfer',
      positionals: [asset, amount],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: ['margin transfer USDT 100 --type 1 --dry-run', 'margin transfer USDT 100 --type 2'],
    },
    {
      words: ['transfers'],
      summary: 'Transfers into and out of a margin account',
      endpoint: 'margin.transfers',
      examples: ['margin transfers', 'margin transfers --isolated-symbol BTCUSDT --type ROLL_IN'],
    },
    {
      words: ['order', 'place'],
      summary: 'Place a margin order; sent once, and looked up if its execution status is unknown',
      endpoint: 'margin.order.new',
      positionals: [symbol],
      options: orderOptions,
      handler: () => import('../trade/place.ts'),
      examples: [
        'margin order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.001 --price 60000',
        'margin order place BTCUSDT --side BUY --type MARKET --quote-order-qty 50 --side-effect-type MARGIN_BUY',
      ],
    },
    {
      words: ['order', 'cancel'],
      summary: 'Cancel a margin order',
      endpoint: 'margin.order.cancel',
      positionals: [symbol],
      options: writeOptions,
      handler: () => import('../trade/cancel.ts'),
      examples: [
        'margin order cancel BTCUSDT --order-id 28',
        'margin order cancel BTCUSDT --orig-client-order-id my-order --yes',
      ],
    },
    {
      words: ['cancel-all'],
      summary: 'Cancel all open margin orders of a symbol',
      endpoint: 'margin.open-orders.cancel',
      positionals: [symbol],
      options: writeOptions,
      handler: () => import('../trade/cancel-all.ts'),
      examples: ['margin cancel-all BTCUSDT', 'margin cancel-all BTCUSDT --is-isolated TRUE --yes'],
    },
    {
      words: ['order', 'get'],
      summary: 'Look up a margin order',
      endpoint: 'margin.order.get',
      positionals: [symbol],
      examples: [
        'margin order get BTCUSDT --order-id 28',
        'margin order get BTCUSDT --orig-client-order-id my-order',
      ],
    },
    {
      words: ['open-orders'],
      summary: 'Open margin orders, of one symbol or of all',
      endpoint: 'margin.open-orders',
      positionals: [{ name: 'symbol' }],
      examples: ['margin open-orders', 'margin open-orders BTCUSDT --is-isolated TRUE'],
    },
    {
      words: ['all-orders'],
      summary: 'All margin orders of a symbol: open, filled, cancelled',
      endpoint: 'margin.all-orders',
      positionals: [symbol],
      examples: ['margin all-orders BTCUSDT --limit 20', 'margin all-orders BTCUSDT --start -1d -o csv'],
    },
    {
      words: ['trades'],
      summary: 'Your margin trades on a symbol',
      endpoint: 'margin.my-trades',
      positionals: [symbol],
      examples: ['margin trades BTCUSDT --limit 20', 'margin trades BTCUSDT --order-id 28'],
    },
    ...listVerbs,
    ...isolatedVerbs,
    ...termVerbs,
    {
      words: ['listen-token'],
      summary: "Create a listen token, which opens the account's user data stream over the WebSocket API",
      endpoint: 'margin.listen-token.create',
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: ['margin listen-token', 'margin listen-token --is-isolated true --symbol BTCUSDT'],
    },
    {
      words: ['asset'],
      summary: 'Whether an asset can be borrowed, and the min amount',
      endpoint: 'margin.asset',
      positionals: [asset],
      examples: ['margin asset BTC', 'margin asset USDT -o json'],
    },
    {
      words: ['assets'],
      summary: 'Margin assets',
      endpoint: 'margin.all-assets',
      positionals: [{ name: 'asset' }],
      examples: ['margin assets', 'margin assets BTC -o json'],
    },
    {
      words: ['pair'],
      summary: 'Whether a pair can be traded on margin',
      endpoint: 'margin.pair',
      positionals: [symbol],
      examples: ['margin pair BTCUSDT', 'margin pair BTCUSDT -o json'],
    },
    {
      words: ['pairs'],
      summary: 'Pairs that can be traded on cross margin',
      endpoint: 'margin.all-pairs',
      positionals: [{ name: 'symbol' }],
      examples: ['margin pairs', 'margin pairs -o csv'],
    },
    {
      words: ['price-index'],
      summary: 'Index price used for margin valuation',
      endpoint: 'margin.price-index',
      positionals: [symbol],
      examples: ['margin price-index BTCUSDT', 'margin price-index BTCUSDT -o json'],
    },
  ],
};
