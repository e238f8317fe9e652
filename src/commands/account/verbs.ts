import { symbol } from '../calling/arguments.ts';
import { zerosOption } from '../calling/zero-balances.ts';
import type { CommandGroup, Verb } from '../types.ts';
import { reportVerbs } from './report-verbs.ts';

/** Commands that request a file of a long history, and that show whether the file is ready. */
const exportVerbs: readonly Verb[] = (['order', 'trade', 'income'] as const).flatMap((history) => [
  {
    words: ['export', history],
    summary: `Have a file of the ${history} history of futures prepared for download`,
    endpoint: { usdm: `usdm.export.${history}`, coinm: `coinm.export.${history}` },
    examples: [
      `account export ${history} --start -30d --end now`,
      `account export ${history} --on coinm --start 2026-01-01 --end 2026-07-01 -o json`,
    ],
  },
  {
    words: ['export', history, 'link'],
    summary: `Whether a file of the ${history} history is ready, and its link`,
    endpoint: { usdm: `usdm.export.${history}.link`, coinm: `coinm.export.${history}.link` },
    positionals: [{ name: 'download-id', required: true }],
    examples: [
      `account export ${history} link 545923594199212032`,
      `account export ${history} link 545923594199212032 --on coinm -o json`,
    ],
  },
]);

export const account: CommandGroup = {
  word: 'account',
  summary: 'Your account: balances, positions, trades, commissions, limits',
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
      endpoint: {
        spot: 'spot.commission',
        usdm: 'usdm.commission',
        coinm: 'coinm.commission',
        options: 'options.commission',
      },
      positionals: [{ ...symbol, on: ['spot', 'usdm', 'coinm'] }],
      examples: ['account commission BTCUSDT', 'account commission --on options -o json'],
    },
    {
      words: ['filters'],
      summary: 'Account filters of a symbol, such as max open orders',
      endpoint: { spot: 'spot.account-filters' },
      positionals: [symbol],
      examples: ['account filters BTCUSDT', 'account filters BTCUSDT -o json'],
    },
    {
      words: ['order-limits'],
      summary: 'Current usage of the order rate limits',
      endpoint: { spot: 'spot.order-limits', usdm: 'usdm.order-limits' },
      examples: ['account order-limits', 'account order-limits --on usdm'],
    },
    {
      words: ['balance'],
      summary: 'Balances; tables hide zero rows',
      endpoint: {
        spot: 'spot.account',
        usdm: 'usdm.balance',
        coinm: 'coinm.account',
        options: 'options.account',
        margin: 'margin.account',
      },
      reuses: ['spot.account', 'coinm.account', 'options.account', 'margin.account'],
      options: [zerosOption],
      handler: () => import('./nonzero-rows.ts'),
      examples: ['account balance', 'account balance --on usdm -o csv', 'account balance --on coinm'],
    },
    {
      words: ['margin-assets'],
      summary: 'Balance of each margin asset of COIN-M or options',
      endpoint: { coinm: 'coinm.balance', options: 'options.margin-account' },
      examples: ['account margin-assets --on coinm', 'account margin-assets --on options -o json'],
    },
    {
      words: ['positions'],
      summary: 'Open positions with profit, margin and distance to liquidation',
      endpoint: { usdm: 'usdm.position-risk', coinm: 'coinm.position-risk', options: 'options.position' },
      positionals: [
        { name: 'symbol', on: ['usdm', 'options'] },
        { name: 'pair', on: ['coinm'] },
      ],
      options: [
        zerosOption,
        {
          name: 'risk',
          about: 'In json and csv too: side, size, margin, ROE, distance to liquidation, margin ratio',
        },
      ],
      handler: () => import('./positions/list.ts'),
      examples: ['account positions BTCUSDT', 'account positions --on coinm --risk -o csv'],
      notes: [
        'Distances, ROE and margin ratios are per cent; ROE is of the margin at the entry price. With --zeros, and in json and csv without --risk, the rows are those of the exchange.',
      ],
    },
    {
      words: ['position-mode'],
      summary: 'Position mode: one-way or hedge',
      endpoint: { usdm: 'usdm.position-mode', coinm: 'coinm.position-mode' },
      examples: ['account position-mode', 'account position-mode --on coinm -o json'],
    },
    {
      words: ['assets-mode'],
      summary: 'Multi-assets mode: whether several assets are margin of all positions',
      endpoint: { usdm: 'usdm.assets-mode' },
      examples: ['account assets-mode', 'account assets-mode -o json'],
    },
    {
      words: ['fee-burn'],
      summary: 'Whether commissions are paid in BNB at a discount',
      endpoint: { usdm: 'usdm.fee-burn' },
      examples: ['account fee-burn', 'account fee-burn -o json'],
    },
    {
      words: ['trading-status'],
      summary: 'Quantitative trading rules of the futures account: indicators and locks',
      endpoint: { usdm: 'usdm.trading-status' },
      positionals: [{ name: 'symbol' }],
      examples: ['account trading-status', 'account trading-status BTCUSDT -o json'],
    },
    {
      words: ['portfolio-margin'],
      summary: 'What a classic portfolio margin account can withdraw of an asset',
      endpoint: { usdm: 'usdm.portfolio-account' },
      positionals: [{ name: 'asset', required: true }],
      examples: ['account portfolio-margin USDT', 'account portfolio-margin USDT -o json'],
    },
    ...exportVerbs,
    ...reportVerbs,
    {
      words: ['positions-v1'],
      summary: 'Positions (v1 endpoint)',
      endpoint: { usdm: 'usdm.position-risk-v1' },
      positionals: [{ name: 'symbol' }],
      examples: ['account positions-v1 BTCUSDT', 'account positions-v1 -o json'],
    },
    {
      words: ['allocations'],
      summary: 'SOR allocations (fills by smart order routing)',
      endpoint: { spot: 'spot.allocations' },
      positionals: [symbol],
      examples: ['account allocations BTCUSDT --limit 20', 'account allocations BTCUSDT --order-id 28'],
    },
    {
      words: ['prevented-matches'],
      summary: 'Self-trade prevention: matches that were prevented',
      endpoint: { spot: 'spot.prevented-matches' },
      positionals: [symbol],
      examples: [
        'account prevented-matches BTCUSDT --order-id 28',
        'account prevented-matches BTCUSDT --prevented-match-id 1',
      ],
    },
    {
      words: ['income'],
      summary: 'Income history: realized profit, funding, commission, transfers',
      endpoint: { usdm: 'usdm.income', coinm: 'coinm.income', options: 'options.bill' },
      positionals: [
        { name: 'symbol', on: ['usdm', 'coinm'] },
        { name: 'currency', required: true, on: ['options'] },
      ],
      examples: [
        'account income --limit 20',
        'account income BTCUSD_PERP --on coinm --income-type FUNDING_FEE --start -30d --all -o csv',
        'account income USDT --on options --start -7d',
      ],
    },
    {
      words: ['exercises'],
      summary: 'Options that the account had at their expiry, with what they paid',
      endpoint: { options: 'options.exercise-records' },
      positionals: [{ name: 'symbol' }],
      examples: ['account exercises', 'account exercises BTC-240628-60000-C -o json'],
    },
    {
      words: ['block-trades'],
      summary: 'Block trades of options',
      endpoint: { options: 'options.block-user-trades' },
      positionals: [{ name: 'underlying' }],
      examples: ['account block-trades BTCUSDT', 'account block-trades --start -7d -o json'],
    },
    {
      words: ['brackets'],
      summary: 'Leverage brackets: max leverage and maintenance margin by notional',
      endpoint: { usdm: 'usdm.brackets', coinm: 'coinm.brackets' },
      positionals: [{ name: 'symbol' }],
      examples: ['account brackets BTCUSDT -o json', 'account brackets BTCUSD_PERP --on coinm'],
    },
    {
      words: ['pair-brackets'],
      summary: 'Leverage brackets of pairs of COIN-M contracts',
      endpoint: { coinm: 'coinm.pair-brackets' },
      positionals: [{ name: 'pair' }],
      examples: ['account pair-brackets BTCUSD', 'account pair-brackets -o json'],
    },
    {
      words: ['adl'],
      summary: 'ADL rank of positions',
      endpoint: { usdm: 'usdm.adl', coinm: 'coinm.adl' },
      positionals: [{ name: 'symbol' }],
      examples: ['account adl BTCUSDT', 'account adl --on coinm -o json'],
    },
    {
      words: ['margin-history'],
      summary: 'Margin added to or removed from isolated positions',
      endpoint: { usdm: 'usdm.margin-history', coinm: 'coinm.margin-history' },
      positionals: [symbol],
      examples: ['account margin-history BTCUSDT', 'account margin-history BTCUSDT --type 1 -o csv'],
    },
    {
      words: ['settings'],
      summary: 'Account permissions and modes',
      endpoint: { usdm: 'usdm.account-config' },
      examples: ['account settings', 'account settings -o json'],
    },
    {
      words: ['contract-settings'],
      summary: 'Leverage and margin mode of each symbol',
      endpoint: { usdm: 'usdm.symbol-config' },
      positionals: [{ name: 'symbol' }],
      examples: ['account contract-settings BTCUSDT', 'account contract-settings -o csv'],
    },
    {
      words: ['balance-v3'],
      summary: 'Balance of each margin asset (v3 endpoint)',
      endpoint: { usdm: 'usdm.balance-v3' },
      examples: ['account balance-v3', 'account balance-v3 -o json'],
    },
    {
      words: ['info-v3'],
      summary: 'Margins and totals of the account (v3 endpoint)',
      endpoint: { usdm: 'usdm.account-v3' },
      examples: ['account info-v3', 'account info-v3 -o json'],
    },
    {
      words: ['positions-v3'],
      summary: 'Positions that are open or have open orders (v3 endpoint)',
      endpoint: { usdm: 'usdm.position-risk-v3' },
      positionals: [{ name: 'symbol' }],
      examples: ['account positions-v3 BTCUSDT', 'account positions-v3 -o json'],
    },
  ],
};
