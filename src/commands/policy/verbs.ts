import type { CommandGroup } from '../types.ts';

export const policy: CommandGroup = {
  word: 'policy',
  summary: 'Which writes bourse may send: rules, and a halt of writes',
  verbs: [
    {
      words: ['check'],
      summary: 'Check a policy file; the one that is in force if omitted',
      positionals: [{ name: 'file', about: 'Path of the file; the policy that is in force if omitted' }],
      handler: () => import('./policy.ts').then((part) => ({ run: part.check })),
      examples: ['policy check', 'policy check policy.json'],
      notes: [
        'Exit code 9 if the file cannot be used; the error lists every fault with its place.',
        'The policy in force is policy.json in the configuration folder, with mode 0600. Which rule would decide a write is shown by --dry-run of its command.',
      ],
    },
    {
      words: ['init'],
      summary: 'Print a policy to start from',
      options: [
        {
          name: 'default',
          value: 'verdict',
          values: ['refuse', 'ask', 'allow'],
          about: 'What becomes of a write that no rule matches',
          default: 'refuse',
        },
      ],
      handler: () => import('./policy.ts').then((part) => ({ run: part.init })),
      formats: ['json'],
      examples: ['policy init', 'policy init --default allow'],
      notes: ['bourse never writes the policy file itself: a person puts it in place.'],
    },
    {
      words: ['halt'],
      summary: 'Refuse all writes of this machine except those that cancel or reduce, until policy resume',
      handler: () => import('./policy.ts').then((part) => ({ run: part.halt })),
      examples: ['policy halt', 'policy halt -o json'],
    },
    {
      words: ['resume'],
      summary: 'End a halt; only a person at a terminal can',
      handler: () => import('./policy.ts').then((part) => ({ run: part.resume })),
      examples: ['policy resume', 'policy resume -o json'],
    },
  ],
};
