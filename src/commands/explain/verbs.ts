import type { CommandGroup } from '../types.ts';

export const explain: CommandGroup = {
  word: 'explain',
  summary: 'What a code, filter, word or endpoint means',
  verbs: [
    {
      words: [],
      summary: 'What an error code, exit code, HTTP status, filter, enumeration or endpoint means, offline',
      positionals: [
        {
          name: 'subject',
          required: true,
          isVariadic: true,
          about: 'Such as -1121, 7, 429, LOT_SIZE, side, spot.klines, /api/v3/depth or market klines',
        },
      ],
      handler: () => import('./explain.ts'),
      examples: ['explain -1121', 'explain spot.klines'],
    },
  ],
};
