/**
 * Keeps the books of several symbols from one feed. Snapshots are asked for one after another, so that many books
 * that lost a message at once don't storm the exchange, and ever more slowly where they don't fit.
 */
import type { Clock, Random } from '../../core/clock.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import type { JsonValue } from '../../core/words.ts';
import { reconnectDelayMs } from '../back-off.ts';
import type { MessageId } from '../ids.ts';
import { unwrapMessage } from '../router.ts';
import type { Book, DepthEvent, Snapshot } from './book.ts';
import type { PriceLevel } from './book-side.ts';
import { type BookState, DepthSync, joinFuturesEvent, joinSpotEvent } from './depth-sync.ts';

export interface BooksOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly symbols: readonly string[];
  /** Whether each event names the one before it. */
  readonly namesPrevious: boolean;
  /** Returns the text of a snapshot of a symbol. */
  readonly snapshot: (symbol: string, signal: AbortSignal) => Promise<string>;
  readonly signal: AbortSignal;
  /** The book changed, or its state did. */
  readonly onChange: (symbol: string, book: Book, state: BookState, at: MessageId | undefined) => void;
  /** A book is out of step (true), or in step again. */
  readonly onStale: (symbol: string, isStale: boolean) => void;
  /** A book that was whole once is not yet whole again, and why. */
  readonly onNote: (text: string) => void;
  /** There is no way to go on. */
  readonly onFailure: (error: unknown) => void;
}

/** Snapshots in a row that were too old for what the stream brought, of a book that was never whole. */
const TOO_OLD_MAX = 6;

interface SymbolBook {
  readonly symbol: string;
  readonly sync: DepthSync;
  isRequested: boolean;
  /** Snapshots in a row that did not come or were too old. */
  failures: number;
  /** Once whole, a book is tried for as long as its stream is followed. */
  wasSynced: boolean;
}

export class Books {
  readonly #options: BooksOptions;
  readonly #bySymbol: ReadonlyMap<string, SymbolBook>;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: BooksOptions) {
    this.#options = options;
    const judge = options.namesPrevious ? joinFuturesEvent : joinSpotEvent;
    this.#bySymbol = new Map(
      options.symbols.map((symbol) => [
        symbol,
        { symbol, sync: new DepthSync(judge), isRequested: false, failures: 0, wasSynced: false },
      ]),
    );
  }

  /** Takes a message of a symbol's depth stream as it came. */
  message(symbol: string, bytes: Buffer): void {
    const entry = this.#bySymbol.get(symbol);
    if (entry === undefined) return;
    const read = readEvent(bytes);
    // What can't be read may have held a change.
    if (read === undefined) entry.sync.interrupt();
    const outcome = read === undefined ? 'gap' : entry.sync.event(read.event);
    if (outcome === 'applied') this.#notifyChange(entry, read?.at);
    if (outcome === 'gap') this.#onGap(entry);
    if (outcome === 'buffered') this.#requestSnapshot(entry);
  }

  /** The stream was broken off. */
  interrupt(): void {
    for (const entry of this.#bySymbol.values()) {
      const was = entry.sync.state;
      entry.sync.interrupt();
      if (was === 'synced') this.#options.onStale(entry.symbol, true);
    }
  }

  states(): readonly { readonly symbol: string; readonly state: BookState; readonly gaps: number }[] {
    return [...this.#bySymbol.values()].map(({ symbol, sync }) => ({
      symbol,
      state: sync.state,
      gaps: sync.gaps,
    }));
  }

  #onGap(entry: SymbolBook): void {
    this.#options.onStale(entry.symbol, true);
    this.#notifyChange(entry, undefined);
    this.#requestSnapshot(entry);
  }

  #notifyChange({ symbol, sync }: SymbolBook, at: MessageId | undefined): void {
    this.#options.onChange(symbol, sync.book, sync.state, at);
  }

  /** Puts the symbol into the queue of snapshots, once. */
  #requestSnapshot(entry: SymbolBook): void {
    if (entry.isRequested) return;
    entry.isRequested = true;
    this.#queue = this.#queue
      .then(() => this.#refresh(entry))
      .catch((error: unknown) => {
        if (!this.#options.signal.aborted) this.#options.onFailure(error);
      });
  }

  async #refresh(entry: SymbolBook): Promise<void> {
    const { signal, onStale, onNote } = this.#options;
    if (signal.aborted) return;
    const outcome = await this.#load(entry);
    entry.isRequested = false;
    if (outcome === 'whole') {
      entry.failures = 0;
      entry.wasSynced = true;
      onStale(entry.symbol, false);
      this.#notifyChange(entry, undefined);
      return;
    }
    entry.failures += 1;
    const isOld = outcome === 'too-old';
    const failure = isOld ? oldSnapshotsError(entry) : outcome;
    const isTransient = failure.kind === 'unavailable' || failure.kind === 'rate-limited';
    const isRepeated = !isOld || entry.failures % TOO_OLD_MAX === 0;
    if (isRepeated && !(entry.wasSynced && isTransient)) throw failure;
    if (isRepeated) onNote(`${entry.symbol}: no snapshot yet: ${failure.facts.message}`);
    // Waits outside the queue: other books need not.
    void this.#requestLater(entry, failure.facts.retryAfterMs ?? 0);
  }

  /** Makes a book whole from a snapshot; resolves with the reason where that failed. */
  async #load({ symbol, sync }: SymbolBook): Promise<'whole' | 'too-old' | ToolError> {
    const { snapshot, signal } = this.#options;
    try {
      return sync.snapshot(readSnapshot(await snapshot(symbol, signal))) ? 'whole' : 'too-old';
    } catch (error) {
      return asToolError(error);
    }
  }

  async #requestLater(entry: SymbolBook, leastMs: number): Promise<void> {
    const { clock, random, signal } = this.#options;
    const delayMs = reconnectDelayMs(entry.failures - 1, random);
    await clock.sleep(Math.max(delayMs, leastMs), signal).catch(() => {});
    if (!signal.aborted) this.#requestSnapshot(entry);
  }
}

function oldSnapshotsError({ symbol, failures }: SymbolBook): ToolError {
  return new ToolError({
    kind: 'unavailable',
    message: `${failures} snapshots of ${symbol} in a row were older than what its stream brought; no whole book can be had.`,
    hint: 'The exchange answers with old data: try again later.',
    retryable: true,
    execution: 'not_executed',
  });
}

type Members = Readonly<Record<string, JsonValue>>;

/** Returns the event of a message and its event time; undefined where the message is none. */
export function readEvent(
  bytes: Buffer,
): { readonly event: DepthEvent; readonly at: MessageId | undefined } | undefined {
  const value = objectOf(unwrapMessage(bytes).toString('utf8'));
  const { U, u, pu, b, a, E } = value ?? {};
  const bids = levelsOf(b);
  const asks = levelsOf(a);
  if (!isId(U) || !isId(u) || bids === undefined || asks === undefined) return undefined;
  const event = { first: U, last: u, bids, asks, ...(isId(pu) ? { before: pu } : {}) };
  return { event, at: isId(E) ? E : undefined };
}

/** Returns the snapshot of an answer. Throws a ToolError of kind `unavailable` where it is none. */
export function readSnapshot(text: string): Snapshot {
  const { lastUpdateId, bids, asks } = objectOf(text) ?? {};
  const read = { bids: levelsOf(bids), asks: levelsOf(asks) };
  if (isId(lastUpdateId) && read.bids !== undefined && read.asks !== undefined) {
    return { lastId: lastUpdateId, bids: read.bids, asks: read.asks };
  }
  throw new ToolError({
    kind: 'unavailable',
    message: 'The snapshot of the book is not what the interface says: lastUpdateId, bids and asks.',
    retryable: true,
    execution: 'not_executed',
  });
}

function objectOf(text: string): Members | undefined {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Members)
      : undefined;
  } catch {
    return undefined;
  }
}

function isId(value: JsonValue | undefined): value is MessageId {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Rows of price and quantity, both decimals as text; further members of a row are left aside. */
function levelsOf(value: JsonValue | undefined): readonly PriceLevel[] | undefined {
  if (!Array.isArray(value)) return undefined;
  for (const row of value) {
    if (!Array.isArray(row) || !isDecimal(row[0]) || !isDecimal(row[1])) return undefined;
  }
  return value as unknown as readonly PriceLevel[];
}

function isDecimal(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /^\d{1,30}(?:\.\d{1,30})?$/.test(value);
}
