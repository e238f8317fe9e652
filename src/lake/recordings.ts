/** Files of recordings as sources: each message as it was received, and the trades, complete candles and levels of books in them. */
import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ARCHIVE_PRODUCTS, type ArchiveProduct } from '../archive/columns.ts';
import { intervalSpan } from '../catalogue/candle-intervals.ts';
import { ToolError, usageError } from '../core/errors.ts';
import { readJson } from '../core/json.ts';
import { safeText } from '../core/text.ts';
import type { JsonValue } from '../core/words.ts';
import { readAt } from '../store/read-at.ts';
import { readManifest, readRecordedMessages, type Segment } from '../store/recording.ts';
import type { ImportSource, TableRow } from './sources.ts';
import { type LakeTable, type Series, SYMBOL, type TableName, tableOf } from './tables.ts';

/** How much of a file is read at once. */
const CHUNK_BYTES = 1 << 20;

/** The parsed members of a message. */
type Members = Readonly<Record<string, JsonValue>>;

/**
 * Returns the finished files of a recording as sources. Throws a usage error for a recording without a manifest, of a
 * product that the lake has no tables for, or that is still being written.
 */
export function recordingSources(path: string): readonly ImportSource[] {
  const manifest = readManifest(path);
  const product = ARCHIVE_PRODUCTS.find((one) => one === manifest.product);
  if (product === undefined) {
    throw usageError(
      `Expected a recording of ${ARCHIVE_PRODUCTS.join(', ')}, found one of "${safeText(String(manifest.product))}".`,
    );
  }
  const open = manifest.files.find(({ isOpen }) => isOpen === true);
  if (open !== undefined) {
    throw usageError(
      `The recording ${safeText(basename(path))} is still being written, or was interrupted.`,
      'Stop it first. An interrupted one is finished by stream replay to a new recording.',
    );
  }
  const hasPartialBooks = manifest.streams.some((stream) => PARTIAL_BOOK.test(stream));
  return manifest.files.map((segment) => segmentSource(path, segment, { product, hasPartialBooks }));
}

/** Streams of the best levels; of futures their messages look like changes. */
const PARTIAL_BOOK = /@depth\d/;

/** What is known of all messages of a recording. */
interface RecordingFacts {
  readonly product: ArchiveProduct;
  /** Whether it has a stream of the best levels. */
  readonly hasPartialBooks: boolean;
}

function segmentSource(path: string, segment: Segment, facts: RecordingFacts): ImportSource {
  const { product } = facts;
  const file = join(dirname(path), basename(segment.file));
  const name = safeText(basename(file));
  const sha256 = digestOf(file);
  return {
    table: 'messages',
    product,
    symbol: '',
    interval: '',
    name,
    sha256,
    origin: 'recording',
    spanMs: undefined,
    covers: undefined,
    mismatch: undefined,
    rows: () => segmentRows(file, name, sha256, segment, facts),
  };
}

async function* segmentRows(
  file: string,
  name: string,
  sha256: string,
  segment: Segment,
  facts: RecordingFacts,
): AsyncGenerator<TableRow> {
  const { product } = facts;
  const series: Series = { table: 'messages', product, symbol: '', interval: '' };
  const table = tableOf('messages', product);
  let number = 0;
  let messages = 0;
  for await (const recorded of readRecordedMessages(file, { files: [segment] })) {
    number += 1;
    const message = recorded.message.toString('utf8');
    const cells = [
      sha256.slice(0, 16),
      String(number),
      String(recorded.at),
      recorded.snapshotFor ?? '',
      message,
    ];
    yield { series, table, row: { number, timeMs: recorded.at, unit: 'ms', cells } };
    if (recorded.snapshotFor !== undefined) {
      yield* snapshotRows(message, { number, product, at: recorded.at, stream: recorded.snapshotFor });
      continue;
    }
    messages += 1;
    yield* eventRows(message, number, facts);
  }
  if (messages === segment.messages) return;
  throw new ToolError({
    kind: 'storage',
    message: `The recording ${name} is damaged: it holds ${messages} messages, and its manifest says ${segment.messages}.`,
    hint: 'stream replay can play the part before the damage.',
  });
}

/** How an event of a stream becomes a row of a table: the members of the event in the order of the columns. */
interface EventRow {
  readonly table: TableName;
  readonly members: Readonly<Record<string, string>>;
}

const CANDLE_MEMBERS = {
  open_time: 't',
  open: 'o',
  high: 'h',
  low: 'l',
  close: 'c',
  volume: 'v',
  close_time: 'T',
};

const EVENTS: Readonly<Record<string, EventRow>> = {
  kline: {
    table: 'candles',
    members: {
      ...CANDLE_MEMBERS,
      quote_volume: 'q',
      base_volume: 'q',
      count: 'n',
      taker_buy_volume: 'V',
      taker_buy_quote_volume: 'Q',
      taker_buy_base_volume: 'Q',
    },
  },
  trade: {
    table: 'trades',
    members: { id: 't', price: 'p', qty: 'q', time: 'T', is_buyer_maker: 'm', is_best_match: 'M' },
  },
  aggTrade: {
    table: 'aggTrades',
    members: {
      agg_trade_id: 'a',
      price: 'p',
      quantity: 'q',
      first_trade_id: 'f',
      last_trade_id: 'l',
      transact_time: 'T',
      is_buyer_maker: 'm',
      is_best_match: 'M',
    },
  },
};

/** Returns the rows in a message: of a trade, of a candle that is complete, of the levels that changed. Other messages have none. */
function eventRows(
  message: string,
  number: number,
  { product, hasPartialBooks }: RecordingFacts,
): readonly TableRow[] {
  const read = readJson(message);
  const value = read.ok ? membersOf(read.value) : undefined;
  const event = membersOf(value?.['data']) ?? value;
  if (event?.['e'] === 'depthUpdate') {
    const stream = value?.['stream'];
    const isPartial = typeof stream === 'string' ? PARTIAL_BOOK.test(stream) : hasPartialBooks;
    return isPartial ? [] : bookRows(event, number, product);
  }
  const row = eventRow(event, number, product);
  return row === undefined ? [] : [row];
}

function bookRows(event: Members, number: number, product: ArchiveProduct): readonly TableRow[] {
  const { s: symbol, E: time, U: first, u: last, pu: previous = null, b: bids, a: asks } = event;
  if (typeof symbol !== 'string') return [];
  const ids = [textOf(first), textOf(last), textOf(previous)];
  return levelRows([bids, asks], { symbol, product, number, time: textOf(time), isSnapshot: false, ids });
}

/** A stream is named after its symbol: btcusdt@depth. */
function snapshotRows(
  message: string,
  about: {
    readonly number: number;
    readonly product: ArchiveProduct;
    readonly at: number;
    readonly stream: string;
  },
): readonly TableRow[] {
  const read = readJson(message);
  const { lastUpdateId = null, bids, asks } = (read.ok ? membersOf(read.value) : undefined) ?? {};
  const { number, product, at, stream } = about;
  const symbol = stream.replace(/@.*$/, '').toUpperCase();
  const ids = ['', textOf(lastUpdateId), ''];
  return levelRows([bids, asks], { symbol, product, number, time: String(at), isSnapshot: true, ids });
}

interface LevelsOf {
  readonly symbol: string;
  readonly product: ArchiveProduct;
  readonly number: number;
  readonly time: string;
  readonly isSnapshot: boolean;
  /** The first id, the last one, and the last one of the message before; empty for none. */
  readonly ids: readonly string[];
}

/**
 * Returns a row for each level of both sides; of levels with the same price the last counts. A message without levels has one row
 * with the price 0, so that its ids are not missing.
 */
function levelRows(sides: readonly (JsonValue | undefined)[], about: LevelsOf): readonly TableRow[] {
  const { symbol, product, number, time, isSnapshot, ids } = about;
  if (!TIME.test(time) || !SYMBOL.test(symbol) || !/^\d+$/.test(ids[1]!)) return [];
  const series: Series = { table: 'book', product, symbol, interval: '' };
  const table = tableOf('book', product);
  const unit = time.length === 16 ? 'us' : 'ms';
  const rows: TableRow[] = [];
  const add = (isBid: boolean, price: string, quantity: string) => {
    const cells = [time, String(isSnapshot), ...ids, String(isBid), price, quantity];
    rows.push({ series, table, row: { number, timeMs: Number(time.slice(0, 13)), unit, cells } });
  };
  for (const [side, levels] of sides.entries()) {
    const quantities = new Map<string, string>();
    for (const level of Array.isArray(levels) ? (levels as readonly JsonValue[]) : [])
      if (Array.isArray(level)) quantities.set(textOf(level[0]), textOf(level[1]));
    for (const [price, quantity] of quantities) add(side === 0, price, quantity);
  }
  if (rows.length === 0) add(true, '0', '0');
  return rows;
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined || value === null ? '' : String(value);
}

const TIME = /^\d{13}(?:\d{3})?$/;

/** Returns the row of a trade, or of a candle that is complete. Other events have none. */
function eventRow(event: Members | undefined, number: number, product: ArchiveProduct): TableRow | undefined {
  const kind = EVENTS[String(event?.['e'])];
  const candle = membersOf(event?.['k']);
  const from = kind?.table === 'candles' ? candle : event;
  const symbol = event?.['s'];
  if (kind === undefined || from === undefined || typeof symbol !== 'string') return undefined;
  if (kind.table === 'candles' && from['x'] !== true) return undefined;
  const interval = kind.table === 'candles' ? String(from['i']) : '';
  // The month has no fixed length, as in the archive.
  if (kind.table === 'candles' && intervalSpan(interval) === undefined) return undefined;
  const table = tableOf(kind.table, product);
  const cells = cellsIn(from, table, kind.members);
  const time = cells[table.columns.findIndex(({ name }) => name === table.time)]!;
  if (!TIME.test(time) || !SYMBOL.test(symbol)) return undefined;
  const unit = time.length === 16 ? 'us' : 'ms';
  const series = { table: kind.table, product, symbol, interval };
  return { series, table, row: { number, timeMs: Number(time.slice(0, 13)), unit, cells } };
}

function cellsIn(
  from: Members,
  { columns }: LakeTable,
  members: Readonly<Record<string, string>>,
): readonly string[] {
  return columns.map(({ name }) => {
    return textOf(from[members[name] ?? '']);
  });
}

function membersOf(value: JsonValue | undefined): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;
}

/** Returns the SHA-256 of a file without holding the file in memory. */
export function digestOf(path: string): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const descriptor = openSync(path, 'r');
  try {
    for (let at = 0; ; ) {
      const read = readAt(descriptor, buffer, at);
      if (read.length === 0) return hash.digest('hex');
      hash.update(read);
      at += read.length;
    }
  } finally {
    closeSync(descriptor);
  }
}
