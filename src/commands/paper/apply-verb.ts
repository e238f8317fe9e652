/** The verb `apply` of the groups `paper` and `thesis`, apart from the other verbs of either group. */
import type { Verb } from '../types.ts';
import { ledgerOption, sourceOptions } from './options.ts';

/** `paper apply`, which `thesis apply` shares. */
export const applyVerb: Verb = {
  words: ['apply'],
  summary: 'Carry theses out on the paper ledger, at the prices of now',
  positionals: [
    {
      name: 'file',
      required: true,
      isVariadic: true,
      about: 'Files with a thesis, or one a line; - for standard input',
    },
  ],
  options: [
    { name: 'dry-run', about: 'Print the entries without writing them' },
    { name: 'again', about: 'Carry out theses that were applied before once more' },
    ...sourceOptions,
    ledgerOption,
  ],
  handler: () => import('./apply.ts'),
  examples: ['paper apply thesis.json', 'paper apply - --ledger main -o ndjson'],
  notes: [
    'Exit code 0 if nothing was refused, 1 if something was and nothing applied, 8 if some was; 5 without a price.',
    'Reads no key and places no order: prices are public, and the ledger is a file of this machine.',
  ],
};
