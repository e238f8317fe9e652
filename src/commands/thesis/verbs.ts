import { ACTIONS } from '../../thesis/contract.ts';
import { FIELDS } from '../../thesis/draft-fields.ts';
import { applyVerb } from '../paper/apply-verb.ts';
import { groupOption } from '../paper/options.ts';
import type { CommandGroup, OptionSpec, Positional } from '../types.ts';

const files: Positional = {
  name: 'file',
  required: true,
  isVariadic: true,
  about: 'Files, folders of *.json, *.ndjson and *.jsonl, or - for standard input',
};

const draftOptions: readonly OptionSpec[] = Object.entries(FIELDS).map(
  ([name, field]): OptionSpec => ({
    name,
    value: field.value,
    about: field.about,
    ...(field.kind === 'list' ? { isRepeatable: true as const } : {}),
  }),
);

const replayPositionals: readonly Positional[] = [
  { name: 'file', about: 'Theses with provenance.generated_at, one a line, or - for standard input' },
  { name: 'folder', about: 'Folder or file of the public archive, with --from archive' },
];

/** The options of commands that replay theses over past market data. */
const replayOptions: readonly OptionSpec[] = [
  {
    name: 'scenario',
    value: 'file',
    about: 'NDJSON file of settings, symbols, market data and theses, or - for standard input',
  },
  {
    name: 'from',
    value: 'source',
    about:
      'Market data of the theses: lake, archive, exchange, sandbox, or an NDJSON file of candles and symbols',
  },
  { name: 'symbols', value: 'file', about: 'Symbol records instead of the listing of the exchange' },
  { name: 'on', value: 'market', values: ['usdm', 'spot'], about: 'Market of the prices and rules' },
  { name: 'start', value: 'time', about: 'Start of the replay; the first thesis or candle if omitted' },
  { name: 'end', value: 'time', about: 'End of the replay; the end of the data if omitted' },
  { name: 'cash', value: 'amount', about: 'Cash that the ledger starts with' },
  { name: 'set', value: 'key=value', about: 'A setting, such as slippage_bps=10', isRepeatable: true },
  { name: 'again', about: 'Carry out theses that are equal to earlier ones too' },
  { name: 'at', value: 'snapshot', about: 'With --from lake: read the lake as it was at this snapshot' },
  { name: 'accept-mismatch', about: 'Read archive files whose .CHECKSUM does not match' },
];

export const thesis: CommandGroup = {
  word: 'thesis',
  summary: 'Position-management theses: paper and watch only, never a real order',
  verbs: [
    {
      words: ['validate'],
      summary: 'Validate theses against the contract; every fault with its position and fix',
      positionals: [files],
      options: [
        { name: 'ndjson', about: 'Each source is a stream with one thesis per line, of any length' },
        {
          name: 'format',
          value: 'format',
          values: ['github', 'junit', 'sarif'],
          about: 'Report for CI: annotations of GitHub Actions, JUnit XML, or SARIF 2.1.0',
        },
      ],
      handler: () => import('./review.ts').then((part) => ({ run: part.validate })),
      examples: [
        'thesis validate thesis.json',
        'thesis validate - --ndjson -o json',
        'thesis validate thesis.json --format sarif',
      ],
      notes: [
        'Exit code 0 if all are valid, 1 if one is invalid, 2 if a source cannot be opened.',
        'Standard input is one thesis unless --ndjson is given; *.ndjson and *.jsonl files are streams.',
      ],
    },
    {
      words: ['lint'],
      summary: 'Warn about values that are valid but unlikely to be intended',
      positionals: [
        { name: 'file', required: true, isVariadic: true, about: 'Files, or - for standard input' },
      ],
      options: [{ name: 'strict', about: 'Exit with code 1 if there are warnings' }],
      handler: () => import('./review.ts').then((part) => ({ run: part.lint })),
      examples: ['thesis lint thesis.json', 'thesis lint thesis.json --strict -o json'],
    },
    {
      words: ['explain'],
      summary: 'Explain what a thesis would do, in a sentence and as fields',
      positionals: [{ name: 'file', required: true, about: 'A file, or - for standard input' }],
      handler: () => import('./review.ts').then((part) => ({ run: part.explain })),
      examples: ['thesis explain thesis.json', 'thesis explain - -o json'],
    },
    {
      words: ['new'],
      summary: 'Write a valid thesis; an example with --action alone',
      options: [
        { name: 'action', value: 'action', values: ACTIONS, about: 'Action on the position; required' },
        ...draftOptions,
      ],
      handler: () => import('./new.ts').then((part) => ({ run: part.write })),
      examples: [
        'thesis new --action add --symbol BTCUSDT --side LONG --margin 100 --leverage 3 --reason "trend goes on"',
        'thesis new --action hold',
      ],
    },
    { ...applyVerb, examples: ['thesis apply thesis.json', 'thesis apply - --dry-run -o json'] },
    {
      words: ['replay'],
      summary: 'Replay theses over market data in a paper ledger, exactly and without keys',
      positionals: replayPositionals,
      options: [
        ...replayOptions,
        { name: 'report', value: 'file', about: 'Write one HTML page with charts, positions and metrics' },
        {
          name: 'check-look-ahead',
          value: 'cuts',
          isValueOptional: true,
          about:
            'Check that what came before a cut stays the same without the data after it; exit code 1 if not',
        },
      ],
      handler: () => import('./replay.ts'),
      examples: [
        'thesis replay --scenario scenario.ndjson',
        'thesis replay theses.ndjson --from candles.ndjson -o json',
        'thesis replay theses.ndjson --from lake --start 2026-01-01 --end 2026-02-01',
      ],
      notes: [
        '-o json prints the whole output canonically: equal scenarios give equal bytes. -o ndjson prints the entries.',
        'A file with a fault is refused as a whole with exit code 2. docs/paper.md describes the records and the rules.',
      ],
    },
    {
      words: ['score'],
      summary: 'Results of theses over market data: profit, drawdown, win rate, by agent or run',
      positionals: replayPositionals,
      options: [...replayOptions, groupOption],
      handler: () => import('./score.ts'),
      examples: [
        'thesis score theses.ndjson --from candles.ndjson --by agent',
        'thesis score --scenario scenario.ndjson -o json',
      ],
    },
    {
      words: ['schema'],
      summary: 'JSON Schema of the contract',
      handler: () => import('./new.ts').then((part) => ({ run: part.schema })),
      examples: ['thesis schema', 'thesis schema > thesis.schema.json'],
    },
  ],
};
