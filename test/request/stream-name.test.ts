/** Stream names in another letter case than the exchange's. */
import { describe, expect, it } from 'vitest';
import { STREAM_ACCESS, STREAMS } from '../../src/catalogue/streams.ts';
import { correctCase, streamName, streamNameParser } from '../../src/request/stream-name.ts';

/** Values for slots without a closed set. */
const VALUES: Readonly<Record<string, string>> = {
  symbol: 'btcusdt',
  pair: 'btcusdt',
  underlying: 'BTCUSDT',
  zone: '+08:00',
  expiry: '240329',
};

function nameOf(stream: (typeof STREAMS)[number]): string {
  const slots = Object.entries(stream.slots).map(([name, { values }]) => [
    name,
    values?.[0] ?? VALUES[name]!,
  ]);
  return streamName(stream, Object.fromEntries(slots));
}

it('a symbol may have letters of any script, but no invisible or direction-changing characters', () => {
  const trades = STREAMS.find(({ id }) => id === 'spot.trade')!;
  expect(streamName(trades, { symbol: '币安USDT' })).toBe('币安usdt@trade');
  for (const symbol of [
    'btc\u202eusdt',
    'btc\u200busdt',
    'btc\u001b[31m',
    'btc usdt',
    'a/b',
    'a@b',
    'a?b',
    'a#b',
    '',
  ])
    expect(() => streamName(trades, { symbol })).toThrow('cannot stand in a stream name');
});

describe('a stream name in another letter case', () => {
  it.each(Object.keys(STREAM_ACCESS))(
    'is corrected to the spelling of the exchange, for each stream of %s',
    (product) => {
      const streams = STREAMS.filter((one) => one.product === product);
      for (const stream of streams) {
        const name = nameOf(stream);
        expect(correctCase(streams, name)).toBe(name);
        // Minutes and months differ only by letter case.
        const hasOneCase = Object.values(stream.slots).every(({ values, letterCase: letters }) =>
          values === undefined
            ? letters === 'lower'
            : new Set(values.map((value) => value.toLowerCase())).size === values.length,
        );
        if (hasOneCase) expect(correctCase(streams, name.toUpperCase())).toBe(name);
        expect(streamNameParser(streams)(name)?.stream.id).toBe(stream.id);
      }
    },
  );

  it('distinguishes minutes from months, and is not corrected if it differs in more than letter case', () => {
    const streams = STREAMS.filter(({ product }) => product === 'spot');
    expect(correctCase(streams, 'BTCUSDT@kline_1M')).toBe('btcusdt@kline_1M');
    expect(correctCase(streams, 'btcusdt@KLINE_1m')).toBe('btcusdt@kline_1m');
    expect(correctCase(streams, 'btcusdt@aggtrades')).toBeUndefined();
  });
});
