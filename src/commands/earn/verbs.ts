import { amount } from '../calling/arguments.ts';
import { writeOptions } from '../calling/write-options.ts';
import type { CommandGroup, Positional } from '../types.ts';
import { earnTodayVerbs } from './today-verbs.ts';

const product: Positional = { name: 'product-id', required: true };
const optionalAsset: Positional = { name: 'asset' };

export const earn: CommandGroup = {
  word: 'earn',
  summary: 'Simple Earn: flexible and locked products',
  reportsUnresolved: true,
  verbs: [
    {
      words: ['flexible', 'list'],
      summary: 'Flexible products and their APR',
      endpoint: 'earn.flexible.list',
      positionals: [optionalAsset],
      examples: ['earn flexible list USDT', 'earn flexible list --all -o csv'],
    },
    {
      words: ['flexible', 'subscribe'],
      summary: 'Subscribe to a flexible product',
      endpoint: 'earn.flexible.subscribe',
      positionals: [product, amount],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'earn flexible subscribe USDT001 100 --dry-run',
        'earn flexible subscribe USDT001 100 --source-account FUND',
      ],
    },
    {
      words: ['flexible', 'redeem'],
      summary: 'Redeem an amount, or all, from a flexible product',
      endpoint: 'earn.flexible.redeem',
      positionals: [product, { name: 'amount' }],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: ['earn flexible redeem USDT001 50 --dry-run', 'earn flexible redeem USDT001 --redeem-all'],
    },
    {
      words: ['flexible', 'subscriptions'],
      summary: 'Subscription history of flexible products',
      endpoint: 'earn.flexible.subscriptions',
      examples: [
        'earn flexible subscriptions --asset USDT',
        'earn flexible subscriptions --start -30d --all -o csv',
      ],
    },
    {
      words: ['locked', 'list'],
      summary: 'Locked products, their terms and APR',
      endpoint: 'earn.locked.list',
      positionals: [optionalAsset],
      examples: [
        'earn locked list BNB --fields projectId,detail.duration,detail.apr',
        'earn locked list --all -o json',
      ],
    },
    {
      words: ['locked', 'subscribe'],
      summary: 'Subscribe to a locked product',
      endpoint: 'earn.locked.subscribe',
      positionals: [{ name: 'project-id', required: true }, amount],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: ["earn locked subscribe 'Bnb*90' 1 --dry-run", "earn locked subscribe 'Bnb*90' 1"],
    },
    {
      words: ['locked', 'subscriptions'],
      summary: 'Subscription history of locked products',
      endpoint: 'earn.locked.subscriptions',
      examples: [
        'earn locked subscriptions --asset BNB',
        'earn locked subscriptions --start -30d --all -o csv',
      ],
    },
    ...earnTodayVerbs,
  ],
};
