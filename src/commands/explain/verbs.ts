import type { CommandGroup } from '../types.ts';

export const explain: CommandGroup = {
  word: 'explain',
  summary: 'Explain a code, filter, enumeration, endpoint or command',
  verbs: [
    {
      words: [],
      summary: 'Explain an error code, exit code, HTTP status, filter, enumeration or endpoint, offline',
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
