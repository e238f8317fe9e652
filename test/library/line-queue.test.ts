/** Lines that a command writes faster than a loop reads them. */
import { describe, expect, it } from 'vitest';
import { LineQueue } from '../../src/library/line-queue.ts';

/** Returns the first part of a line, if it is that of a state: `BTC 3` is a state of BTC. */
const bookOf = (line: string) => /^([A-Z]+) /.exec(line)?.[1];

/** Returns all lines that wait. */
async function waitingIn(queue: LineQueue): Promise<string[]> {
  queue.end();
  const lines: string[] = [];
  for await (const line of queue.read()) lines.push(line);
  return lines;
}

describe('a queue of states', () => {
  it('holds the newest state of each book, where the last one came, and every other line', async () => {
    const queue = new LineQueue(bookOf);
    await queue.sink.write('BTC 1\nETH 1\n{"bourse":"gap"}\nBTC 2\n');
    await queue.sink.write('{"bourse":"gap"}\nBTC 3\n');
    expect(await waitingIn(queue)).toEqual(['ETH 1', '{"bourse":"gap"}', '{"bourse":"gap"}', 'BTC 3']);
  });

  it('yields a state again once the one before was read', async () => {
    const queue = new LineQueue(bookOf);
    const lines = queue.read();
    await queue.sink.write('BTC 1\n');
    expect((await lines.next()).value).toBe('BTC 1');
    await queue.sink.write('BTC 2\nBTC 3\n');
    expect((await lines.next()).value).toBe('BTC 3');
  });
});

describe('a queue of events', () => {
  it('holds every line, and lets the command wait until all are read', async () => {
    const queue = new LineQueue();
    const lines = queue.read();
    let isWritten = false;
    const written = queue.sink.write('BTC 1\nBTC 2\n').then(() => (isWritten = true));
    expect((await lines.next()).value).toBe('BTC 1');
    expect((await lines.next()).value).toBe('BTC 2');
    expect(isWritten).toBe(false);
    const third = lines.next();
    await written;
    queue.end();
    expect((await third).done).toBe(true);
  });

  it('joins lines and characters that were written in parts', async () => {
    const queue = new LineQueue();
    queue.release();
    const bytes = Buffer.from('é 1\né 2\nrest');
    for (const byte of bytes) await queue.sink.writeInBackground(Buffer.of(byte));
    expect(await waitingIn(queue)).toEqual(['é 1', 'é 2']);
  });

  it('holds nothing after it was discarded', async () => {
    const queue = new LineQueue();
    const written = queue.sink.write('BTC 1\n');
    queue.discard();
    await written;
    expect(await waitingIn(queue)).toEqual([]);
  });
});
