import type { CommandGroup } from '../types.ts';

export const audit: CommandGroup = {
  word: 'audit',
  summary: 'The audit log: what was decided about each write, and what became of it',
  verbs: [
    {
      words: ['show'],
      summary: 'Show the newest lines of the audit log, the oldest of them first',
      options: [
        { name: 'last', value: 'count', about: 'How many lines to show', default: '50' },
        { name: 'refused', about: 'Show only writes that were refused' },
      ],
      handler: () => import('./audit.ts').then((part) => ({ run: part.show })),
      examples: ['audit show', 'audit show --last 10 --refused -o json'],
      notes: [
        'Lines are written while a policy or a halt is in force. They hold a digest of the arguments, not the arguments.',
        'The client is what the variable BOURSE_CLIENT says: a program that runs bourse names itself by it.',
      ],
    },
    {
      words: ['verify'],
      summary: 'Check that no line of the audit log was changed, removed or inserted',
      handler: () => import('./audit.ts').then((part) => ({ run: part.verify })),
      examples: ['audit verify', 'audit verify -o json'],
      notes: [
        'Each line holds the hash of the one before. Exit code 1 names the first line that does not follow.',
        'Lines that were cut off at the end leave no trace in the log: keep the head that the check prints elsewhere, and compare.',
      ],
    },
  ],
};
