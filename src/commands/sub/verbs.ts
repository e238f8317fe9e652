import { amount, asset } from '../calling/arguments.ts';
import { writeOptions } from '../calling/write-options.ts';
import type { CommandGroup, Positional } from '../types.ts';
import { subTodayVerbs } from './today-verbs.ts';

const email: Positional = { name: 'email', required: true };

export const sub: CommandGroup = {
  word: 'sub',
  summary: 'Sub-accounts: list, inspect, transfer assets between them',
  reportsUnresolved: true,
  verbs: [
    {
      words: ['list'],
      summary: 'Sub-accounts of this master account',
      endpoint: 'sub.list',
      examples: ['sub list --all', 'sub list --limit 200 -o csv'],
    },
    {
      words: ['status'],
      summary: 'Whether sub-accounts are enabled, for margin and for futures',
      endpoint: 'sub.status',
      positionals: [{ name: 'email' }],
      examples: ['sub status', 'sub status desk@example.com'],
    },
    {
      words: ['spot-summary'],
      summary: 'Spot balances of sub-accounts, in BTC',
      endpoint: 'sub.spot-summary',
      positionals: [{ name: 'email' }],
      examples: ['sub spot-summary --all', 'sub spot-summary desk@example.com'],
    },
    {
      words: ['transfer', 'universal'],
      summary: 'Transfer an asset between wallets of master and sub-accounts',
      endpoint: 'sub.transfer.universal',
      positionals: [asset, amount],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'sub transfer universal USDT 100 --to-email desk@example.com --from-account-type SPOT --to-account-type USDT_FUTURE',
        'sub transfer universal BTC 0.1 --from-email desk@example.com --from-account-type SPOT --to-account-type SPOT --dry-run',
      ],
    },
    {
      words: ['transfer', 'to-sub'],
      summary: 'Transfer an asset from this sub-account to another',
      endpoint: 'sub.transfer.to-sub',
      positionals: [{ name: 'to-email', required: true }, asset, amount],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'sub transfer to-sub research@example.com USDT 100 --dry-run',
        'sub transfer to-sub research@example.com USDT 100 --profile desk',
      ],
    },
    {
      words: ['transfer', 'to-master'],
      summary: 'Transfer an asset from this sub-account to its master',
      endpoint: 'sub.transfer.to-master',
      positionals: [asset, amount],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'sub transfer to-master USDT 100 --dry-run',
        'sub transfer to-master USDT 100 --profile desk',
      ],
    },
    {
      words: ['transfer', 'history'],
      summary: 'Transfer history between the spot wallets of master and sub-accounts',
      endpoint: 'sub.transfer.history',
      examples: [
        'sub transfer history --start -30d --all',
        'sub transfer history --to-email desk@example.com -o csv',
      ],
    },
    {
      words: ['margin', 'account'],
      summary: 'The margin account of a sub-account',
      endpoint: 'sub.margin.account',
      positionals: [email],
      examples: ['sub margin account desk@example.com', 'sub margin account desk@example.com -o json'],
    },
    {
      words: ['margin', 'summary'],
      summary: 'Margin totals of all sub-accounts',
      endpoint: 'sub.margin.summary',
      examples: ['sub margin summary', 'sub margin summary -o json'],
    },
    {
      words: ['margin', 'enable'],
      summary: 'Enable margin trading for a sub-account',
      endpoint: 'sub.margin.enable',
      positionals: [email],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: ['sub margin enable desk@example.com --dry-run', 'sub margin enable desk@example.com --yes'],
    },
    {
      words: ['futures', 'account'],
      summary: 'The futures account of a sub-account',
      endpoint: 'sub.futures.account',
      positionals: [email],
      examples: [
        'sub futures account desk@example.com',
        'sub futures account desk@example.com --futures-type 2',
      ],
    },
    {
      words: ['futures', 'summary'],
      summary: 'Futures totals of all sub-accounts',
      endpoint: 'sub.futures.summary',
      examples: ['sub futures summary', 'sub futures summary --page 1 --limit 10'],
    },
    {
      words: ['futures', 'positions'],
      summary: 'Futures positions of a sub-account',
      endpoint: 'sub.futures.positions',
      positionals: [email],
      examples: ['sub futures positions desk@example.com', 'sub futures positions desk@example.com -o csv'],
    },
    {
      words: ['futures', 'transfer'],
      summary: 'Transfer an asset between the spot and the futures wallet of a sub-account',
      endpoint: 'sub.futures.transfer',
      positionals: [email, asset, amount],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'sub futures transfer desk@example.com USDT 100 --type 1 --dry-run',
        'sub futures transfer desk@example.com USDT 100 --type 2',
      ],
    },
    {
      words: ['futures', 'enable'],
      summary: 'Enable futures trading for a sub-account',
      endpoint: 'sub.futures.enable',
      positionals: [email],
      options: writeOptions,
      handler: () => import('../calling/send-write.ts'),
      examples: [
        'sub futures enable desk@example.com --dry-run',
        'sub futures enable desk@example.com --yes',
      ],
    },
    ...subTodayVerbs,
  ],
};
