/** Messages that arrive together: a feed must count, report and deliver them as if they came one by one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../src/catalogue/stream-types.ts';
import { seededRandom } from '../../src/core/clock.ts';
import { Feed } from '../../src/stream/feed.ts';
import type { LinesListener } from '../../src/stream/feed-connection.ts';
import { joinLines, type MessageLines } from '../../src/stream/message-lines.ts';
import type { SocketListener } from '../../src/stream/socket.ts';
import { manualClock, runPendingTasks } from './manual-clock.ts';

const STREAMS: readonly { readonly name: string; readonly sequence?: Sequence }[] = [
  { name: 'btcusdt@trade', sequence: { by: 'step', at: 't' } },
  { name: 'btcusdt@depth', sequence: { by: 'range', first: 'U', last: 'u' } },
  { name: 'btcusdt@depth@usdm', sequence: { by: 'range', first: 'U', last: 'u', previous: 'pu' } },
  { name: 'btcusdt@ticker', sequence: { by: 'ascent', at: 'E' } },
  { name: 'btcusdt@unknown' },
];
const NOTICE = '{"e":"serverShutdown","E":1}';

/** Opens a feed over a connection that the test plays; its log holds messages and records in their order. */
async function openFeed(streams: typeof STREAMS, lines?: LinesListener) {
  const log: string[] = [];
  const ends = new AbortController();
  const sent: string[] = [];
  const opened: SocketListener[] = [];
  const clock = manualClock();
  const feed = new Feed({
    clock,
    random: seededRandom(3),
    open: (_address, listener) => {
      opened.push(listener);
      const nothing = () => {};
      const send = (text: string) => sent.push(text);
      return { send, ping: nothing, pause: nothing, resume: nothing, close: nothing, terminate: nothing };
    },
    takeAttempt: async () => {},
    base: new URL('ws://127.0.0.1:1'),
    streams,
    signal: ends.signal,
    onMessage: (bytes) => log.push(bytes.toString()),
    ...(lines === undefined ? {} : { lines }),
    onRecord: (record) => log.push(JSON.stringify(record)),
  });
  void feed.run().catch(() => {});
  await runPendingTasks();
  const listener = opened[0]!;
  listener.onOpen();
  await runPendingTasks();
  const { id } = JSON.parse(sent[0]!) as { id: number };
  listener.onMessage(Buffer.from(JSON.stringify({ result: streams.map(({ name }) => name), id })));
  await runPendingTasks();
  return { feed, log, listener, opened, clock };
}

/** Returns messages after heads of two bytes, the shortest that frames have. */
function linesOf(texts: readonly string[]): MessageLines {
  let at = 0;
  const starts = texts.map((text) => {
    const start = at + 2;
    at = start + Buffer.byteLength(text);
    return start;
  });
  return {
    bytes: Buffer.from(texts.map((text) => `##${text}`).join('')),
    starts: Int32Array.from(starts),
    ends: Int32Array.from(texts, (text, index) => starts[index]! + Buffer.byteLength(text)),
    count: texts.length,
  };
}

const textAt = ({ bytes, starts, ends }: MessageLines, index: number) =>
  bytes.toString('utf8', starts[index], ends[index]);

/** Delivers messages as a connection does: those that are not taken together, one by one. */
function deliver(listener: SocketListener, lines: MessageLines): void {
  for (let index = 0; index < lines.count; index += 1) {
    index = listener.onLines!(lines, index, lines.count);
    if (index < lines.count) listener.onMessage(Buffer.from(textAt(lines, index)));
  }
}

const payload = fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 12 }), fc.nat(2)).map(([kind, id, size]) => {
  const name = STREAMS[kind]!.name;
  const data = [
    { e: 'trade', t: id },
    { U: id, u: id + size },
    { U: id, u: id + size, pu: id - 1 },
    { E: id },
    { x: id },
  ][kind];
  return { name, text: JSON.stringify(data) };
});
const packets = fc.array(
  fc.array(fc.oneof({ weight: 12, arbitrary: payload }, fc.constant({ name: '', text: NOTICE })), {
    maxLength: 12,
  }),
  { maxLength: 5 },
);

describe('messages that arrive together', () => {
  it('are counted, reported and delivered as one by one, on one stream and on several', async () => {
    await fc.assert(
      fc.asyncProperty(packets, fc.nat(5), fc.nat(7), async (all, kind, room) => {
        const isSingle = kind < STREAMS.length;
        const streams = isSingle ? [STREAMS[kind]!] : STREAMS;
        const texts = all.map((packet) =>
          packet
            .filter(({ name }) => !isSingle || name === streams[0]!.name || name === '')
            .map(({ name, text }) =>
              isSingle || name === '' ? text : `{"stream":"${name}","data":${text}}`,
            ),
        );
        const plain = await openFeed(streams);
        const fast = await openFeed(streams, {
          room: () => room,
          onLines: (lines, from, to) => {
            expect(to - from).toBeLessThanOrEqual(room);
            for (let index = from; index < to; index += 1) fast.log.push(textAt(lines, index));
            const joined = fast.log.slice(from - to).map((text) => `${text}\n`);
            expect(joinLines(lines, from, to).toString()).toBe(joined.join(''));
          },
        });
        for (const packet of texts) {
          for (const text of packet) plain.listener.onMessage(Buffer.from(text));
          deliver(fast.listener, linesOf(packet));
        }
        await runPendingTasks();
        expect(fast.log).toEqual(plain.log);
        expect(fast.feed.counts()).toEqual(plain.feed.counts());
        expect(fast.opened.length).toBe(plain.opened.length);
      }),
      { numRuns: 200, seed: 15 },
    );
  });

  it('are delivered one by one while an answer to a control message is awaited', async () => {
    const streams = [STREAMS[0]!];
    const taken: number[] = [];
    const { feed, log, listener, clock } = await openFeed(streams, {
      room: ({ count }) => count,
      onLines: (_lines, from, to) => taken.push(to - from),
    });
    const answers = feed.ask('GET_PROPERTY', ['combined']);
    await clock.advance(250);
    deliver(listener, linesOf(['{"t":1}', '{"t":2}', '{"result":true,"id":2}']));
    expect(await answers).toEqual([{ result: true, id: 2 }]);
    deliver(listener, linesOf(['{"t":3}', '{"t":4}']));
    expect(log.slice(1)).toEqual(['{"t":1}', '{"t":2}']);
    expect(taken).toEqual([2]);
  });
});
