import { followOptions, ledgerOption, sourceOptions } from '../paper/options.ts';
import type { CommandGroup } from '../types.ts';

const load = () => import('./watch.ts');

export const watch: CommandGroup = {
  word: 'watch',
  summary: 'Watch book of the paper ledger: what a thesis would have done',
  verbs: [
    {
      words: ['list'],
      summary: 'Open positions of the watch book',
      options: [ledgerOption],
      handler: () => load().then((part) => ({ run: part.list })),
      examples: ['watch list', 'watch list -o json'],
    },
    {
      words: ['score'],
      summary: 'Results of watch positions beside those of the originals that they copy',
      options: [ledgerOption],
      handler: () => load().then((part) => ({ run: part.score })),
      examples: ['watch score', 'watch score -o csv'],
    },
    {
      words: ['remove'],
      summary: 'Hide a watch position; the ledger goes on with it',
      positionals: [{ name: 'position', required: true, about: 'Id of the position, such as wpos-1' }],
      options: [ledgerOption],
      handler: () => load().then((part) => ({ run: part.remove })),
      examples: ['watch remove wpos-1', 'watch remove wpos-1 --ledger main'],
    },
    {
      words: ['run'],
      summary: 'Follow prices and print the levels that were hit since the last look, until Ctrl-C',
      options: [
        { name: 'once', about: 'Look once; exit code 1 if a level was hit' },
        ...followOptions,
        ...sourceOptions,
        ledgerOption,
      ],
      outsideBatch: { why: 'it runs until it is stopped', unless: ['once', 'for', 'until'] },
      handler: () => load().then((part) => ({ run: part.run })),
      examples: ['watch run --once', 'watch run --for 1h -o ndjson'],
      notes: [
        'The last look is kept in the ledger. The paper book goes on with time too.',
        '--candles and --price need --once.',
      ],
    },
  ],
};
