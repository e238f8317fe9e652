import type { CommandGroup } from '../types.ts';

export const wallet: CommandGroup = {
  word: 'wallet',
  summary: 'Tokens held by an on-chain wallet',
  verbs: [
    {
      words: ['holdings'],
      summary: 'Tokens that an address holds on a chain, with prices and values',
      endpoint: 'onchain.holdings',
      positionals: [{ name: 'address', required: true }],
      options: [
        { name: 'all', about: 'Fetch all pages' },
        { name: 'max-pages', value: 'n', about: 'Max pages', default: '100' },
        { name: 'sort', value: 'key', values: ['value'], about: 'Sort by value in USD, largest first' },
        { name: 'min-value', value: 'usd', about: 'Hide tokens worth less' },
      ],
      handler: () => import('./holdings.ts'),
      examples: [
        'wallet holdings 0x8894E0a0c962CB723c1976a4421c95949bE2D4E3 --chain 56',
        'wallet holdings 5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9 --chain solana --all --sort value',
      ],
      notes: [
        'Chains can be given by alias: bsc, base, solana. Public data: no key is read or sent, even if one is set.',
      ],
    },
    {
      words: ['chains'],
      summary: 'Supported chains',
      handler: () => import('./chains.ts'),
      examples: ['wallet chains', 'wallet chains -o json'],
    },
  ],
};
