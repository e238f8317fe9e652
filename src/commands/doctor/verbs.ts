import type { CommandGroup } from '../types.ts';

export const doctor: CommandGroup = {
  word: 'doctor',
  summary: 'Check the set-up of this machine',
  verbs: [
    {
      words: [],
      summary:
        'Check Node, folders, variables and the way to the exchange; exit 1 when something is at fault',
      options: [{ name: 'offline', about: 'Send nothing' }],
      handler: () => import('./doctor.ts'),
      examples: ['doctor', 'doctor --env sandbox -o json'],
    },
  ],
};
