import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeQuery, encodeQuery } from '../../src/request/encode.ts';

test('keeps unreserved characters and percent-encodes everything else in upper-case hexadecimal', () => {
  const unreserved = 'ABCxyz0189-._~';
  expect(encodeQuery([['a', unreserved]])).toBe(`a=${unreserved}`);
  expect(encodeQuery([['a', ' !"#$%&\'()*+,/:;<=>?@[\\]^`{|}']])).toBe(
    'a=%20%21%22%23%24%25%26%27%28%29%2A%2B%2C%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E%60%7B%7C%7D',
  );
});

test('writes letters outside ASCII as the bytes of their UTF-8', () => {
  expect(encodeQuery([['symbol', '币安人生USDT']])).toBe('symbol=%E5%B8%81%E5%AE%89%E4%BA%BA%E7%94%9FUSDT');
  expect(encodeQuery([['name', '🙂']])).toBe('name=%F0%9F%99%82');
});

test('writes a list as its JSON text', () => {
  expect(encodeQuery([['symbols', '["BTCUSDT","BNBUSDT"]']])).toBe(
    'symbols=%5B%22BTCUSDT%22%2C%22BNBUSDT%22%5D',
  );
});

test('keeps the order of parameters, and repeated names', () => {
  const entries = [
    ['b', '1'],
    ['a', '2'],
    ['b', '3'],
  ] as const;
  expect(encodeQuery(entries)).toBe('b=1&a=2&b=3');
  expect(decodeQuery('b=1&a=2&b=3')).toEqual(entries);
});

test('refuses text that has no UTF-8 form', () => {
  expect(() => encodeQuery([['a', 'x\ud800']])).toThrow(/lone surrogate/);
});

test('decodes the encodings of forms and other clients', () => {
  expect(decodeQuery('symbols=%5b%22BTCUSDT%22,%22BNBUSDT%22%5d')).toEqual([
    ['symbols', '["BTCUSDT","BNBUSDT"]'],
  ]);
  expect(decodeQuery('a=x+y%2Bz')).toEqual([['a', 'x y+z']]);
  expect(decodeQuery('a&b=&=c&&d=1=2')).toEqual([
    ['a', ''],
    ['b', ''],
    ['', 'c'],
    ['d', '1=2'],
  ]);
  expect(decodeQuery('')).toEqual([]);
});

test('keeps a percent sign that starts no escape, and replaces bytes that are no UTF-8', () => {
  expect(decodeQuery('a=100%&b=%zz&c=%E5%B8')).toEqual([
    ['a', '100%'],
    ['b', '%zz'],
    ['c', '\ufffd'],
  ]);
  expect(decodeQuery('a=%EF%BB%BFx')).toEqual([['a', '\ufeffx']]);
});

test('decodes its own encoding, which has only unreserved characters and escapes', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 8 }), (entries) => {
      const wire = encodeQuery(entries);
      expect(wire).toMatch(/^(?:[A-Za-z0-9._~=&-]|%[0-9A-F]{2})*$/);
      // A pair of two empty texts is encoded as "=", so it is distinguished from the empty query.
      expect(decodeQuery(wire)).toEqual(entries);
    }),
    { seed: 7, numRuns: 500 },
  );
});
