import type { CommandGroup, Positional } from '../types.ts';

const name: Positional = {
  name: 'name',
  required: true,
  about: 'Lowercase letters, digits, "-" and "_", max 32',
};

export const alias: CommandGroup = {
  word: 'alias',
  summary: 'Names of your own for command lines',
  repairsConfig: true,
  verbs: [
    {
      words: ['set'],
      summary: 'Give a command line a name; what is typed after the name is appended',
      positionals: [
        name,
        { name: 'line', required: true, about: 'The command line without bourse, in quotes' },
      ],
      handler: () => import('./alias.ts').then((part) => ({ run: part.set })),
      examples: [
        ['alias', 'set', 'lp', "'market ticker price'"].join(' '),
        ['alias', 'set', 'hourly', "'market klines --interval 1h -o csv'"].join(' '),
      ],
      notes: [
        'bourse lp BTCUSDT then runs bourse market ticker price BTCUSDT; --debug, --dry-run and errors show the whole line.',
        'A name never replaces a command, and an alias never leads to another one.',
        '--yes cannot be part of an alias: the confirmation of a write is typed where the write is.',
      ],
    },
    {
      words: ['list'],
      summary: 'All aliases',
      handler: () => import('./alias.ts').then((part) => ({ run: part.list })),
      examples: ['alias list', 'alias list -o json'],
    },
    {
      words: ['get'],
      summary: 'The command line of an alias',
      positionals: [name],
      handler: () => import('./alias.ts').then((part) => ({ run: part.get })),
      examples: ['alias get lp', 'alias get lp -o json'],
    },
    {
      words: ['remove'],
      summary: 'Remove an alias',
      positionals: [name],
      handler: () => import('./alias.ts').then((part) => ({ run: part.remove })),
      examples: ['alias remove lp', 'alias remove lp --quiet'],
    },
  ],
};
