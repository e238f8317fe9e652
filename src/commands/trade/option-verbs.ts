/** Commands of options: market maker protection, countdowns, cancelling by underlying, the agreement to contracts on shares. */
import { writeOptions } from '../calling/write-options.ts';
import type { Positional, Verb } from '../types.ts';

const underlying: Positional = { name: 'underlying', required: true };
const sendWrite = () => import('../calling/send-write.ts');

export const optionVerbs: readonly Verb[] = [
  {
    words: ['mmp', 'set'],
    summary: 'Set market maker protection (options)',
    endpoint: { options: 'options.mmp.set' },
    positionals: [underlying],
    options: writeOptions,
    handler: sendWrite,
    examples: [
      'trade mmp set BTCUSDT --window-time-in-milliseconds 3000 --frozen-time-in-milliseconds 300000 --qty-limit 2 --delta-limit 2.3',
      'trade mmp set BTCUSDT --window-time-in-milliseconds 3000 --frozen-time-in-milliseconds 0 --qty-limit 2 --delta-limit 2.3 --yes',
    ],
  },
  {
    words: ['mmp', 'get'],
    summary: 'Current market maker protection (options)',
    endpoint: { options: 'options.mmp.get' },
    positionals: [underlying],
    examples: ['trade mmp get BTCUSDT', 'trade mmp get BTCUSDT -o json'],
  },
  {
    words: ['mmp', 'reset'],
    summary: 'End the freeze of a triggered market maker protection (options)',
    endpoint: { options: 'options.mmp.reset' },
    positionals: [underlying],
    options: writeOptions,
    handler: sendWrite,
    examples: ['trade mmp reset BTCUSDT', 'trade mmp reset BTCUSDT --yes'],
  },
  {
    words: ['countdown', 'get'],
    summary: 'The countdown of an underlying (options)',
    endpoint: { options: 'options.countdown.get' },
    positionals: [underlying],
    examples: ['trade countdown get BTCUSDT', 'trade countdown get BTCUSDT -o json'],
  },
  {
    words: ['countdown', 'heartbeat'],
    summary: 'Start the countdowns of underlyings again (options)',
    endpoint: { options: 'options.countdown.heartbeat' },
    positionals: [{ name: 'underlyings', required: true }],
    options: writeOptions,
    handler: sendWrite,
    examples: ['trade countdown heartbeat BTCUSDT', 'trade countdown heartbeat BTCUSDT,ETHUSDT --yes'],
  },
  {
    words: ['cancel-underlying'],
    summary: 'Cancel all open orders of the options on an underlying',
    endpoint: { options: 'options.open-orders.cancel-underlying' },
    positionals: [underlying],
    options: writeOptions,
    handler: sendWrite,
    examples: ['trade cancel-underlying BTCUSDT', 'trade cancel-underlying BTCUSDT --yes'],
  },
  {
    words: ['tradfi-agreement'],
    summary: 'Agree to the terms of contracts or options on shares and metals',
    endpoint: { usdm: 'usdm.tradfi-agreement', options: 'options.tradfi-agreement' },
    options: writeOptions,
    handler: sendWrite,
    examples: ['trade tradfi-agreement --dry-run', 'trade tradfi-agreement --on options --yes'],
  },
];
