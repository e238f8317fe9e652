/** A stream that went quiet once stayed unreported for as long as it ran. */
import { expect, it } from 'vitest';
import { STREAMS } from '../../src/catalogue/streams.ts';
import { IdleWatch } from '../../src/commands/stream/idle-watch.ts';

const at = (name: string, messages: number) => [{ name, messages }];

it('reports a stream in real time after a minute, once, and again when messages come', () => {
  const watch = new IdleWatch('spot', undefined);
  const notes = [3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4].map((messages) =>
    watch.sample(at('btcusdt@trade', messages), 10_000),
  );
  expect(notes.flat()).toEqual([
    'No messages for 1m from btcusdt@trade: nothing may be traded, the contract may have expired, or the exchange may have stopped sending.',
    'Messages again from btcusdt@trade after 1m20s.',
  ]);
  expect(notes[6]).toHaveLength(1);
});

it('reports a periodic stream after some periods, and one without any message after ten seconds', () => {
  const watch = new IdleWatch('usdm', undefined);
  expect(watch.sample(at('btcusdt@markPrice@1s', 5), 10_000)).toEqual([]);
  expect(watch.sample(at('btcusdt@markPrice@1s', 5), 10_000)).toEqual([]);
  expect(watch.sample(at('btcusdt@markPrice@1s', 5), 10_000)[0]).toMatch(/^No messages for /);
  expect(new IdleWatch('usdm', undefined).sample(at('nopeusdt@trade', 0), 10_000)).toEqual([
    'No messages yet from nopeusdt@trade: the stream may be rare, or its name misspelt.',
  ]);
});

it('does not report a rare stream that has sent something', () => {
  const watch = new IdleWatch('usdm', undefined);
  const notes = Array.from({ length: 400 }, () => watch.sample(at('btcusdt@forceOrder', 1), 10_000));
  expect(notes.flat()).toEqual([]);
  expect(STREAMS.filter(({ isRare }) => isRare).map(({ kind }) => kind)).toContain('liquidations');
});

it('reports every stream after the time that was asked for', () => {
  const watch = new IdleWatch('usdm', 2000);
  expect(watch.sample(at('btcusdt@forceOrder', 1), 2000)).toEqual([]);
  expect(watch.sample(at('btcusdt@forceOrder', 1), 2000)).toHaveLength(1);
});
