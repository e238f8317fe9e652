import type { CommandGroup } from '../types.ts';

export const explain: CommandGroup = {
  word: 'explain',
  summary: 'Explain a code, filter, parameter, limit, trading term, endpoint or command',
  verbs: [
    {
      words: [],
      summary:
        'Explain an error, exit code, HTTP status, filter, enumeration, parameter, limit, term, endpoint or command, offline',
      positionals: [
        {
          name: 'subject',
          required: true,
          isVariadic: true,
          about:
            'Such as -1121, BAD_SYMBOL, 7, 429, LOT_SIZE, side, GTX, recvWindow, spotWeight, funding, spot.klines, /api/v3/depth or market klines',
        },
      ],
      handler: () => import('./explain.ts'),
      examples: ['explain -1121', 'explain post-only'],
    },
  ],
};
