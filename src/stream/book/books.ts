/**
 * Maintains the order books of several symbols from one feed. Snapshots are requested one after another, so
 * that many books with gaps do not flood the exchange, and after growing waits if they do not fit.
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
  /** Whether each event contains the last update id of the previous one. */
  readonly namesPrevious: boolean;
  /** Returns the text of an order book snapshot of a symbol. */
  readonly snapshot: (symbol: string, signal: AbortSignal) => Promise<string>;
  readonly signal: AbortSignal;
  /** Called when a book or its state changed; `at` is the event time. */
  readonly onChange: (symbol: string, book: Book, state: BookState, at: MessageId | undefined) => void;
  /** Called when a book became stale (true) or synced again (false). */
  readonly onStale: (symbol: string, isStale: boolean) => void;
  /** Called with the reason why a book that was synced before cannot be synced yet. */
  readonly onNote: (text: string) => void;
  /** Called when the books cannot be maintained any further. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * The number of snapshots in a row that may be older than the buffered events before a book that was never
 * synced fails.
 */
const TOO_OLD_MAX = 6;

interface SymbolBook {
  readonly symbol: string;
  readonly sync: DepthSync;
  isRequested: boolean;
  /** The number of snapshots in a row that failed or were too old. */
  failures: number;
  /**
   * Whether the book has ever been synced; then snapshots are requested as long as its stream is followed.
   */
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

  /** Applies a message of a symbol's depth stream. */
  message(symbol: string, bytes: Buffer): void {
    const entry = this.#bySymbol.get(symbol);
    if (entry === undefined) return;
    const read = readEvent(bytes);
    // An unreadable message may have contained a change, so the book counts as interrupted.
    if (read === undefined) entry.sync.interrupt();
    const outcome = read === undefined ? 'gap' : entry.sync.event(read.event);
    if (outcome === 'applied') this.#notifyChange(entry, read?.at);
    if (outcome === 'gap') this.#onGap(entry);
    if (outcome === 'buffered') this.#requestSnapshot(entry);
  }

  /** Marks the stream as interrupted, which makes all synced books stale. */
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

  /** Adds the symbol to the queue of snapshot requests unless it is there already. */
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
    // This wait does not block the queue of snapshot requests, so that other books are not delayed.
    void this.#requestLater(entry, failure.facts.retryAfterMs ?? 0);
  }

  /** Loads a snapshot into a book; resolves with the reason if that failed. */
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
    message: `${failures} snapshots of ${symbol} in a row were older than the events of its stream, so its book cannot be built.`,
    hint: 'The exchange answers with old data: try again later.',
    retryable: true,
    execution: 'not_executed',
  });
}

type Members = Readonly<Record<string, JsonValue>>;

/** Returns the depth update of a message and its event time; undefined for any other message. */
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

/** Returns the snapshot in an answer. Throws a ToolError of kind `unavailable` for an invalid one. */
export function readSnapshot(text: string): Snapshot {
  const { lastUpdateId, bids, asks } = objectOf(text) ?? {};
  const read = { bids: levelsOf(bids), asks: levelsOf(asks) };
  if (isId(lastUpdateId) && read.bids !== undefined && read.asks !== undefined) {
    return { lastId: lastUpdateId, bids: read.bids, asks: read.asks };
  }
  throw new ToolError({
    kind: 'unavailable',
    message: 'The snapshot of the book lacks a valid lastUpdateId, bids or asks.',
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

/** Returns the rows of price and quantity, both decimals as text; further members of a row are ignored. */
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
