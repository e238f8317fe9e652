/** Books of a recording that is told again, as REST shows them at any moment of it. */
import type { StreamProduct } from '../../catalogue/stream-types.ts';
import { BOOK_ACCESS } from '../../catalogue/streams.ts';
import { notSimulatedRefusal } from '../gate/refusals.ts';
import { integer } from '../handlers/call-values.ts';
import type { Handler } from '../types.ts';

/** Keeps the books of what is told. */
export interface RecordedBooks {
  /** Takes a message that is told, bare. */
  message(stream: string, text: string): void;
  /** Takes a snapshot for a stream when its time has come. */
  snapshot(stream: string, text: string): void;
  /**
   * Returns a symbol's book as the JSON of an answer, `unseen` where the recording holds its changes and no snapshot,
   * and undefined where it holds nothing of it.
   */
  show(symbol: string, limit: number): string | 'unseen' | undefined;
}

/** What a recording holds of books. */
export interface BookRecord {
  readonly product: StreamProduct;
  readonly books?: RecordedBooks;
}

/** Returns what answers calls of the book of recorded symbols, by endpoint id; others are answered as usual. */
export function bookHandlers(
  { product, books }: BookRecord,
  usual: Readonly<Record<string, Handler>>,
): Readonly<Record<string, Handler>> {
  if (books === undefined || !Object.hasOwn(BOOK_ACCESS, product)) return {};
  const { endpoint } = BOOK_ACCESS[product as keyof typeof BOOK_ACCESS];
  const on = product === 'spot' ? '' : ` --on ${product}`;
  const answer: Handler = (call) => {
    const symbol = call.params.get('symbol') ?? '';
    const shown = books.show(symbol, integer(call, 'limit'));
    if (shown !== 'unseen') return shown ?? usual[endpoint]!(call);
    const record = `bourse stream book ${symbol}${on} --record book.ndjson.gz`;
    throw notSimulatedRefusal(
      `the book of ${symbol}: the recording holds no snapshot of it, which "${record}" keeps`,
    );
  };
  return { [endpoint]: answer };
}
