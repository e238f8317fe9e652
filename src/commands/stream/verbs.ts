import type { NameSlot, Stream, StreamProduct } from '../../catalogue/stream-types.ts';
import { STREAMS } from '../../catalogue/streams.ts';
import { TIME_FORMS } from '../../core/time-units.ts';
import type { CommandGroup, OptionSpec, OutsideBatch, Verb } from '../types.ts';

const on: OptionSpec = {
  name: 'on',
  value: 'product',
  values: ['spot', 'usdm', 'coinm', 'options'],
  about: 'Product',
  default: 'spot',
};

/** The option of every command that writes messages of the exchange. */
const named: OptionSpec = {
  name: 'named',
  about: 'Write JSON with full field names, such as price, in place of those of the exchange',
};

/** Options of every stream. */
const FOLLOW_OPTIONS: readonly OptionSpec[] = [
  { name: 'for', value: 'duration', about: 'End after this duration, such as 30s' },
  { name: 'until', value: 'time', about: 'End at this time' },
  { name: 'count', value: 'n', about: 'End after this many messages' },
  {
    name: 'records',
    about: 'Write records of connections and gaps between the messages, as lines that begin with {"bourse":',
  },
  {
    name: 'when-slow',
    value: 'policy',
    values: ['pause', 'drop'],
    about: 'For a slow reader: pause the stream, or drop messages and report the gap',
    default: 'pause',
  },
  { name: 'fail-on-gap', about: 'Exit with code 1 if gaps were reported' },
];

/** Streams have no end of their own. */
const UNTIL_STOPPED: OutsideBatch = {
  why: 'it runs until it is stopped',
  unless: ['count', 'for', 'until'],
};

const RECORD_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'record',
    value: 'file.ndjson.gz',
    about: 'Record into this file instead of writing lines; a manifest describes its content',
  },
  { name: 'rotate', value: 'duration', about: 'Start a new file of the recording after this duration' },
];

const MARKET_OPTIONS: readonly OptionSpec[] = [
  on,
  {
    name: 'also',
    value: 'words',
    isRepeatable: true,
    about: 'Another kind of stream in the same run, such as "klines ethusdt 1m"',
  },
  named,
  ...FOLLOW_OPTIONS,
  ...RECORD_OPTIONS,
  {
    name: 'control',
    about: 'Read control lines from stdin, such as {"subscribe":["ethusdt@trade"]}',
    outsideBatch: 'it reads stdin',
  },
  {
    name: 'idle',
    value: 'duration',
    about: 'Report a stream without messages for this long (if omitted: by its kind, 10s or more; 0: never)',
  },
  { name: 'force', about: 'Send raw stream names that the catalogue does not list' },
  { name: 'combined', about: 'Wrap each message with its stream name, even for a single stream' },
  { name: 'single', about: 'Write messages without the wrapping, even for several streams' },
  {
    name: 'time-unit',
    value: 'unit',
    values: ['MILLISECOND', 'MICROSECOND'],
    about: 'Unit of the times in messages',
  },
];

/** Options that choose events, and the form of their times. */
const EVENT_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'where',
    value: 'condition',
    about:
      "Only events that meet the condition, such as 'quantity > 1 and price < 60k'; numbers may be written 10k, 10m, 1bn or 10,000,000",
  },
  { name: 'time', value: 'form', values: TIME_FORMS, about: 'Times as ISO 8601, or Unix ms or s' },
];

/** Options of the table that is redrawn on a terminal. */
const WATCH_OPTIONS: readonly OptionSpec[] = [
  { name: 'watch', about: 'Redraw a table on the terminal instead of writing lines' },
  { name: 'sort', value: 'a,b.c', about: 'With --watch: sort rows by these fields' },
  { name: 'desc', about: 'With --sort: largest first' },
  { name: 'top', value: 'n', about: 'With --watch: only the first n rows (default 20)' },
];

/** The placeholders in help of the parts of a stream name that can be given as options. */
const SLOTS: Readonly<Record<string, string>> = {
  interval: 'interval',
  speed: 'time',
  levels: 'n',
  zone: 'offset',
  window: 'span',
  expiry: 'yymmdd',
  contractType: 'type',
};

/** Values for the parts of stream names in the examples of help pages. */
const EXAMPLE_WORDS: Readonly<Record<string, string>> = {
  symbol: 'btcusdt',
  pair: 'btcusd',
  underlying: 'BTCUSDT',
  interval: '1m',
  levels: '10',
  window: '1h',
  expiry: '240329',
  contractType: 'perpetual',
};

const kinds = [...new Set(STREAMS.map(({ kind }) => kind))];

/** Declares the command of a kind of stream for all products that have it. */
function verbOf(kind: string): Verb {
  const rows = STREAMS.filter((one) => one.kind === kind);
  const first = rows[0]!;
  const products = rows.map(({ product }) => product);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.slots)))];
  const options = names.flatMap((name) => {
    const value = SLOTS[name];
    const option = name === 'contractType' ? 'contract-type' : name;
    return value === undefined ? [] : [{ name: option, value, about: describeSlot(name, rows) }];
  });
  const productOption = first.product === 'spot' ? '' : ` --on ${first.product}`;
  const needed = Object.entries(first.slots).filter(([, slot]) => slot.default === undefined);
  const words = needed.map(([name, slot]) => exampleWord(name, slot, first.product));
  const example = [`stream ${kind}`, ...words].join(' ');
  const hasWords = Object.keys(first.slots).length > 0;
  return {
    words: [kind],
    summary: first.summary,
    ...(hasWords
      ? {
          positionals: [
            {
              name: 'streams',
              isVariadic: true,
              about: describeWords(first),
            },
          ],
        }
      : {}),
    options: [
      { ...on, values: [...products], default: products[0]! },
      ...options,
      ...WATCH_OPTIONS,
      ...EVENT_OPTIONS,
      ...MARKET_OPTIONS.slice(1),
    ],
    isEndless: true,
    outsideBatch: UNTIL_STOPPED,
    handler: () => import('./market.ts'),
    examples: [`${example}${productOption} --for 30s`, `${example}${productOption} --count 5 --records`],
    notes: [
      `Streams ${[...new Set(rows.map(({ name }) => name))].join(', ')} of ${products.join(', ')}.`,
      ...(first.notes ?? []),
      ...('expiry' in first.slots
        ? ['An expired date sends no messages: `bourse market info --on options` lists the traded options.']
        : []),
    ],
  };
}

/**
 * Describes the words that follow a kind of stream on the command line: symbols, and the other parts of the
 * stream's name.
 */
function describeWords({ slots, product }: Stream): string {
  const subject = Object.keys(slots).find(
    (name) => name === 'symbol' || name === 'pair' || name === 'underlying',
  );
  const others = Object.keys(slots).filter((name) => name !== subject && slots[name]!.default === undefined);
  const rest = others.map((name) => (name === 'contractType' ? 'contract type' : name)).join(', ');
  if (subject === undefined)
    return rest === '' ? `The ${Object.keys(slots).join(', ')}; the default if omitted` : `The ${rest}`;
  const of = `One ${subject} or several, such as ${exampleWord(subject, slots[subject]!, product)}`;
  return rest === '' ? of : `${of}, then ${rest}`;
}

/** Describes a part of a stream name with its values and defaults, which can differ by product. */
function describeSlot(name: string, rows: readonly Stream[]): string {
  const withSlot = rows.filter(({ slots }) => name in slots);
  const values = [...new Set(withSlot.flatMap(({ slots }) => slots[name]!.values ?? []))];
  const productsByDefault = new Map<string, string[]>();
  for (const { slots, product } of withSlot) {
    const value = slots[name]!.default;
    if (value !== undefined) productsByDefault.set(value, [...(productsByDefault.get(value) ?? []), product]);
  }
  const about = withSlot[0]!.slots[name]!.about;
  const meaning = values.length === 0 ? about : `${about}: ${values.join(', ')}`;
  if (productsByDefault.size === 0) return meaning;
  const defaults = [...productsByDefault].map(([value, on]) =>
    productsByDefault.size === 1 ? value : `${value} on ${on.join(', ')}`,
  );
  return `${meaning} (default ${defaults.join('; ')})`;
}

function exampleWord(name: string, { about }: NameSlot, product: StreamProduct): string {
  const example = /such as (\S+)$/.exec(about)?.[1];
  if (name === 'symbol' && product === 'coinm') return example ?? 'btcusd_perp';
  return name === 'symbol' && example !== undefined ? example : EXAMPLE_WORDS[name]!;
}

const raw: Verb = {
  words: ['raw'],
  summary: 'Streams by name',
  positionals: [
    { name: 'streams', required: true, isVariadic: true, about: 'Names such as btcusdt@aggTrade' },
  ],
  options: [...MARKET_OPTIONS, ...EVENT_OPTIONS],
  isEndless: true,
  outsideBatch: UNTIL_STOPPED,
  handler: () => import('./market.ts'),
  examples: [
    'stream raw btcusdt@aggTrade ethusdt@depth@100ms --for 1m',
    'stream raw btcusdt@markPrice --on usdm --count 10',
    'stream raw btcusdt@trade --control',
  ],
  notes: [
    'Each line is one message exactly as received. Messages of several streams are wrapped as {"stream":…,"data":…}.',
    'With --control, lines on stdin are {"subscribe":["ethusdt@trade"]}, {"unsubscribe":[…]}, {"list":true}, {"set":{"combined":false}} and {"get":"combined"}; each reply is a line that begins with {"bourse":"control".',
    'At the end a summary on stderr counts the messages, reports gaps, and names the streams that are complete.',
  ],
};

const book: Verb = {
  words: ['book'],
  summary: 'Full order books, with their sync state',
  positionals: [{ name: 'symbols', required: true, isVariadic: true, about: 'Symbols such as BTCUSDT' }],
  options: [
    { ...on, values: ['spot', 'usdm', 'coinm'] },
    { name: 'levels', value: 'n', about: 'Levels per side, or all (default 10)' },
    {
      name: 'every',
      value: 'duration',
      about: 'Write at this interval instead of at each change of the shown levels',
    },
    { name: 'watch', about: 'Draw the books as ladders on the terminal, side by side where they fit' },
    { name: 'speed', value: 'duration', about: 'Update speed of the stream (default 100ms)' },
    ...EVENT_OPTIONS,
    ...FOLLOW_OPTIONS,
    ...RECORD_OPTIONS,
  ],
  isEndless: true,
  outsideBatch: UNTIL_STOPPED,
  handler: () => import('./book.ts'),
  examples: [
    'stream book BTCUSDT --levels 5 --count 10',
    'stream book BTCUSDT ETHUSDT --on usdm --every 1s --for 1m',
    'stream book BTCUSDT --for 1h --record book.ndjson.gz',
  ],
  notes: [
    'The state is synced while every update since the snapshot is applied; a missing update makes the book stale until a new snapshot fits.',
    'With --record, updates and snapshots are written to a file; sandbox serve --replay plays it, and books can be built from it again.',
  ],
};

const user: Verb = {
  words: ['user'],
  summary: "User data: the account's order updates, fills and balance changes",
  options: [
    {
      ...on,
      values: ['spot', 'margin', 'margin-risk', 'usdm', 'coinm', 'options'],
      about: 'Account; margin-risk reports the level and the debts of the cross margin account',
    },
    {
      name: 'isolated',
      value: 'symbol',
      about: 'The isolated margin account of this symbol, with --on margin',
    },
    {
      name: 'transport',
      value: 'way',
      values: ['auto', 'listen-key', 'ws-api'],
      about:
        'Transport of the events; auto uses listen keys, or the WebSocket API where listen keys are retired',
      default: 'auto',
    },
    {
      name: 'symbols',
      value: 'a,b',
      about: 'Additional symbols whose fills are queried after a lost connection',
    },
    { name: 'watch', about: 'Draw balances, positions, open orders and the last events on the terminal' },
    named,
    ...EVENT_OPTIONS,
    ...FOLLOW_OPTIONS.filter(({ name }) => ['for', 'until', 'count', 'records'].includes(name)),
  ],
  isEndless: true,
  outsideBatch: UNTIL_STOPPED,
  handler: () => import('./user.ts'),
  examples: [
    'stream user --for 1h',
    'stream user --on usdm --records',
    'stream user --on margin-risk --for 1h',
  ],
  notes: [
    'After each connection open orders, fills and balances are queried; changes without an event are written as {"source":"rest",...}.',
    'The listen key is kept alive, closed at the end, and never printed.',
    'With --watch, balances and positions are as the last query or event showed them: an unrealised profit is that of the last event of its position.',
  ],
};

const replay: Verb = {
  words: ['replay'],
  summary: 'Play a recording as if it were live',
  positionals: [{ name: 'file', required: true, about: 'The recording or its manifest' }],
  options: [
    { name: 'speed', value: 'times', about: 'Speed as a multiple of real time, or max', default: '1' },
    named,
    ...EVENT_OPTIONS,
    ...FOLLOW_OPTIONS.filter(({ name }) => ['for', 'count', 'records', 'fail-on-gap'].includes(name)),
  ],
  isEndless: true,
  handler: () => import('./replay.ts'),
  examples: [
    'stream replay trades.ndjson.gz --speed 10',
    'stream replay trades.ndjson.gz --speed max --records',
  ],
  notes: ['Gaps are detected and reported by the same code as for live streams.'],
};

export const stream: CommandGroup = {
  word: 'stream',
  summary: 'Live data: trades, books, candles, tickers; listen keys',
  verbs: [
    ...kinds.map(verbOf),
    raw,
    book,
    user,
    replay,
    {
      words: ['listen-key', 'create'],
      summary: 'Create a listen key',
      endpoint: {
        spot: 'spot.listen-key.create',
        usdm: 'usdm.listen-key.create',
        coinm: 'coinm.listen-key.create',
        options: 'options.listen-key.create',
        margin: 'margin.listen-key.create',
      },
      handler: () => import('../calling/send-write.ts'),
      examples: ['stream listen-key create', 'stream listen-key create --on usdm'],
    },
    {
      words: ['listen-key', 'keep-alive'],
      summary: 'Extend a listen key by one hour',
      endpoint: {
        spot: 'spot.listen-key.keep-alive',
        usdm: 'usdm.listen-key.keep-alive',
        coinm: 'coinm.listen-key.keep-alive',
        options: 'options.listen-key.keep-alive',
      },
      handler: () => import('../calling/send-write.ts'),
      examples: ['stream listen-key keep-alive --listen-key KEY', 'stream listen-key keep-alive --on usdm'],
    },
    {
      words: ['listen-key', 'close'],
      summary: 'Close a listen key',
      endpoint: {
        spot: 'spot.listen-key.close',
        usdm: 'usdm.listen-key.close',
        coinm: 'coinm.listen-key.close',
        options: 'options.listen-key.close',
      },
      handler: () => import('../calling/send-write.ts'),
      examples: ['stream listen-key close --listen-key KEY', 'stream listen-key close --on usdm'],
    },
  ],
};
