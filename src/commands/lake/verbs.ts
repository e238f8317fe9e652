import type { CommandGroup } from '../types.ts';

/** What `lake sync` fetches; a test compares the list with the tables. */
const SYNCED = [
  'candles',
  'trades',
  'aggTrades',
  'funding',
  'markCandles',
  'indexCandles',
  'premiumCandles',
  'openInterest',
  'topAccountRatio',
  'topPositionRatio',
  'accountRatio',
  'takerVolume',
] as const;

const at = { name: 'at', value: 'snapshot', about: 'Read the lake as it was at this snapshot' } as const;

const yes = { name: 'yes', short: 'y', about: 'Skip the confirmation; required without a terminal' } as const;

const product = {
  name: 'product',
  value: 'product',
  values: ['spot', 'usdm', 'coinm'],
  about: 'Only series of this product',
} as const;

/** The series of a lake. */
const SERIES = [
  { name: 'dataset', values: [...SYNCED, 'book', 'messages'], about: 'Only this dataset' },
  { name: 'symbols', about: 'Only this symbol, or several with commas between them' },
  { name: 'interval', about: 'Only this interval or period' },
] as const;

/** Which time a chart shows. */
const CHARTED = [
  product,
  { name: 'last', value: 'duration', about: 'Only this much before the newest candle, such as 30d' },
  { name: 'from', value: 'time', about: 'The first moment to show' },
  { name: 'to', value: 'time', about: 'The first moment not to show' },
] as const;

const loadSnapshot = () => import('./snapshot.ts');

export const lake: CommandGroup = {
  word: 'lake',
  summary: 'History as Parquet files: import archives, fill holes from the API, query, verify',
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
      words: ['sync'],
      summary: 'Fill what the lake lacks from the API',
      positionals: [
        {
          name: 'dataset',
          required: true,
          values: SYNCED,
          about: 'What to fetch',
        },
        { name: 'symbols', required: true, about: 'One symbol, or several with commas between them' },
        { name: 'interval', about: 'Interval of candles, from 1s to 1w, or period of statistics' },
      ],
      options: [
        { name: 'from', value: 'time', isRequired: true, about: 'The first moment that is wanted' },
        { name: 'to', value: 'time', about: 'The first moment that is not wanted; now if omitted' },
        {
          name: 'product',
          value: 'product',
          values: ['spot', 'usdm', 'coinm'],
          about: 'Product of the symbols',
          default: 'spot',
        },
        {
          name: 'plan',
          about: 'Print what the lake lacks, and calls, weight, minutes and disk; fetch nothing',
        },
        {
          name: 'parallel',
          value: 'n',
          about: 'Pages to fetch at once, max 16; as many as useful if omitted',
        },
      ],
      handler: () => import('./sync.ts'),
      examples: [
        'lake sync candles BTCUSDT,ETHUSDT 1m --from 2024-01-01 --plan',
        'lake sync candles BTCUSDT 1h --from 2024-01-01 --to 2024-02-01',
        'lake sync openInterest BTCUSDT 1h --from 3d --product usdm',
        'lake sync aggTrades BTCUSDT --from 2024-03-01 --to 2024-03-01T00:05Z --product usdm',
      ],
      notes: [
        'Holes in the middle are filled, and nothing is removed. The candle that is still open is not stored.',
        'To resume after Ctrl-C or a crash, run the same command again. Exit code 8 if the exchange refused some symbols, 4 if all.',
      ],
    },
    {
      words: ['sql'],
      summary: 'Query the lake with SQL',
      positionals: [{ name: 'query', required: true, about: 'One SELECT, FROM or WITH, or EXPLAIN of one' }],
      options: [
        { name: 'max-time', value: 'duration', about: 'End the query after this time', default: '5m' },
        at,
      ],
      handler: () => import('./sql.ts'),
      examples: [
        "lake sql 'SELECT symbol, count(*) AS candles, max(high) AS high FROM candles GROUP BY symbol'",
        "lake sql 'FROM gaps' -o csv",
      ],
      notes: [
        'The views are candles, trades, agg_trades, funding, mark_candles, index_candles, premium_candles, open_interest, the ratios, taker_volume, book (levels of recorded order books), messages, ledger (the files) and gaps (what is missing). DESCRIBE candles lists its columns.',
        'Sums, minima and maxima of prices and amounts are exact decimals; a division and avg() are floating point numbers (DOUBLE) in DuckDB.',
        'The query runs in a process of its own, which reads the lake only and changes nothing.',
      ],
    },
    {
      words: ['export'],
      summary: 'Print rows of the lake, or write them to Parquet or csv files',
      positionals: [
        { name: 'dataset', required: true, values: [...SYNCED, 'book', 'messages'], about: 'What to export' },
        ...SERIES.slice(1),
      ],
      options: [
        product,
        { name: 'from', value: 'time', about: 'The first moment that is wanted' },
        { name: 'to', value: 'time', about: 'The first moment that is not wanted' },
        { name: 'out', value: 'file', about: 'Write one .parquet or .csv file, in place of an earlier one' },
        { name: 'tree', value: 'folder', about: 'Write Parquet files to a new folder, one a month or day' },
        {
          name: 'floats',
          about: 'Parquet: prices and amounts as floating point numbers, rounded; the file says so',
        },
        at,
      ],
      handler: () => import('./export.ts'),
      examples: [
        'lake export candles BTCUSDT 1m --out btcusdt.parquet',
        'lake export candles BTCUSDT -o csv > btcusdt.csv',
        'lake export candles --tree frames --floats',
      ],
      notes: [
        'Rows are sorted by product, symbol, interval and time. Prices and amounts are exact decimals unless --floats is given.',
        'A file appears when it is complete; until then, what was there before stays.',
      ],
    },
    {
      words: ['chart'],
      summary: 'Draw candles of the lake in the terminal',
      positionals: [
        {
          name: 'dataset',
          required: true,
          values: ['candles', 'markCandles', 'indexCandles', 'premiumCandles'],
          about: 'Which candles',
        },
        { name: 'symbols', required: true, about: 'Symbol, such as BTCUSDT' },
        { name: 'interval', required: true, about: 'Interval of the candles' },
      ],
      options: [...CHARTED, at],
      handler: () => import('./chart.ts'),
      examples: ['lake chart candles BTCUSDT 1m --last 30d', 'lake chart candles BTCUSDT 1m -o csv'],
      notes: [
        'Where there are more candles than columns, a column shows several, by whole intervals. In a pipe or with -o, each column is a row.',
        'A column without candles is empty, with a dot at its foot. --last counts from the newest candle that the lake has.',
      ],
    },
    {
      words: ['report'],
      summary: 'Write a page with charts of a symbol, and a map of what is missing',
      positionals: [
        { name: 'symbols', required: true, about: 'Symbol, such as BTCUSDT' },
        { name: 'interval', required: true, about: 'Interval of the candles' },
      ],
      options: [
        ...CHARTED,
        { name: 'out', value: 'file', isRequired: true, about: 'The HTML file, in place of an earlier one' },
        at,
      ],
      handler: () => import('./report.ts'),
      examples: [
        'lake report BTCUSDT 1m --out btcusdt.html',
        'lake report BTCUSDT 1m --last 30d --out btcusdt.html',
      ],
      notes: [
        'The page shows candles, volume, funding rates, open interest, and the holes of all series of the symbol by day and cause. It loads nothing, and needs no scripts to be read or printed.',
      ],
    },
    {
      words: ['compact'],
      summary: 'Make one file of the several that a folder has',
      positionals: SERIES,
      options: [product],
      handler: () => import('./compact.ts'),
      examples: ['lake compact', 'lake compact candles BTCUSDT 1m --product spot'],
      notes: [
        'Count and digests of the rows are compared before the ledger changes. The replaced files are in retired/ for ten minutes.',
        'The ledger still knows which rows came from which source. A killed compaction leaves the lake as it was.',
      ],
    },
    {
      words: ['drop'],
      summary: 'Remove series from the lake, or damaged files',
      positionals: SERIES,
      options: [
        product,
        {
          name: 'damaged',
          about:
            'Restore files that are missing or damaged from a snapshot, or remove them so that their rows can be imported again',
        },
        yes,
      ],
      handler: () => import('./drop.ts'),
      examples: [
        'lake drop candles BTCUSDT 1m --yes',
        'lake drop candles --product spot',
        'lake drop --damaged --yes',
      ],
      notes: [
        'Says before how many rows and bytes it removes. Files that snapshots need stay for them.',
        'Refused while another process writes to these series. Their files can be imported again afterwards.',
      ],
    },
    {
      words: ['snapshot', 'create'],
      summary: 'Keep the present state of the lake readable',
      handler: () => loadSnapshot().then((part) => ({ run: part.create })),
      examples: ['lake snapshot create', 'lake snapshot create -o json'],
      notes: [
        'The id is the digest of the files. lake sql --at ID reads them whatever is imported, compacted or removed later.',
        'A snapshot takes no room until the lake itself no longer has some of its files.',
      ],
    },
    {
      words: ['snapshot', 'list'],
      summary: 'The snapshots of the lake',
      handler: () => loadSnapshot().then((part) => ({ run: part.list })),
      examples: ['lake snapshot list', 'lake snapshot list -o csv'],
      notes: ['keptBytes: the size of files that are kept for the snapshot alone, or for several.'],
    },
    {
      words: ['snapshot', 'remove'],
      summary: 'Remove a snapshot, and the files that nothing else needs',
      positionals: [{ name: 'id', required: true, about: 'Id of the snapshot, or its first digits' }],
      options: [yes],
      handler: () => loadSnapshot().then((part) => ({ run: part.remove })),
      examples: ['lake snapshot remove 3f2a9c1e --yes', 'lake snapshot remove 3f2a9c1e'],
    },
    {
      words: ['status'],
      summary: 'What the lake holds: spans, rows, bytes, holes',
      options: [{ name: 'gaps', about: 'List each hole with its cause instead' }],
      handler: () => import('./status.ts'),
      examples: ['lake status', 'lake status --gaps -o csv'],
      notes: [
        'Reads the ledger only. absent-in-file: a file that covers the span lacks the rows. none-at-exchange: the API has no such rows. not-asked: a sync ended before it. not-imported: no file covers it. failed: the file was refused, or the API did not answer. conflict: two files differ.',
      ],
    },
    {
      words: ['verify'],
      summary: 'Check the files of the lake against its ledger, and the rows in them',
      positionals: [
        {
          name: 'path',
          isVariadic: true,
          about: 'With --against archive: files of the archive (.zip or .csv), or folders of them',
        },
      ],
      options: [
        { name: 'quick', about: 'Only that files are there, with their sizes' },
        { name: 'deep', about: 'Also compare one-minute candles with the trades of the same minutes' },
        {
          name: 'against',
          value: 'source',
          values: ['api', 'archive'],
          about: 'Also fetch the rows again and compare, or compare them with files of the archive',
        },
        {
          name: 'product',
          value: 'product',
          values: ['spot', 'usdm', 'coinm'],
          about: 'Product of files outside the folders of the archive',
          default: 'spot',
        },
        { name: 'from', value: 'time', about: 'With --against: the first moment to compare' },
        { name: 'to', value: 'time', about: 'With --against: the first moment not to compare' },
      ],
      handler: () => import('./verify.ts'),
      examples: [
        'lake verify',
        'lake verify --deep -o json',
        'lake verify --against api --from 3d',
        'lake verify --against archive data/',
      ],
      notes: ['Exit code 10 for a fault of files, 1 for a fault of rows only.'],
    },
  ],
};
