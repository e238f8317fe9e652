import type { CommandGroup } from '../types.ts';

export const limits: CommandGroup = {
  word: 'limits',
  summary: 'What this machine has used of the limits of the exchange',
  verbs: [
    {
      words: [],
      summary:
        'Show what all processes of this machine have used of each limit, when its window ends, and what the exchange has banned or paused; sends nothing',
      options: [
        {
          name: 'watch',
          about: 'Show the limits every second until Ctrl-C: in place on a terminal, as lines in a pipe',
          outsideBatch: 'it runs until it is stopped',
        },
      ],
      handler: () => import('./limits.ts'),
      examples: ['limits', 'limits -o json'],
      notes: [
        'A limit is listed until an answer shows another one: announced by the exchange, or learned from a refusal.',
        'The sandbox inside a process has no limits that others share; it is not shown.',
      ],
    },
  ],
};
