/** All command groups, in the order in which help lists them. */
import type { CommandGroup } from './types.ts';

export interface GroupEntry {
  readonly word: string;
  readonly summary: string;
  readonly load: () => Promise<CommandGroup>;
}

export const GROUPS: readonly GroupEntry[] = [
  {
    word: 'market',
    summary: 'Public market data: candles, books, trades, tickers, rules',
    load: () => import('./market/verbs.ts').then((part) => part.market),
  },
  {
    word: 'trade',
    summary: 'Orders: place, find, cancel',
    load: () => import('./trade/verbs.ts').then((part) => part.trade),
  },
  {
    word: 'account',
    summary: 'Your account: balances, trades, commissions, limits',
    load: () => import('./account/verbs.ts').then((part) => part.account),
  },
  {
    word: 'margin',
    summary: 'Margin: borrow, repay, orders, balances and debts',
    load: () => import('./margin/verbs.ts').then((part) => part.margin),
  },
  {
    word: 'portfolio',
    summary: 'Portfolio margin: one account for margin and futures',
    load: () => import('./portfolio/verbs.ts').then((part) => part.portfolio),
  },
  {
    word: 'funds',
    summary: "The exchange's wallets: deposits, withdrawals, transfers, fees, dust",
    load: () => import('./funds/verbs.ts').then((part) => part.funds),
  },
  {
    word: 'sub',
    summary: 'Sub-accounts: list, inspect, transfer assets between them',
    load: () => import('./sub/verbs.ts').then((part) => part.sub),
  },
  {
    word: 'earn',
    summary: 'Simple Earn: flexible and locked products',
    load: () => import('./earn/verbs.ts').then((part) => part.earn),
  },
  {
    word: 'mining',
    summary: 'Mining pool: workers, hash rates, payments',
    load: () => import('./mining/verbs.ts').then((part) => part.mining),
  },
  {
    word: 'fiat',
    summary: 'Fiat: deposits and withdrawals, purchases and sales of crypto',
    load: () => import('./fiat/verbs.ts').then((part) => part.fiat),
  },
  {
    word: 'c2c',
    summary: 'Peer-to-peer (C2C) trades',
    load: () => import('./c2c/verbs.ts').then((part) => part.c2c),
  },
  {
    word: 'convert',
    summary: 'Convert one asset into another at a quoted price',
    load: () => import('./convert/verbs.ts').then((part) => part.convert),
  },
  {
    word: 'orders',
    summary: 'The journal of orders and other writes: what was sent, and what became of it',
    load: () => import('./orders/verbs.ts').then((part) => part.orders),
  },
  {
    word: 'policy',
    summary: 'Which writes bourse may send: rules, and a halt of writes',
    load: () => import('./policy/verbs.ts').then((part) => part.policy),
  },
  {
    word: 'approve',
    summary: 'Approve a write that the policy asks about',
    load: () => import('./approve/verbs.ts').then((part) => part.approve),
  },
  {
    word: 'audit',
    summary: 'The audit log: what was decided about each write, and what became of it',
    load: () => import('./audit/verbs.ts').then((part) => part.audit),
  },
  {
    word: 'stream',
    summary: 'Live data: trades, books, candles, tickers; listen keys',
    load: () => import('./stream/verbs.ts').then((part) => part.stream),
  },
  {
    word: 'ws',
    summary: 'The WebSocket APIs of spot and futures: single calls, and a session over one connection',
    load: () => import('./ws/verbs.ts').then((part) => part.ws),
  },
  {
    word: 'wallet',
    summary: 'Tokens held by an on-chain wallet',
    load: () => import('./wallet/verbs.ts').then((part) => part.wallet),
  },
  {
    word: 'thesis',
    summary: 'Validate, lint, explain and write position-management theses',
    load: () => import('./thesis/verbs.ts').then((part) => part.thesis),
  },
  {
    word: 'paper',
    summary: 'Paper ledger: carry theses out with real prices and no order',
    load: () => import('./paper/verbs.ts').then((part) => part.paper),
  },
  {
    word: 'watch',
    summary: 'Watch book of the paper ledger: what a thesis would have done',
    load: () => import('./watch/verbs.ts').then((part) => part.watch),
  },
  {
    word: 'lake',
    summary: 'History as Parquet files: import archives and recordings, find holes, verify',
    load: () => import('./lake/verbs.ts').then((part) => part.lake),
  },
  {
    word: 'profile',
    summary: 'Named keys, each for one environment',
    load: () => import('./profile/verbs.ts').then((part) => part.profile),
  },
  {
    word: 'config',
    summary: 'Settings that stand for options, such as the output format',
    load: () => import('./config/verbs.ts').then((part) => part.config),
  },
  {
    word: 'alias',
    summary: 'Names of your own for command lines',
    load: () => import('./alias/verbs.ts').then((part) => part.alias),
  },
  {
    word: 'sandbox',
    summary: 'A simulated exchange on this machine',
    load: () => import('./sandbox/verbs.ts').then((part) => part.sandbox),
  },
  {
    word: 'serve',
    summary: 'Answer calls of programs over HTTP on loopback, or over a pipe',
    load: () => import('./serve/verbs.ts').then((part) => part.serve),
  },
  {
    word: 'python',
    summary: 'A client of bourse for Python programs',
    load: () => import('./python/verbs.ts').then((part) => part.python),
  },
  {
    word: 'batch',
    summary: 'Run many commands in one process',
    load: () => import('./batch/verbs.ts').then((part) => part.batch),
  },
  {
    word: 'shell',
    summary: 'Type many commands in one process, with history and completion',
    load: () => import('./shell/verbs.ts').then((part) => part.shell),
  },
  {
    word: 'api',
    summary: 'Call any API path, or list all endpoints',
    load: () => import('./api/verbs.ts').then((part) => part.api),
  },
  {
    word: 'explain',
    summary: 'Explain an error code, exit code, filter or endpoint, offline',
    load: () => import('./explain/verbs.ts').then((part) => part.explain),
  },
  {
    word: 'limits',
    summary: 'What this machine has used of the limits of the exchange',
    load: () => import('./limits/verbs.ts').then((part) => part.limits),
  },
  {
    word: 'doctor',
    summary: 'Check the setup of this machine',
    load: () => import('./doctor/verbs.ts').then((part) => part.doctor),
  },
  {
    word: 'completion',
    summary: 'Print a completion script for bash, zsh or fish',
    load: () => import('./completion/verbs.ts').then((part) => part.completion),
  },
];
