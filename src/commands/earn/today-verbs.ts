/** Commands of Simple Earn that the live exchange has today and the interface document lacks. */
import { writeOptions } from '../calling/write-options.ts';
import type { Positional, Verb } from '../types.ts';

const product: Positional = { name: 'product-id', required: true };

export const earnTodayVerbs = [
  {
    words: ['account'],
    summary: 'Value of what is in flexible and in locked products',
    endpoint: 'earn.account',
    examples: ['earn account', 'earn account -o json'],
  },
  {
    words: ['flexible', 'positions'],
    summary: 'Your amounts in flexible products',
    endpoint: 'earn.flexible.positions',
    examples: ['earn flexible positions', 'earn flexible positions --asset USDT -o json'],
  },
  {
    words: ['flexible', 'rewards'],
    summary: 'Rewards of flexible products',
    endpoint: 'earn.flexible.rewards',
    positionals: [{ name: 'type', required: true }],
    examples: ['earn flexible rewards ALL', 'earn flexible rewards REALTIME --start -30d --all -o csv'],
  },
  {
    words: ['flexible', 'rates'],
    summary: 'Daily rates of a flexible product',
    endpoint: 'earn.flexible.rates',
    positionals: [product],
    examples: ['earn flexible rates USDT001', 'earn flexible rates USDT001 --start -90d --all -o csv'],
  },
  {
    words: ['flexible', 'quota'],
    summary: 'Remaining subscription quota of a flexible product',
    endpoint: 'earn.flexible.quota',
    positionals: [product],
    examples: ['earn flexible quota USDT001', 'earn flexible quota USDT001 -o json'],
  },
  {
    words: ['flexible', 'redemptions'],
    summary: 'Redemptions from flexible products',
    endpoint: 'earn.flexible.redemptions',
    examples: ['earn flexible redemptions', 'earn flexible redemptions --start -30d --all -o csv'],
  },
  {
    words: ['flexible', 'auto-subscribe'],
    summary: 'Let the interest of a flexible product be subscribed again, or paid out',
    endpoint: 'earn.flexible.auto-subscribe',
    positionals: [product, { name: 'auto-subscribe', required: true }],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: [
      'earn flexible auto-subscribe USDT001 true --dry-run',
      'earn flexible auto-subscribe USDT001 false',
    ],
  },
  {
    words: ['locked', 'positions'],
    summary: 'Your amounts in locked products',
    endpoint: 'earn.locked.positions',
    examples: ['earn locked positions', 'earn locked positions --asset BNB -o json'],
  },
  {
    words: ['locked', 'rewards'],
    summary: 'Rewards of locked products',
    endpoint: 'earn.locked.rewards',
    examples: ['earn locked rewards', 'earn locked rewards --start -30d --all -o csv'],
  },
  {
    words: ['locked', 'quota'],
    summary: 'Remaining subscription quota of a locked product',
    endpoint: 'earn.locked.quota',
    positionals: [{ name: 'project-id', required: true }],
    examples: ['earn locked quota Bnb*90', 'earn locked quota Bnb*90 -o json'],
  },
  {
    words: ['locked', 'redemptions'],
    summary: 'Redemptions from locked products',
    endpoint: 'earn.locked.redemptions',
    examples: ['earn locked redemptions', 'earn locked redemptions --start -30d --all -o csv'],
  },
  {
    words: ['locked', 'auto-subscribe'],
    summary: 'Let a locked position be locked again at the end of its term, or paid out',
    endpoint: 'earn.locked.auto-subscribe',
    positionals: [
      { name: 'position-id', required: true },
      { name: 'auto-subscribe', required: true },
    ],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['earn locked auto-subscribe 40002 true --dry-run', 'earn locked auto-subscribe 40002 false'],
  },
  {
    words: ['locked', 'redeem-option'],
    summary: 'Choose where a locked position is paid out at the end of its term',
    endpoint: 'earn.locked.redeem-option',
    positionals: [
      { name: 'position-id', required: true },
      { name: 'redeem-to', required: true },
    ],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['earn locked redeem-option 40002 FLEXIBLE --dry-run', 'earn locked redeem-option 40002 SPOT'],
  },
  {
    words: ['locked', 'redeem'],
    summary: 'Redeem a locked position early',
    endpoint: 'earn.locked.redeem',
    positionals: [{ name: 'position-id', required: true }],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['earn locked redeem 40002 --dry-run', 'earn locked redeem 40002'],
  },
] as const satisfies readonly Verb[];
