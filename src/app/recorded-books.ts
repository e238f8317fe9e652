/** Maintains the order books of a recording while it is replayed, by the rules of `stream book`. */
import { BOOK_ACCESS, STREAMS } from '../catalogue/streams.ts';
import { parseJson, stringifyJson } from '../core/json.ts';
import type { JsonValue } from '../core/words.ts';
import { streamNameParser } from '../request/stream-name.ts';
import type { RecordedBooks } from '../sandbox/streams/recorded-books.ts';
import type { Manifest } from '../store/recording.ts';
import { readEvent, readSnapshot } from '../stream/book/books.ts';
import { DepthSync, joinFuturesEvent, joinSpotEvent } from '../stream/book/depth-sync.ts';

interface RecordedBook {
  readonly sync: DepthSync;
  /**
   * The fields of the last recorded snapshot; those besides the price levels are shown again. Undefined
   * before the first snapshot.
   */
  members: Readonly<Record<string, JsonValue>> | undefined;
}

/**
 * Returns the books of a recording; `snapshots` holds the first snapshot of each stream. Events are applied
 * by their update ids, so a book may begin with a snapshot that is newer than the first events.
 */
export function recordedBooks(
  { product, streams }: Pick<Manifest, 'product' | 'streams'>,
  snapshots: ReadonlyMap<string, string>,
): RecordedBooks {
  const stream = STREAMS.find(
    ({ id }) =>
      id === (BOOK_ACCESS as Readonly<Record<string, { readonly stream: string }>>)[product]?.stream,
  );
  const read = streamNameParser(stream === undefined ? [] : [stream]);
  const judge = product === 'spot' ? joinSpotEvent : joinFuturesEvent;
  const byStream = new Map<string, RecordedBook>();
  const bySymbol = new Map<string, RecordedBook>();
  for (const name of streams) {
    const symbol = read(name)?.values['symbol']?.toUpperCase();
    // Two depth streams of one symbol at different update speeds maintain the same order book.
    if (symbol === undefined || bySymbol.get(symbol)?.members !== undefined) continue;
    const recorded: RecordedBook = { sync: new DepthSync(judge), members: undefined };
    byStream.set(name, recorded);
    bySymbol.set(symbol, recorded);
    const first = snapshots.get(name);
    if (first !== undefined) load(recorded, first);
  }
  return {
    message(name, text) {
      const recorded = byStream.get(name);
      const event = recorded === undefined ? undefined : readEvent(Buffer.from(text));
      if (event !== undefined) recorded?.sync.event(event.event);
    },
    snapshot(name, text) {
      const recorded = byStream.get(name);
      if (recorded !== undefined && recorded.sync.state !== 'synced') load(recorded, text);
    },
    show(symbol, limit) {
      const recorded = bySymbol.get(symbol);
      if (recorded === undefined) return undefined;
      if (recorded.members === undefined) return 'unseen';
      const { lastId, bids, asks } = recorded.sync.book;
      const shown = { lastUpdateId: lastId, bids: bids.top(limit), asks: asks.top(limit) };
      return stringifyJson({ ...recorded.members, ...shown } as unknown as JsonValue);
    },
  };
}

function load(recorded: RecordedBook, text: string): void {
  if (recorded.sync.snapshot(readSnapshot(text)))
    recorded.members = parseJson(text) as Readonly<Record<string, JsonValue>>;
}
