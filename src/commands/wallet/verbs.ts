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
        { name: 'all', about: 'Go on page by page to the end' },
        { name: 'max-pages', value: 'n', about: 'Stop after so many pages', default: '100' },
        { name: 'sort', value: 'key', values: ['value'], about: 'Sort by value in USD, the largest first' },
        { name: 'min-value', value: 'usd', about: 'Leave out what is worth less' },
      ],
      handler: () => import('./holdings.ts'),
      examples: [
        'wallet holdings 0x8894E0a0c962CB723c1976a4421c95949bE2D4E3 --chain 56',
        'wallet holdings 5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9 --chain solana --all --sort value',
      ],
      notes: [
        'Chains are also known as bsc, base and solana. Public: no key is read or sent, also when one is set.',
      ],
    },
    {
      words: ['chains'],
      summary: 'The chains that can be asked about',
      handler: () => import('./chains.ts'),
      examples: ['wallet chains', 'wallet chains -o json'],
    },
  ],
};
