import type { CommandGroup, Positional } from '../types.ts';

const transactionType: Positional = { name: 'transaction-type', required: true };

export const fiat: CommandGroup = {
  word: 'fiat',
  summary: 'Legal money: deposits, withdrawals, purchases, sales',
  verbs: [
    {
      words: ['orders'],
      summary: 'Deposits or withdrawals of legal money',
      endpoint: 'fiat.orders',
      positionals: [transactionType],
      examples: ['fiat orders 0', 'fiat orders 1 --begin-time -90d -o csv'],
    },
    {
      words: ['payments'],
      summary: 'Purchases or sales of crypto for legal money',
      endpoint: 'fiat.payments',
      positionals: [transactionType],
      examples: ['fiat payments 0', 'fiat payments 1 --begin-time -90d --all -o csv'],
    },
  ],
};
