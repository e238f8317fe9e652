import type { CommandGroup } from '../types.ts';

export const c2c: CommandGroup = {
  word: 'c2c',
  summary: 'Trades with other customers',
  verbs: [
    {
      words: ['orders'],
      summary: 'Your trades with other customers',
      endpoint: 'c2c.orders',
      positionals: [{ name: 'trade-type', required: true }],
      examples: ['c2c orders BUY', 'c2c orders SELL --start-timestamp -30d --all -o csv'],
    },
  ],
};
