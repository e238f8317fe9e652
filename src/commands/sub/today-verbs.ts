/** Commands about sub-accounts that only today's interface has. */
import { amount, asset } from '../calling/arguments.ts';
import { writeOptions } from '../calling/write-options.ts';
import type { Positional, Verb } from '../types.ts';

const email: Positional = { name: 'email', required: true };
const futuresType: Positional = { name: 'futures-type', required: true };

export const subTodayVerbs = [
  {
    words: ['assets'],
    summary: 'Spot balances of a sub-account',
    endpoint: 'sub.assets',
    positionals: [email],
    examples: ['sub assets desk@example.com', 'sub assets desk@example.com -o csv'],
  },
  {
    words: ['transfer', 'universal-history'],
    summary: 'Universal transfers of master and sub-accounts',
    endpoint: 'sub.transfer.universal-history',
    examples: [
      'sub transfer universal-history --start -30d --all',
      'sub transfer universal-history --to-email desk@example.com -o csv',
    ],
  },
  {
    words: ['transfer', 'own-history'],
    summary: 'Transfers of this sub-account from or to other accounts',
    endpoint: 'sub.transfer.own-history',
    examples: [
      'sub transfer own-history --profile desk',
      'sub transfer own-history --type 1 --asset USDT --profile desk',
    ],
  },
  {
    words: ['futures', 'account-v2'],
    summary: 'The USD-M or COIN-M account of a sub-account (v2 endpoint)',
    endpoint: 'sub.futures.account-v2',
    positionals: [email, futuresType],
    examples: [
      'sub futures account-v2 desk@example.com 1',
      'sub futures account-v2 desk@example.com 2 -o json',
    ],
  },
  {
    words: ['futures', 'summary-v2'],
    summary: 'USD-M or COIN-M totals of all sub-accounts (v2 endpoint)',
    endpoint: 'sub.futures.summary-v2',
    positionals: [futuresType],
    examples: ['sub futures summary-v2 1', 'sub futures summary-v2 2 --limit 20 -o json'],
  },
  {
    words: ['futures', 'positions-v2'],
    summary: 'USD-M or COIN-M positions of a sub-account (v2 endpoint)',
    endpoint: 'sub.futures.positions-v2',
    positionals: [email, futuresType],
    examples: [
      'sub futures positions-v2 desk@example.com 1',
      'sub futures positions-v2 desk@example.com 2 -o json',
    ],
  },
  {
    words: ['futures', 'internal-transfer'],
    summary: 'Transfer an asset between the futures wallets of two accounts',
    endpoint: 'sub.futures.internal-transfer',
    positionals: [
      { name: 'from-email', required: true },
      { name: 'to-email', required: true },
      asset,
      amount,
    ],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: [
      'sub futures internal-transfer desk@example.com research@example.com USDT 10 --futures-type 1 --dry-run',
      'sub futures internal-transfer desk@example.com research@example.com USDT 10 --futures-type 1',
    ],
  },
  {
    words: ['futures', 'internal-history'],
    summary: 'Transfers between the futures wallets of a sub-account and of other accounts',
    endpoint: 'sub.futures.internal-history',
    positionals: [email, futuresType],
    examples: [
      'sub futures internal-history desk@example.com 1 --start -30d --all',
      'sub futures internal-history desk@example.com 2 -o csv',
    ],
  },
  {
    words: ['deposit-address'],
    summary: 'The deposit address of a sub-account for a coin',
    endpoint: 'sub.deposit.address',
    positionals: [email, { name: 'coin', required: true }],
    examples: [
      'sub deposit-address desk@example.com USDT --network TRX',
      'sub deposit-address desk@example.com BTC -o json',
    ],
  },
  {
    words: ['deposits'],
    summary: 'Deposits of a sub-account',
    endpoint: 'sub.deposit.history',
    positionals: [email],
    examples: ['sub deposits desk@example.com', 'sub deposits desk@example.com --start -30d --all -o csv'],
  },
] as const satisfies readonly Verb[];
