import { ACTIONS } from '../../thesis/contract.ts';
import { FIELDS } from '../../thesis/draft-fields.ts';
import type { CommandGroup, OptionSpec, Positional } from '../types.ts';

const files: Positional = {
  name: 'file',
  required: true,
  isVariadic: true,
  about: 'Files, folders of *.json, *.ndjson and *.jsonl, or - for standard input',
};

const draftOptions: readonly OptionSpec[] = Object.entries(FIELDS).map(([name, field]) => ({
  name,
  value: field.value,
  about: field.about,
  ...(field.kind === 'list' ? { many: true as const } : {}),
}));

export const thesis: CommandGroup = {
  word: 'thesis',
  summary: 'Position-management theses: paper and watch only, never a real order',
  verbs: [
    {
      words: ['validate'],
      summary: 'Judge theses against the contract, every fault with its place and its remedy',
      positionals: [files],
      options: [{ name: 'ndjson', about: 'Every source is a stream with one thesis a line, of any length' }],
      handler: () => import('./review.ts').then((part) => ({ run: part.validate })),
      examples: ['thesis validate thesis.json', 'thesis validate - --ndjson -o json'],
      notes: [
        'Exit code 0 when all are valid, 1 when one is not, 2 when a source cannot be opened.',
        'Standard input is one thesis unless --ndjson is given; *.ndjson and *.jsonl are streams by their name.',
      ],
    },
    {
      words: ['lint'],
      summary: 'Warn of what the contract allows and is hardly meant',
      positionals: [
        { name: 'file', required: true, isVariadic: true, about: 'Files, or - for standard input' },
      ],
      options: [{ name: 'strict', about: 'Exit with 1 when there are warnings' }],
      handler: () => import('./review.ts').then((part) => ({ run: part.lint })),
      examples: ['thesis lint thesis.json', 'thesis lint thesis.json --strict -o json'],
    },
    {
      words: ['explain'],
      summary: 'What a thesis would do, in a sentence and as fields',
      positionals: [{ name: 'file', required: true, about: 'A file, or - for standard input' }],
      handler: () => import('./review.ts').then((part) => ({ run: part.explain })),
      examples: ['thesis explain thesis.json', 'thesis explain - -o json'],
    },
    {
      words: ['new'],
      summary: 'Write a valid thesis; with --action alone, an example',
      options: [
        { name: 'action', value: 'action', values: ACTIONS, about: 'What to do with the position; required' },
        ...draftOptions,
      ],
      handler: () => import('./new.ts').then((part) => ({ run: part.write })),
      examples: [
        'thesis new --action add --symbol BTCUSDT --side LONG --margin 100 --leverage 3 --reason "trend goes on"',
        'thesis new --action hold',
      ],
    },
    {
      words: ['schema'],
      summary: 'The JSON Schema of the contract',
      handler: () => import('./new.ts').then((part) => ({ run: part.schema })),
      examples: ['thesis schema', 'thesis schema > thesis.schema.json'],
    },
  ],
};
