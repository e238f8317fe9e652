import { describe, expect, it } from 'vitest';
import { receiveAll, streamsWithoutRow, tableOf } from './receive.ts';
import { MARKET_ROWS } from './rows.ts';

describe('the table of streams', () => {
  it('has a row for each stream that the sandbox simulates', () => {
    expect(streamsWithoutRow()).toEqual([]);
    expect(streamsWithoutRow(MARKET_ROWS.slice(1))).toHaveLength(1);
  });
});

describe('every stream', () => {
  it('is received from the sandbox by its command, and each message has exactly its fields and satisfies the AsyncAPI document', async () => {
    const received = await receiveAll();
    const wrong = received.filter(({ messages, faults }) => messages === 0 || faults.length > 0);
    expect(wrong, tableOf(wrong)).toEqual([]);
  });
});
