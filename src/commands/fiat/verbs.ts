import type { CommandGroup, Positional } from '../types.ts';

const transactionType: Positional = { name: 'transaction-type', required: true };

export const fiat: CommandGroup = {
  word: 'fiat',
  summary: 'Fiat: deposits and withdrawals, purchases and sales of crypto',
  verbs: [
    {
      words: ['orders'],
      summary: 'Fiat: deposits and withdrawals',
      endpoint: 'fiat.orders',
      positionals: [transactionType],
      examples: ['fiat orders deposit', 'fiat orders withdrawal --begin-time -90d -o csv'],
    },
    {
      words: ['payments'],
      summary: 'Fiat: purchases and sales of crypto',
      endpoint: 'fiat.payments',
      positionals: [transactionType],
      examples: ['fiat payments buy', 'fiat payments sell --begin-time -90d --all -o csv'],
    },
  ],
};
