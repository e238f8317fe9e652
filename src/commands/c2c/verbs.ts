import type { CommandGroup } from '../types.ts';

export const c2c: CommandGroup = {
  word: 'c2c',
  summary: 'Peer-to-peer (C2C) trades',
  verbs: [
    {
      words: ['orders'],
      summary: 'Your C2C trade history',
      endpoint: 'c2c.orders',
      positionals: [{ name: 'trade-type', required: true }],
      examples: ['c2c orders BUY', 'c2c orders SELL --start-timestamp -30d --all -o csv'],
    },
  ],
};
