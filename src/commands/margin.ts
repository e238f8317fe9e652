import { careful, placing } from './careful.ts';
import type { CommandGroup, Positional } from './types.ts';

const symbol: Positional = { name: 'symbol', required: true };
const asset: Positional = { name: 'asset', required: true };
const amount: Positional = { name: 'amount', required: true };

export const margin: CommandGroup = {
  word: 'margin',
  summary: 'Margin: borrow, repay, trade on credit, what is held and owed',
  parts: { margin: ['account', 'orders', 'funds', 'records'] },
  verbs: [
    {
      words: ['account'],
      summary: 'What the cross margin account holds and owes',
      endpoint: 'margin.account',
      examples: ['margin account', 'margin account --fields asset,netAsset -o csv'],
    },
    {
      words: ['borrow'],
      summary: 'Borrow an asset',
      endpoint: 'margin.borrow',
      positionals: [asset, amount],
      options: careful,
      handler: () => import('./handlers/write.ts'),
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
      options: careful,
      handler: () => import('./handlers/write.ts'),
      examples: [
        'margin repay USDT 100 --dry-run',
        'margin repay BTC 0.01 --is-isolated TRUE --symbol BTCUSDT',
      ],
    },
    {
      words: ['loans'],
      summary: 'What was borrowed',
      endpoint: 'margin.loans',
      positionals: [asset],
      examples: ['margin loans USDT --start -7d', 'margin loans USDT --start -30d --all -o csv'],
    },
    {
      words: ['repayments'],
      summary: 'What was repaid',
      endpoint: 'margin.repayments',
      positionals: [asset],
      examples: ['margin repayments USDT --start -7d', 'margin repayments USDT --tx-id 2970933056'],
    },
    {
      words: ['interest'],
      summary: 'Interest that was charged',
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
      summary: 'Orders by which the account was closed by force',
      endpoint: 'margin.liquidations',
      examples: ['margin liquidations', 'margin liquidations --isolated-symbol BTCUSDT'],
    },
    {
      words: ['transfer'],
      summary: 'Move an asset between the spot and the cross margin account',
      endpoint: 'margin.transfer',
      positionals: [asset, amount],
      options: careful,
      handler: () => import('./handlers/write.ts'),
      examples: ['margin transfer USDT 100 --type 1 --dry-run', 'margin transfer USDT 100 --type 2'],
    },
    {
      words: ['order', 'place'],
      summary: 'Place an order on margin; sent once, and looked up where its outcome is unclear',
      endpoint: 'margin.order.new',
      positionals: [symbol],
      options: placing,
      handler: () => import('./handlers/order-place.ts'),
      examples: [
        'margin order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.001 --price 60000',
        'margin order place BTCUSDT --side BUY --type MARKET --quote-order-qty 50 --side-effect-type MARGIN_BUY',
      ],
    },
    {
      words: ['order', 'cancel'],
      summary: 'Cancel an order on margin',
      endpoint: 'margin.order.cancel',
      positionals: [symbol],
      options: careful,
      handler: () => import('./handlers/order-cancel.ts'),
      examples: [
        'margin order cancel BTCUSDT --order-id 28',
        'margin order cancel BTCUSDT --orig-client-order-id my-order --yes',
      ],
    },
    {
      words: ['order', 'get'],
      summary: 'Look up an order on margin',
      endpoint: 'margin.order.get',
      positionals: [symbol],
      examples: [
        'margin order get BTCUSDT --order-id 28',
        'margin order get BTCUSDT --orig-client-order-id my-order',
      ],
    },
    {
      words: ['open-orders'],
      summary: 'Open orders on margin, of one symbol or of all',
      endpoint: 'margin.open-orders',
      positionals: [{ name: 'symbol' }],
      examples: ['margin open-orders', 'margin open-orders BTCUSDT --is-isolated TRUE'],
    },
    {
      words: ['all-orders'],
      summary: 'All orders on margin of a symbol: open, filled, cancelled',
      endpoint: 'margin.all-orders',
      positionals: [symbol],
      examples: ['margin all-orders BTCUSDT --limit 20', 'margin all-orders BTCUSDT --start -1d -o csv'],
    },
    {
      words: ['trades'],
      summary: 'Your trades on margin on a symbol',
      endpoint: 'margin.my-trades',
      positionals: [symbol],
      examples: ['margin trades BTCUSDT --limit 20', 'margin trades BTCUSDT --order-id 28'],
    },
    {
      words: ['asset'],
      summary: 'Whether and how little of an asset can be borrowed',
      endpoint: 'margin.asset',
      positionals: [asset],
      examples: ['margin asset BTC', 'margin asset USDT -o json'],
    },
    {
      words: ['assets'],
      summary: 'Assets of margin trading',
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
      summary: 'The index price by which margin is valued',
      endpoint: 'margin.price-index',
      positionals: [symbol],
      examples: ['margin price-index BTCUSDT', 'margin price-index BTCUSDT -o json'],
    },
  ],
};
