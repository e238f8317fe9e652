import type { CommandGroup } from '../types.ts';

export const python: CommandGroup = {
  word: 'python',
  summary: 'A client of bourse for Python programs',
  verbs: [
    {
      words: [],
      summary: 'Print a Python module with a method for each call, which needs nothing but Python 3.9',
      handler: () => import('./python.ts'),
      examples: ['python > bourse.py'],
      notes: [
        'Bourse.start() starts bourse and speaks to it over a pipe; Bourse() calls a running bourse serve.',
        'Decimals are Decimal, ids int, times int in ms. docs/python.md has examples.',
      ],
    },
  ],
};
