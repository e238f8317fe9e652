import type { CommandGroup, Positional } from './types.ts';

const symbol: Positional = { name: 'symbol', required: true };

export const account: CommandGroup = {
  word: 'account',
  summary: 'Your account: balances, trades, commissions, limits',
  endpoints: () => import('../catalogue/spot/account.ts').then((part) => part.spotAccount),
  verbs: [
    {
      words: ['info'],
      summary: 'Balances, commissions and permissions',
      endpoint: { spot: 'spot.account' },
      examples: ['account info --omit-zero-balances', 'account info -o json'],
    },
    {
      words: ['trades'],
      summary: 'Your trades on a symbol',
      endpoint: { spot: 'spot.my-trades' },
      positionals: [symbol],
      examples: ['account trades BTCUSDT --limit 20', 'account trades BTCUSDT --order-id 28'],
    },
    {
      words: ['commission'],
      summary: 'Your commission rates on a symbol',
      endpoint: { spot: 'spot.commission' },
      positionals: [symbol],
      examples: ['account commission BTCUSDT', 'account commission BTCUSDT -o json'],
    },
    {
      words: ['order-limits'],
      summary: 'How much of the order limits is used',
      endpoint: { spot: 'spot.order-limits' },
      examples: ['account order-limits', 'account order-limits -o json'],
    },
  ],
};
