/** Paths, queries and headers that are refused before anything is sent. */
import { describe, expect, it } from 'vitest';
import { checkHeaders, checkTarget } from '../../src/transport/wire-rules.ts';

describe('the target of a request', () => {
  it.each(['/api/v3/order', '/', '/a/..b', '/a%20b', '/.well-known'])('may be the path %s', (path) => {
    expect(() => checkTarget(path, 'symbol=BTCUSDT&b=%20')).not.toThrow();
  });

  it.each(['//evil.example/api', '', 'api', '/a b', '/ä', '/a?b', '/a#b', '/a\\b', '/a\nb'])(
    'is refused with the path %j',
    (path) => expect(() => checkTarget(path, '')).toThrow('plain ASCII that starts with one "/"'),
  );

  it.each(['/a/..', '/../a', '/a/./b', '/a/%2e%2E/b', '/a/.%2e'])('is refused with dots in %s', (path) => {
    expect(() => checkTarget(path, '')).toThrow('segments');
  });

  it.each(['a b', 'ä=1', 'a=1#b', 'a=\n'])('is refused with the query %j', (query) => {
    expect(() => checkTarget('/a', query)).toThrow('query');
  });
});

describe('the headers of a request', () => {
  it('may have any value of one line in Latin-1', () => {
    expect(() => checkHeaders([['X-MBX-APIKEY', 'k\t é']])).not.toThrow();
  });

  it.each([
    ['X-Key', 'secret\r\nX-Evil: 1'],
    ['X-Key', 'secret\u0000'],
    ['X-Key', 'secret\u0142'],
    ['X Key', 'secret'],
    ['', 'secret'],
  ])('are refused with %j and %j, without the value', (name, value) => {
    expect(() => checkHeaders([[name, value]])).toThrow(
      /^(?!.*secret).*characters that a header cannot hold/,
    );
  });
});
