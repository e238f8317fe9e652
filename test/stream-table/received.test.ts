import { describe, expect, it } from 'vitest';
import { STREAMS } from '../../src/catalogue/streams.ts';
import { streamNameParser } from '../../src/request/stream-name.ts';
import { receiveAll, tableOf } from './receive.ts';
import { MARKET_ROWS, OPTION } from './rows.ts';

describe('the table of streams', () => {
  it('has a row for each stream of the catalogue', () => {
    const rows = MARKET_ROWS.map(({ line, name }) => {
      const read = streamNameParser(STREAMS.filter(({ product }) => product === line));
      return read(name.replace(OPTION, 'BTC-240405-70000-C'))?.stream.id;
    });
    expect(new Set(rows)).toEqual(new Set(STREAMS.map(({ id }) => id)));
  });
});

describe('every stream', () => {
  it('is received from the sandbox by its command, and each message has exactly its fields', async () => {
    const received = await receiveAll();
    const wrong = received.filter(({ messages, faults }) => messages === 0 || faults.length > 0);
    expect(wrong, tableOf(wrong)).toEqual([]);
  }, 60_000);
});
