/** Order books of a replayed recording: recorded snapshots, later changes, and gaps. */
import { describe, expect, it } from 'vitest';
import { recordedBooks } from '../../src/app/recorded-books.ts';

const STREAM = 'btcusdt@depth@100ms';
const snapshot = (lastUpdateId: number, bid: string) =>
  `{"lastUpdateId":${lastUpdateId},"bids":[["${bid}","1"]],"asks":[["200.0","1"]]}`;
const change = (first: number, last: number, bid: string, quantity = '2') =>
  `{"e":"depthUpdate","E":5,"s":"BTCUSDT","U":${first},"u":${last},"b":[["${bid}","${quantity}"]],"a":[]}`;

function open(first?: string, streams: readonly string[] = [STREAM]) {
  const snapshots = new Map(first === undefined ? [] : [[STREAM, first]]);
  return recordedBooks({ product: 'spot', streams }, snapshots);
}

describe('order books of a recording', () => {
  it('start with the first snapshot, even before its time, and apply each later change', () => {
    const books = open(snapshot(20, '100.0'));
    books.message(STREAM, change(1, 20, '90.0'));
    expect(books.show('BTCUSDT', 10)).toBe(snapshot(20, '100.0'));
    books.message(STREAM, change(19, 22, '101.0'));
    books.snapshot(STREAM, snapshot(20, '100.0'));
    expect(books.show('BTCUSDT', 1)).toBe(
      '{"lastUpdateId":22,"bids":[["101.0","2"]],"asks":[["200.0","1"]]}',
    );
  });

  it('stop changing at a gap until a snapshot connects to the changes after the gap', () => {
    const books = open(snapshot(20, '100.0'));
    books.message(STREAM, change(31, 32, '95.0'));
    books.message(STREAM, change(33, 34, '96.0'));
    expect(JSON.parse(books.show('BTCUSDT', 10)!).lastUpdateId).toBe(20);
    books.snapshot(STREAM, snapshot(25, '99.0'));
    expect(JSON.parse(books.show('BTCUSDT', 10)!).lastUpdateId).toBe(20);
    books.snapshot(STREAM, snapshot(32, '99.0'));
    expect(JSON.parse(books.show('BTCUSDT', 10)!)).toMatchObject({
      lastUpdateId: 34,
      bids: [
        ['99.0', '1'],
        ['96.0', '2'],
      ],
    });
  });

  it('are unseen without a snapshot, and undefined for symbols without a recorded depth stream', () => {
    const books = open(undefined, [STREAM, 'ethusdt@trade']);
    books.message(STREAM, change(1, 2, '90.0'));
    expect(books.show('BTCUSDT', 10)).toBe('unseen');
    expect(books.show('ETHUSDT', 10)).toBeUndefined();
    expect(recordedBooks({ product: 'options', streams: ['x'] }, new Map()).show('X', 1)).toBeUndefined();
  });

  it('are one book where a symbol was recorded at two update speeds', () => {
    const books = open(snapshot(20, '100.0'), ['btcusdt@depth', STREAM]);
    books.message(STREAM, change(21, 22, '101.0'));
    expect(JSON.parse(books.show('BTCUSDT', 1)!).lastUpdateId).toBe(22);
  });
});
