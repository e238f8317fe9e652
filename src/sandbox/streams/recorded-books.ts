/** The order books of a recording that is replayed, as REST shows them at any time. */
import type { StreamProduct } from '../../catalogue/stream-types.ts';
import { BOOK_ACCESS } from '../../catalogue/streams.ts';
import { notSimulatedRefusal } from '../gate/refusals.ts';
import { requiredInteger } from '../handlers/request-values.ts';
import type { Handler } from '../types.ts';

/** Maintains the order books of a recording while it is replayed. */
export interface RecordedBooks {
  /** Applies a recorded message, without its wrapper, when it is sent. */
  message(stream: string, text: string): void;
  /** Applies a recorded snapshot of a stream when it is due. */
  snapshot(stream: string, text: string): void;
  /**
   * Returns the book of a symbol as the JSON text of an answer, `unseen` if the recording holds its changes but no
   * snapshot, and undefined if it holds neither.
   */
  show(symbol: string, limit: number): string | 'unseen' | undefined;
}

/** The product and the books of a recording. */
export interface BookRecord {
  readonly product: StreamProduct;
  readonly books?: RecordedBooks;
}

/** Returns the handler of the book endpoint that answers recorded symbols from the recording, by endpoint id. */
export function bookHandlers(
  { product, books }: BookRecord,
  usual: Readonly<Record<string, Handler>>,
): Readonly<Record<string, Handler>> {
  if (books === undefined || !Object.hasOwn(BOOK_ACCESS, product)) return {};
  const { endpoint } = BOOK_ACCESS[product as keyof typeof BOOK_ACCESS];
  const on = product === 'spot' ? '' : ` --on ${product}`;
  const answer: Handler = (call) => {
    const symbol = call.params.get('symbol') ?? '';
    const shown = books.show(symbol, requiredInteger(call, 'limit'));
    if (shown !== 'unseen') return shown ?? usual[endpoint]!(call);
    const record = `bourse stream book ${symbol}${on} --record book.ndjson.gz`;
    throw notSimulatedRefusal(
      `the book of ${symbol}: the recording holds no snapshot of it, which "${record}" keeps`,
    );
  };
  return { [endpoint]: answer };
}
