import type { CommandGroup } from '../types.ts';

export const approve: CommandGroup = {
  word: 'approve',
  summary: 'Approve a write that the policy asks about',
  verbs: [
    {
      words: [],
      summary:
        'Show a planned write in words, and approve it by typing its code; only a person at a terminal can',
      positionals: [{ name: 'plan', required: true, about: 'The plan that the refused write named' }],
      handler: () => import('./approve.ts'),
      examples: ['approve p0123456789ab', 'approve p0123456789ab -o json'],
      notes: [
        'Nothing is sent: the program that wanted to send the write sends it again, with exactly the same arguments and client order id.',
        'An approval is good for one write, until it expires, and while the policy stays as it is. Exit code 9 for a plan that is unknown, expired, used or outdated.',
      ],
    },
  ],
};
