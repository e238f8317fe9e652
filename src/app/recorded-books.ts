/** Keeps the books of a recording while it is told, by the same rules as `stream book` keeps them live. */
import { BOOK_ACCESS, STREAMS } from '../catalogue/streams.ts';
import { parseJson, stringifyJson } from '../core/json.ts';
import type { JsonValue } from '../core/words.ts';
import { streamReader } from '../request/stream-name.ts';
import type { RecordedBooks } from '../sandbox/streams/recorded-books.ts';
import type { Manifest } from '../store/recording.ts';
import { readEvent, readSnapshot } from '../stream/book/books.ts';
import { DepthSync, judgeFutures, judgeSpot } from '../stream/book/depth-sync.ts';

interface Kept {
  readonly sync: DepthSync;
  /** What the last snapshot says beside the book, such as its times. */
  members: Readonly<Record<string, JsonValue>> | undefined;
}

/**
 * Returns the books of a recording; `snapshots` holds the first one for each stream. What follows is judged by its
 * numbers, so a book may begin with a snapshot that lies ahead.
 */
export function recordedBooks(
  { product, streams }: Pick<Manifest, 'product' | 'streams'>,
  snapshots: ReadonlyMap<string, string>,
): RecordedBooks {
  const stream = STREAMS.find(
    ({ id }) =>
      id === (BOOK_ACCESS as Readonly<Record<string, { readonly stream: string }>>)[product]?.stream,
  );
  const read = streamReader(stream === undefined ? [] : [stream]);
  const judge = product === 'spot' ? judgeSpot : judgeFutures;
  const byStream = new Map<string, Kept>();
  const bySymbol = new Map<string, Kept>();
  for (const name of streams) {
    const symbol = read(name)?.values['symbol']?.toUpperCase();
    // The changes of a symbol at two speeds make one book.
    if (symbol === undefined || bySymbol.get(symbol)?.members !== undefined) continue;
    const kept: Kept = { sync: new DepthSync(judge), members: undefined };
    byStream.set(name, kept);
    bySymbol.set(symbol, kept);
    const first = snapshots.get(name);
    if (first !== undefined) load(kept, first);
  }
  return {
    message(name, text) {
      const kept = byStream.get(name);
      const event = kept === undefined ? undefined : readEvent(Buffer.from(text));
      if (event !== undefined) kept?.sync.event(event.event);
    },
    snapshot(name, text) {
      const kept = byStream.get(name);
      if (kept !== undefined && kept.sync.state !== 'synced') load(kept, text);
    },
    show(symbol, limit) {
      const kept = bySymbol.get(symbol);
      if (kept === undefined) return undefined;
      if (kept.members === undefined) return 'unseen';
      const { lastId, bids, asks } = kept.sync.book;
      const shown = { lastUpdateId: lastId, bids: bids.top(limit), asks: asks.top(limit) };
      return stringifyJson({ ...kept.members, ...shown } as unknown as JsonValue);
    },
  };
}

function load(kept: Kept, text: string): void {
  if (kept.sync.snapshot(readSnapshot(text)))
    kept.members = parseJson(text) as Readonly<Record<string, JsonValue>>;
}
