/**
 * The prefixes of today's stream addresses, against a table written from the exchange's notice of the split and from
 * its published connectors, not from the catalogue.
 */
import { describe, expect, it } from 'vitest';
import { STREAMS } from '../../src/catalogue/streams.ts';
import { USER_STREAM_ACCESS } from '../../src/catalogue/user-streams.ts';

/** The part of a stream name that identifies its kind, and the prefix that serves it. */
const PREFIXES: readonly (readonly [product: string, kind: RegExp, prefix: string | undefined])[] = [
  ['usdm', /bookTicker|@depth|@trade$|rpiDepth/, 'public'],
  ['usdm', /aggTrade|markPrice|kline|Kline|iniTicker|!ticker|@ticker|forceOrder/, 'market'],
  ['usdm', /compositeIndex|contractInfo|assetIndex|tradingSession/, 'market'],
  ['options', /optionTrade|optionTicker|@trade$|@ticker|@depth|bookTicker/, 'public'],
  ['options', /markPrice|MarkPrice|kline|nterest|index|ption_pair|optionSymbol/, 'market'],
  ['spot', /./, undefined],
  ['coinm', /./, undefined],
];

describe('the address of a stream today', () => {
  it.each(STREAMS.map((stream) => [stream.id, stream] as const))(
    'has the right prefix: %s',
    (_id, stream) => {
      const fitting = PREFIXES.filter(
        ([product, kind]) => product === stream.product && kind.test(stream.nameToday ?? stream.name),
      );
      expect([...new Set(fitting.map(([, , prefix]) => prefix))]).toEqual([stream.routeToday]);
    },
  );

  it('has /private for user data of USD-M and options only', () => {
    const routes = Object.entries(USER_STREAM_ACCESS).map(([product, { routeToday }]) => [
      product,
      routeToday,
    ]);
    expect(Object.fromEntries(routes)).toEqual({ usdm: 'private', options: 'private' });
  });
});
