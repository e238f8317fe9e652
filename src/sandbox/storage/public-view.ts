/**
 * The public view of a saved exchange: the trades and resting orders of users, as market data shows them. A file beside
 * the journal holds the view of one moment, so that a read of market data needs no accounts. The view counts as long as
 * the journal has no new record and no due event may have changed the view; otherwise it is ignored.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Product } from '../../catalogue/types.ts';
import { DAY_MS } from '../../core/time-units.ts';
import { PROGRAM } from '../../generated/program.ts';
import { readAt } from '../../store/read-at.ts';
import { bookStep, type MarketLevel } from '../engine/market/book.ts';
import type { MarketSymbol } from '../engine/market/symbols.ts';
import type { UserActivity } from '../engine/matching/public-market.ts';
import { TradeTape } from '../engine/matching/trade-tape.ts';
import type { Checkpointer } from '../engine/state/checkpointer.ts';
import { NameRegistry } from '../engine/state/name-registry.ts';
import type { OpenExchangeOptions, SandboxExchange } from '../exchange/open-exchange.ts';
import { runDueEvents } from '../exchange/requests.ts';
import { CheckpointReader, CheckpointWriter } from './checkpoint/codec.ts';
import { type Checksum, headerLine, matchesChecksum, readHeaderLine } from './checkpoint/files.ts';
import { PageStore } from './checkpoint/pages.ts';
import { endsAt, type JournalPosition } from './journal/file.ts';

/** The users' trades and orders of one product at a moment. */
export interface PublicView {
  /** How far (ms) the exchange clock was advanced. */
  readonly advancedMs: number;
  /** The exchange times (ms) from `takenAt` up to, but not including, `until` at which the view is that of the exchange. */
  readonly takenAt: number;
  readonly until: number;
  /** Returns the users' trades and orders on a symbol. */
  readonly activityOf: (symbol: MarketSymbol) => UserActivity | undefined;
}

interface ProductView {
  readonly until: number;
  /** The position in the file, after its first line, of the pages, which the state follows. */
  readonly at: number;
  readonly pages: Checksum;
  readonly state: Checksum;
}

/** The exchange that a view belongs to. */
type ViewOrigin = Pick<OpenExchangeOptions, 'seed' | 'marketModel'>;

interface ViewHeader extends ViewOrigin, Pick<PublicView, 'advancedMs' | 'takenAt'> {
  readonly format: typeof FORMAT;
  /** The version of the program: only the same one reads the view. */
  readonly program: string;
  readonly journal: JournalPosition;
  readonly products: Partial<Record<Product, ProductView>>;
}

const FORMAT = 'bourse sandbox view 1';
const LINE_END = 0x0a;
/** The most bytes that the first line of the file has. */
const HEADER_BYTES_MAX = 4096;

/** How long a view counts at most, in ms: events are searched so far ahead. */
const VALID_MAX_MS = DAY_MS;

/** The engines whose due events change the market data of a product; the first one has the users' orders. */
const ENGINES_OF: Readonly<Partial<Record<Product, readonly string[]>>> = {
  spot: ['spot', 'margin'],
  usdm: ['usdm'],
  coinm: ['coinm'],
  options: ['options'],
};

/**
 * Writes the public view of an exchange whose journal ends at a position. The exchange must not be used any more, because
 * the search for its next event moves its engines ahead. Does nothing if the file can't be written: a view only saves
 * time.
 */
export function writePublicView(path: string, exchange: SandboxExchange, journal: JournalPosition): void {
  const takenAt = runDueEvents(exchange, exchange.clock.now());
  const parts: Uint8Array[] = [];
  const products: Partial<Record<Product, ProductView>> = {};
  let at = 0;
  for (const [product, engines] of Object.entries(ENGINES_OF) as [Product, readonly string[]][]) {
    const owner = exchange.engines.find(engines[0]!);
    if (owner !== undefined && owner.publicActivity === undefined) continue;
    const activities = [...(owner?.publicActivity?.() ?? [])];
    const { pages, state } = packActivity(activities, exchange.accounts.names, takenAt);
    const until = validUntil(exchange, engines, takenAt);
    products[product] = { until, at, pages: checksumOf(pages), state: checksumOf(state) };
    parts.push(pages, state);
    at += pages.length + state.length;
  }
  const { clock, seed, market } = exchange;
  const header: ViewHeader = {
    format: FORMAT,
    program: PROGRAM,
    seed,
    marketModel: market.model,
    journal,
    takenAt,
    advancedMs: clock.advancedMs,
    products,
  };
  const part = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(part, Buffer.concat([Buffer.from(headerLine(header)), ...parts]), {
      mode: 0o600,
      flag: 'wx',
    });
    renameSync(part, path);
  } catch {
    rmSync(part, { force: true });
  }
}

/**
 * Returns the view of a product if there is an undamaged one of this origin and the journal has not grown since; otherwise
 * undefined. The caller compares its times with that of the exchange.
 */
export function readPublicView(
  path: string,
  journalPath: string,
  origin: ViewOrigin,
  product: Product,
): PublicView | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const first = bytesAt(descriptor, 0, HEADER_BYTES_MAX);
    const end = first.indexOf(LINE_END);
    const header = readHeaderLine(first.subarray(0, Math.max(end, 0))) as ViewHeader;
    const view = header.products[product];
    if (!isOfOrigin(header, origin) || view === undefined || !endsAt(journalPath, header.journal))
      return undefined;
    const pages = bytesAt(descriptor, end + 1 + view.at, view.pages.size);
    const state = bytesAt(descriptor, end + 1 + view.at + view.pages.size, view.state.size);
    if (!matchesChecksum(pages, view.pages) || !matchesChecksum(state, view.state)) return undefined;
    const activities = unpackActivity(state, pages);
    const { advancedMs, takenAt } = header;
    return { advancedMs, takenAt, until: view.until, activityOf: ({ name }) => activities.get(name) };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isOfOrigin(header: ViewHeader, { seed, marketModel }: ViewOrigin): boolean {
  return (
    header.format === FORMAT &&
    header.program === PROGRAM &&
    header.seed === seed &&
    header.marketModel === marketModel
  );
}

/** Returns the time (ms) before which no due event of some engines changes the view, at most `VALID_MAX_MS` ahead. */
function validUntil(exchange: SandboxExchange, engines: readonly string[], takenAt: number): number {
  const latest = takenAt + VALID_MAX_MS;
  return Math.min(latest, ...engines.map((name) => exchange.engines.find(name)?.nextDueAt(latest) ?? latest));
}

/** The levels of the users' resting orders, and the lots that they took in one step of the order book. */
interface BookView {
  readonly changes: number;
  readonly bids: readonly MarketLevel[];
  readonly asks: readonly MarketLevel[];
  readonly step: number;
  readonly consumedBids: ReadonlyMap<number, number>;
  readonly consumedAsks: ReadonlyMap<number, number>;
}

/** Returns the activities of a product as bytes: the pages of the trade tapes, and the state. */
function packActivity(
  activities: readonly (readonly [MarketSymbol, UserActivity])[],
  names: NameRegistry,
  takenAt: number,
) {
  const store = new PageStore();
  const writer = new CheckpointWriter(names, store);
  writer.value(activities.map(([{ name }]) => name));
  const step = bookStep(takenAt);
  for (const [, { tape, book }] of activities) {
    tape.checkpoint(writer);
    const view: BookView = {
      changes: book.changes,
      bids: [...book.levels(true)],
      asks: [...book.levels(false)],
      step,
      consumedBids: book.consumedLots(true, step),
      consumedAsks: book.consumedLots(false, step),
    };
    writer.value(view);
  }
  const pages = Buffer.concat(store.takeAdded());
  return { pages, state: runToEnd(writer.bytes()) };
}

/** Returns the activities of a product by symbol. Throws if the bytes are not what `packActivity` wrote. */
function unpackActivity(state: Uint8Array, pages: Uint8Array): ReadonlyMap<string, UserActivity> {
  const reader: Checkpointer = new CheckpointReader(state, new NameRegistry(), new PageStore(pages));
  const activities = new Map<string, UserActivity>();
  for (const name of reader.value<readonly string[]>([])) {
    const tape = new TradeTape(() => ({ aggregates: 0, trades: 0 }));
    tape.checkpoint(reader);
    const view = reader.value<BookView | undefined>(undefined)!;
    activities.set(name, {
      tape,
      book: {
        changes: view.changes,
        levels: (isBids) => (isBids ? view.bids : view.asks),
        consumedLots: (isBids, step) => {
          if (step !== view.step) return new Map();
          return isBids ? view.consumedBids : view.consumedAsks;
        },
      },
    });
  }
  return activities;
}

function runToEnd<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

function checksumOf(bytes: Uint8Array): Checksum {
  return { size: bytes.length, sum: crc32(bytes) };
}

/** Returns up to `size` bytes of a file, in memory of their own, so that numbers in them can be read in place. */
function bytesAt(descriptor: number, from: number, size: number): Buffer {
  return readAt(descriptor, Buffer.from(new ArrayBuffer(size)), from);
}
