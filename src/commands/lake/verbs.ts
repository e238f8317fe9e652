import type { CommandGroup } from '../types.ts';

export const lake: CommandGroup = {
  word: 'lake',
  summary: 'History as Parquet files: import archives and recordings, find holes, verify',
  verbs: [
    {
      words: ['import'],
      summary: 'Import archive files, csv files and recordings, offline',
      positionals: [
        {
          name: 'path',
          required: true,
          isVariadic: true,
          about: 'Files of the archive (.zip or .csv), recordings (.ndjson.gz), or folders of them',
        },
      ],
      options: [
        {
          name: 'product',
          value: 'product',
          values: ['spot', 'usdm', 'coinm'],
          about: 'Product of files outside the folders of the archive',
          default: 'spot',
        },
        {
          name: 'dataset',
          value: 'dataset',
          values: ['klines', 'trades', 'aggTrades', 'fundingRate'],
          about:
            'Rows of csv files that are not named as in the archive; their columns are those of the archive',
        },
        { name: 'symbol', value: 'symbol', about: 'Symbol of such csv files' },
        { name: 'interval', value: 'interval', about: 'Interval of such csv files of candles, such as 1m' },
        {
          name: 'accept-mismatch',
          about: 'Import files whose checksum does not match; the ledger has both sums',
        },
      ],
      handler: () => import('./import.ts'),
      examples: ['lake import data/', 'lake import BTCUSDT-1m-2024-01.zip --product usdm -o json'],
      notes: [
        'Exit code 0 if every file was imported or had been, 1 if none was, 8 if some were refused.',
        'The lake is the folder BOURSE_LAKE, or lake in the state folder. It needs the package @duckdb/node-api.',
      ],
    },
    {
      words: ['status'],
      summary: 'What the lake holds: spans, rows, bytes, holes',
      options: [{ name: 'gaps', about: 'List each hole with its cause instead' }],
      handler: () => import('./status.ts'),
      examples: ['lake status', 'lake status --gaps -o csv'],
      notes: [
        'Reads the ledger only. absent-in-file: a file that covers the span lacks the rows. not-imported: no file covers it. failed: the file was refused. conflict: two files differ.',
      ],
    },
    {
      words: ['verify'],
      summary: 'Check the files of the lake against its ledger, and the rows in them',
      options: [
        { name: 'quick', about: 'Only that files are there, with their sizes' },
        { name: 'deep', about: 'Also compare one-minute candles with the trades of the same minutes' },
      ],
      handler: () => import('./verify.ts'),
      examples: ['lake verify', 'lake verify --deep -o json'],
      notes: ['Exit code 10 for a fault of files, 1 for a fault of rows only.'],
    },
  ],
};
