/** A tracker reports the losses and duplicates of a stream correctly, whatever faults its messages have. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../src/catalogue/stream-types.ts';
import { IdFinder } from '../../src/stream/ids.ts';
import { Router, unwrapMessage } from '../../src/stream/router.ts';
import { Tracker } from '../../src/stream/tracker.ts';
import { trade } from './scripted-stream-server.ts';

const RUNS = { numRuns: 300, seed: 20_240_317 };

/** A fault of one message in delivery. */
const fault = fc.constantFrom('none', 'none', 'none', 'drop', 'duplicate', 'swap');

/** Returns the numbers from 1 in the order in which they are delivered. */
function arrivals(faults: readonly string[]): number[] {
  const out: number[] = [];
  for (const [index, fault] of faults.entries()) {
    const id = index + 1;
    if (fault === 'drop') continue;
    if (fault === 'swap' && out.length > 0) out.splice(-1, 0, id);
    else out.push(id);
    if (fault === 'duplicate') out.push(id);
  }
  return out;
}

describe('a tracker', () => {
  it('emits each number once and counts the numbers that are missing between the first and the last', () => {
    fc.assert(
      fc.property(fc.array(fault, { minLength: 1, maxLength: 60 }), (faults) => {
        const delivered = arrivals(faults);
        const tracker = new Tracker('x@trade', { by: 'step', at: 't' });
        const passed = delivered.filter((id) => tracker.take(Buffer.from(trade(id))) !== 'duplicate');
        const { firstId, lastId, missing, messages } = tracker.counts();
        // A number below the first delivered one counts as a duplicate.
        const expected = [...new Set(delivered.filter((id) => id >= (delivered[0] ?? 0)))];
        expect([...passed].sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b));
        if (firstId === undefined) return;
        const span = Number(lastId) - Number(firstId) + 1;
        expect(missing).toBe(span - messages);
      }),
      RUNS,
    );
  });

  const RANGES: readonly (readonly [
    string,
    Sequence,
    (first: number, last: number, before: number) => string,
  ])[] = [
    [
      'consecutive ranges',
      { by: 'range', first: 'U', last: 'u' },
      (first, last) => `{"e":"depthUpdate","E":1,"s":"X","U":${first},"u":${last},"b":[],"a":[]}`,
    ],
    [
      'ranges that name the previous range',
      { by: 'range', first: 'U', last: 'u', previous: 'pu' },
      (first, last, before) => `{"e":"depthUpdate","T":1,"U":${first + 3},"u":${last},"pu":${before},"b":[]}`,
    ],
  ];

  it.each(RANGES)('reports a loss among %s at the next message', (_name, sequence, message) => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 3, maxLength: 30 }),
        fc.nat(),
        (sizes, pick) => {
          let at = 100;
          const messages = sizes.map((size) => {
            const before = at;
            at += size;
            return Buffer.from(message(before + 1, at, before));
          });
          const complete = new Tracker('x@depth', sequence);
          expect(messages.map((one) => complete.take(one))).toEqual(messages.map(() => 'new'));
          const dropped = 1 + (pick % (messages.length - 2));
          const tracker = new Tracker('x@depth', sequence);
          const verdicts = messages.filter((_, index) => index !== dropped).map((one) => tracker.take(one));
          expect(verdicts.indexOf('gap')).toBe(dropped);
          expect(verdicts.filter((one) => one === 'gap')).toHaveLength(1);
        },
      ),
      RUNS,
    );
  });
});

describe('ids in messages', () => {
  it('are found at another position than in the message before, and in quotes', () => {
    const finder = new IdFinder('t');
    expect(finder.find(Buffer.from('{"a":"x","t":12}'))).toBe(12);
    expect(finder.find(Buffer.from('{"a":"longer","t":13}'))).toBe(13);
    expect(finder.find(Buffer.from('{"t":"14","a":1}'))).toBe(14);
    expect(finder.find(Buffer.from('{"a":1}'))).toBeUndefined();
    expect(finder.find(Buffer.from('{"t":null}'))).toBeUndefined();
  });

  it('are exact whatever their number of digits, at the end of the bytes too', () => {
    const finder = new IdFinder('t');
    for (let length = 1; length <= 22; length += 1) {
      for (const digits of [
        '9'.repeat(length),
        `1${'0'.repeat(length - 1)}`,
        '12345678901234567890123'.slice(0, length),
      ]) {
        const id = BigInt(digits);
        const expected = id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : id;
        for (const after of ['', '}', ',"a":1}', '/', ':', '"']) {
          expect(finder.find(Buffer.from(`{"t":${digits}${after}`)), digits + after).toBe(expected);
        }
        const message = Buffer.from(`{"t":${digits}5}`);
        expect(finder.find(message, 0, message.length - 2), 'up to the end of the message').toBe(expected);
      }
    }
  });
});

describe('wrapped messages', () => {
  it('are routed by their stream names and unwrapped byte for byte', () => {
    const router = new Router();
    const names = ['btcusdt@trade', 'ethusdt@trade', '币安人生usdt@trade'];
    const trackers = names.map((name) => new Tracker(name, undefined));
    for (const tracker of trackers) router.add(tracker);
    for (const [index, name] of names.entries()) {
      expect(router.find(Buffer.from(`{"stream":"${name}","data":{"t":1}}`))).toBe(trackers[index]);
    }
    expect(router.find(Buffer.from('{"stream":"btcusdt@trad","data":{}}'))).toBeUndefined();
    expect(router.find(Buffer.from('{"e":"trade"}'))).toBeUndefined();
    const inner = '{"a":"}","b":[ 1.10 ]}';
    expect(unwrapMessage(Buffer.from(`{"stream":"x","data":${inner}}`)).toString()).toBe(inner);
    expect(unwrapMessage(Buffer.from(inner)).toString()).toBe(inner);
  });
});
