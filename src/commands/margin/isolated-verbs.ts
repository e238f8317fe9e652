import { symbol } from '../calling/arguments.ts';
import { writeOptions } from '../calling/write-options.ts';
import type { Verb } from '../types.ts';

/** Isolated margin accounts. */
export const isolatedVerbs: readonly Verb[] = [
  {
    words: ['isolated', 'accounts'],
    summary: 'Balances, debts and levels of isolated margin accounts',
    endpoint: 'margin.isolated.accounts',
    positionals: [{ name: 'symbols', isVariadic: true }],
    examples: ['margin isolated accounts', 'margin isolated accounts BTCUSDT ETHUSDT -o json'],
  },
  {
    words: ['isolated', 'enable'],
    summary: 'Create or enable the isolated margin account of a pair',
    endpoint: 'margin.isolated.enable',
    positionals: [symbol],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['margin isolated enable ETHUSDT --dry-run', 'margin isolated enable ETHUSDT --yes'],
  },
  {
    words: ['isolated', 'disable'],
    summary: 'Disable the empty isolated margin account of a pair',
    endpoint: 'margin.isolated.disable',
    positionals: [symbol],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['margin isolated disable ETHUSDT --dry-run', 'margin isolated disable ETHUSDT --yes'],
  },
  {
    words: ['isolated', 'limit'],
    summary: 'How many isolated margin accounts are enabled, and how many may be',
    endpoint: 'margin.isolated.limit',
    examples: ['margin isolated limit', 'margin isolated limit -o json'],
  },
  {
    words: ['isolated', 'pairs'],
    summary: 'Pairs that can be traded on isolated margin',
    endpoint: 'margin.isolated.pairs',
    positionals: [{ name: 'symbol' }],
    examples: ['margin isolated pairs', 'margin isolated pairs BTCUSDT -o csv'],
  },
];
