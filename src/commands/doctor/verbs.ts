import type { CommandGroup } from '../types.ts';

export const doctor: CommandGroup = {
  word: 'doctor',
  summary: 'Check the setup of this machine',
  verbs: [
    {
      words: [],
      summary:
        'Check Node, folders, variables and the connection to the exchange; exit code 1 if there is a fault',
      options: [{ name: 'offline', about: 'Send nothing' }],
      handler: () => import('./doctor.ts'),
      examples: ['doctor', 'doctor --env sandbox -o json'],
    },
  ],
};
