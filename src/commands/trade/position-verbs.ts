/** Commands for position settings, and for market maker protection of options. */
import { symbol } from '../calling/arguments.ts';
import { writeOptions } from '../calling/write-options.ts';
import type { Verb } from '../types.ts';

export const positionVerbs: readonly Verb[] = [
  {
    words: ['leverage'],
    summary: 'Set the leverage of a symbol',
    endpoint: { usdm: 'usdm.leverage', coinm: 'coinm.leverage' },
    positionals: [symbol, { name: 'leverage', required: true }],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['trade leverage BTCUSDT 20', 'trade leverage BTCUSDT --leverage 5 --yes'],
  },
  {
    words: ['margin-type'],
    summary: 'Set the margin mode of a symbol: isolated or cross',
    endpoint: { usdm: 'usdm.margin-type', coinm: 'coinm.margin-type' },
    positionals: [symbol, { name: 'margin-type', required: true }],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['trade margin-type BTCUSDT ISOLATED', 'trade margin-type BTCUSDT CROSSED --yes'],
  },
  {
    words: ['position-margin'],
    summary: 'Add margin to an isolated position, or remove it',
    endpoint: { usdm: 'usdm.position-margin', coinm: 'coinm.position-margin' },
    positionals: [symbol],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: [
      'trade position-margin BTCUSDT --amount 10 --type 1 --yes',
      'trade position-margin BTCUSDT --amount 10 --type 2 --yes',
    ],
  },
  {
    words: ['position-mode'],
    summary: 'Set one-way or hedge mode for all symbols',
    endpoint: { usdm: 'usdm.position-mode.set', coinm: 'coinm.position-mode.set' },
    positionals: [{ name: 'dual-side-position', required: true }],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['trade position-mode true', 'trade position-mode true --on coinm --yes'],
  },
  {
    words: ['assets-mode'],
    summary: 'Set multi-assets mode: several assets are margin of all positions',
    endpoint: { usdm: 'usdm.assets-mode.set' },
    positionals: [{ name: 'multi-assets-margin', required: true }],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['trade assets-mode true', 'trade assets-mode false --yes'],
  },
  {
    words: ['fee-burn'],
    summary: 'Pay commissions of futures in BNB at a discount, or stop doing so',
    endpoint: { usdm: 'usdm.fee-burn.set' },
    positionals: [{ name: 'fee-burn', required: true }],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['trade fee-burn true', 'trade fee-burn false --yes'],
  },
];
