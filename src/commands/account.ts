import type { CommandGroup, OptionSpec, Positional } from './types.ts';

const symbol: Positional = { name: 'symbol', required: true };

const zeros: OptionSpec = { name: 'zeros', about: 'Show what is zero as well', isWhole: true };

export const account: CommandGroup = {
  word: 'account',
  summary: 'Your account: balances, positions, trades, commissions, limits',
  parts: {
    spot: ['account'],
    usdm: ['account'],
    coinm: ['account'],
    options: ['account'],
    margin: ['account'],
  },
  verbs: [
    {
      words: ['info'],
      summary: 'Balances, margins and permissions',
      endpoint: {
        spot: 'spot.account',
        usdm: 'usdm.account',
        coinm: 'coinm.account',
        options: 'options.account',
      },
      examples: ['account info --omit-zero-balances', 'account info --on usdm'],
    },
    {
      words: ['trades'],
      summary: 'Your trades on a symbol',
      endpoint: {
        spot: 'spot.my-trades',
        usdm: 'usdm.my-trades',
        coinm: 'coinm.my-trades',
        options: 'options.my-trades',
      },
      positionals: [symbol],
      examples: ['account trades BTCUSDT --limit 20', 'account trades BTCUSDT --order-id 28'],
    },
    {
      words: ['commission'],
      summary: 'Your commission rates on a symbol',
      endpoint: { spot: 'spot.commission', usdm: 'usdm.commission', coinm: 'coinm.commission' },
      positionals: [symbol],
      examples: ['account commission BTCUSDT', 'account commission BTCUSDT -o json'],
    },
    {
      words: ['filters'],
      summary: 'Filters that count what the account has on a symbol',
      endpoint: { spot: 'spot.account-filters' },
      positionals: [symbol],
      examples: ['account filters BTCUSDT', 'account filters BTCUSDT -o json'],
    },
    {
      words: ['order-limits'],
      summary: 'How much of the order limits is used',
      endpoint: { spot: 'spot.order-limits' },
      examples: ['account order-limits', 'account order-limits -o json'],
    },
    {
      words: ['balance'],
      summary: 'What is held; tables leave out what is zero',
      endpoint: {
        spot: 'spot.account',
        usdm: 'usdm.balance',
        coinm: 'coinm.account',
        options: 'options.account',
        margin: 'margin.account',
      },
      borrows: ['spot.account', 'coinm.account', 'options.account', 'margin.account'],
      options: [zeros],
      handler: () => import('./handlers/held.ts'),
      examples: ['account balance', 'account balance --on usdm -o csv'],
    },
    {
      words: ['positions'],
      summary: 'Open positions with entry, mark and liquidation price',
      endpoint: { usdm: 'usdm.position-risk', coinm: 'coinm.position-risk', options: 'options.position' },
      positionals: [
        { name: 'symbol', on: ['usdm', 'options'] },
        { name: 'pair', on: ['coinm'] },
      ],
      options: [zeros],
      handler: () => import('./handlers/held.ts'),
      examples: ['account positions BTCUSDT', 'account positions --on coinm --margin-asset BTC'],
    },
    {
      words: ['position-mode'],
      summary: 'Whether positions are one-way or hedged',
      endpoint: { usdm: 'usdm.position-mode', coinm: 'coinm.position-mode' },
      examples: ['account position-mode', 'account position-mode --on coinm -o json'],
    },
    {
      words: ['positions-v1'],
      summary: 'Positions, by the path of the first listing',
      endpoint: { usdm: 'usdm.position-risk-v1' },
      positionals: [{ name: 'symbol' }],
      examples: ['account positions-v1 BTCUSDT', 'account positions-v1 -o json'],
    },
    {
      words: ['allocations'],
      summary: 'Your fills by smart order routing',
      endpoint: { spot: 'spot.allocations' },
      positionals: [symbol],
      examples: ['account allocations BTCUSDT --limit 20', 'account allocations BTCUSDT --order-id 28'],
    },
    {
      words: ['prevented-matches'],
      summary: 'Trades with your own orders that were prevented',
      endpoint: { spot: 'spot.prevented-matches' },
      positionals: [symbol],
      examples: [
        'account prevented-matches BTCUSDT --order-id 28',
        'account prevented-matches BTCUSDT --prevented-match-id 1',
      ],
    },
    {
      words: ['income'],
      summary: 'What came in and went out: profit, funding, commission, transfers',
      endpoint: { usdm: 'usdm.income', coinm: 'coinm.income' },
      positionals: [{ name: 'symbol' }],
      examples: [
        'account income --limit 20',
        'account income BTCUSD_PERP --on coinm --income-type FUNDING_FEE --start -30d --all -o csv',
      ],
    },
    {
      words: ['brackets'],
      summary: 'How much may be held at which leverage, and the margin to keep',
      endpoint: { usdm: 'usdm.brackets', coinm: 'coinm.brackets' },
      positionals: [{ name: 'symbol' }],
      examples: ['account brackets BTCUSDT -o json', 'account brackets BTCUSD_PERP --on coinm'],
    },
    {
      words: ['adl'],
      summary: 'How near positions are to being closed for the losses of others',
      endpoint: { usdm: 'usdm.adl', coinm: 'coinm.adl' },
      positionals: [{ name: 'symbol' }],
      examples: ['account adl BTCUSDT', 'account adl --on coinm -o json'],
    },
    {
      words: ['margin-history'],
      summary: 'Margin that was added to isolated positions or taken out',
      endpoint: { usdm: 'usdm.margin-history', coinm: 'coinm.margin-history' },
      positionals: [symbol],
      examples: ['account margin-history BTCUSDT', 'account margin-history BTCUSDT --type 1 -o csv'],
    },
    {
      words: ['settings'],
      summary: 'What the account may do, and its modes',
      endpoint: { usdm: 'usdm.account-config' },
      examples: ['account settings', 'account settings -o json'],
    },
    {
      words: ['contract-settings'],
      summary: 'Leverage and margin type of each contract',
      endpoint: { usdm: 'usdm.symbol-config' },
      positionals: [{ name: 'symbol' }],
      examples: ['account contract-settings BTCUSDT', 'account contract-settings -o csv'],
    },
    {
      words: ['balance-v3'],
      summary: 'Balance of each margin asset, by the third version',
      endpoint: { usdm: 'usdm.balance-v3' },
      examples: ['account balance-v3', 'account balance-v3 -o json'],
    },
    {
      words: ['info-v3'],
      summary: 'Margins and totals of the account, by the third version',
      endpoint: { usdm: 'usdm.account-v3' },
      examples: ['account info-v3', 'account info-v3 -o json'],
    },
    {
      words: ['positions-v3'],
      summary: 'Positions that hold something or are ordered, by the third version',
      endpoint: { usdm: 'usdm.position-risk-v3' },
      positionals: [{ name: 'symbol' }],
      examples: ['account positions-v3 BTCUSDT', 'account positions-v3 -o json'],
    },
  ],
};
