/** Properties of every declared stream, user event and method of the WebSocket API. */
import { describe, expect, it, test } from 'vitest';
import { HOSTS } from '../../src/catalogue/hosts.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { LIMITS } from '../../src/catalogue/limits.ts';
import type { Fields, Stream } from '../../src/catalogue/stream-types.ts';
import {
  CONNECTION_PROPERTIES,
  CONTROL_ERRORS,
  CONTROL_METHODS,
  SERVER_SHUTDOWN,
  STREAM_ACCESS,
  STREAMS,
  TIME_UNIT,
} from '../../src/catalogue/streams.ts';
import { USER_EVENTS } from '../../src/catalogue/user-events.ts';
import { WS_APIS } from '../../src/catalogue/ws-apis.ts';
import {
  findWsMethod,
  WS_METHODS,
  WS_RETURN_LIMITS,
  WS_SIGNED_PARAMS,
  wsMethodOf,
} from '../../src/catalogue/ws-methods.ts';
import { streamName, streamNameParser } from '../../src/request/stream-name.ts';

const named = STREAMS.map((stream) => ({ id: stream.id, stream }));

/** The stream names of the interface document (Events, Market streams), with their products. */
const DOCUMENT_ROWS: readonly (readonly [name: string, products: readonly string[]])[] = [
  ['<symbol>@aggTrade', ['spot', 'usdm', 'coinm']],
  ['<symbol>@trade', ['spot']],
  ['<symbol>@kline_<interval>', ['usdm', 'coinm']],
  ['<symbol>@kline_<interval>[@<zone>]', ['spot']],
  ['<symbol>@continuousKline_<contractType>_<interval>', ['usdm', 'coinm']],
  ['<symbol>@miniTicker', ['spot', 'usdm', 'coinm']],
  ['<symbol>@ticker', ['spot', 'usdm', 'coinm']],
  ['<symbol>@bookTicker', ['spot', 'usdm', 'coinm']],
  ['<symbol>@avgPrice', ['spot']],
  ['<symbol>@depth<levels>[@<speed>]', ['spot', 'usdm', 'coinm']],
  ['<symbol>@depth[@<speed>]', ['spot', 'usdm', 'coinm']],
  ['<symbol>@markPrice[@<speed>]', ['usdm', 'coinm']],
  ['!markPrice@arr[@<speed>]', ['usdm', 'coinm']],
  ['<symbol>@forceOrder', ['usdm', 'coinm']],
  ['!miniTicker@arr', ['spot']],
  ['!ticker@arr', ['spot']],
  ['!bookTicker', ['spot']],
];

/** Returns a name that the stream's declaration allows, with every optional part or with none. */
function exampleOf(stream: Stream, isLong: boolean): string {
  const values = Object.entries(stream.slots)
    .filter(([, slot]) => isLong || slot.default === undefined)
    .map(([slot, { values }]) => [slot, values?.at(-1) ?? EXAMPLES[slot] ?? 'BTCUSDT'] as const);
  return streamName(stream, Object.fromEntries(values));
}
const EXAMPLES: Readonly<Record<string, string>> = { zone: '+08:00', expiry: '240329' };

/** Returns whether the message or one of its objects has a field. */
function hasField(fields: Fields, name: string): boolean {
  return (
    name in fields ||
    Object.values(fields).some((one) => one.fields !== undefined && hasField(one.fields, name))
  );
}

describe('market streams', () => {
  test.each(DOCUMENT_ROWS)('include the stream %s of the interface document', (name, products) => {
    const rows = STREAMS.filter((one) => one.name === name && one.origin === 'document');
    expect(rows.map(({ product }) => product)).toEqual(products);
  });

  it('include no other stream as one of the interface document', () => {
    const counted = DOCUMENT_ROWS.reduce((sum, [, products]) => sum + products.length, 0);
    expect(STREAMS.filter(({ origin }) => origin === 'document')).toHaveLength(counted);
  });

  it('have unique ids, and unique kinds within a product', () => {
    expect(new Set(STREAMS.map(({ id }) => id)).size).toBe(STREAMS.length);
    expect(new Set(STREAMS.map(({ product, kind }) => `${product} ${kind}`)).size).toBe(STREAMS.length);
  });

  test.each(named)(
    '$id has a slot for each part of its name, and its names are parsed as its own',
    ({ stream }) => {
      const slots = [...stream.name.matchAll(/<(\w+)>/g)].map(([, slot]) => slot!);
      expect([...slots].sort()).toEqual(Object.keys(stream.slots).sort());
      const read = streamNameParser(STREAMS.filter(({ product }) => product === stream.product));
      for (const name of [exampleOf(stream, true), exampleOf(stream, false)]) {
        expect(read(name)?.stream.id).toBe(stream.id);
      }
    },
  );

  test.each(named)('$id has the fields of its sequence numbers', ({ stream }) => {
    const { sequence } = stream;
    const names =
      sequence.by === 'range'
        ? [sequence.first, sequence.last, sequence.previous]
        : sequence.by === 'ascent'
          ? [sequence.at, sequence.per]
          : [sequence.at];
    for (const name of names) if (name !== undefined) expect(hasField(stream.fields, name)).toBe(true);
    expect('e' in stream.fields).toBe(stream.event !== undefined);
  });

  test.each(named)('$id has a period for each speed', ({ stream }) => {
    if (typeof stream.periodMs === 'object') {
      expect(Object.keys(stream.periodMs).sort()).toEqual([...(stream.slots['speed']?.values ?? [])].sort());
    } else expect(stream.slots['speed']).toBeUndefined();
  });

  it('are served by stream hosts with declared limits', () => {
    for (const access of Object.values(STREAM_ACCESS)) {
      expect(HOSTS.find(({ name }) => name === access.host)?.pathPrefixes).toEqual([
        access.single,
        access.combined,
      ]);
      for (const name of Object.values(access.limits)) expect(LIMITS[name].scope).toBe('connection');
    }
    expect(TIME_UNIT.values).toContain('MICROSECOND');
    expect(SERVER_SHUTDOWN.stream).toBe(`!${SERVER_SHUTDOWN.event}`);
  });
});

describe('stream names', () => {
  it('have lower-case symbols, and optional parts only if given', () => {
    const depth = STREAMS.find(({ id }) => id === 'spot.depth')!;
    expect(streamName(depth, { symbol: 'BTCUSDT' })).toBe('btcusdt@depth');
    expect(streamName(depth, { symbol: 'BTCUSDT', speed: '100ms' })).toBe('btcusdt@depth@100ms');
  });

  it('are refused with a value outside its set, an illegal character or a missing value', () => {
    const depth = STREAMS.find(({ id }) => id === 'spot.depth')!;
    expect(() => streamName(depth, { symbol: 'BTCUSDT', speed: '5ms' })).toThrow('1000ms, 100ms');
    expect(() => streamName(depth, { symbol: 'BTC/USDT' })).toThrow('cannot stand in a stream name');
    expect(() => streamName(depth, {})).toThrow('needs symbol');
  });

  it('are parsed into stream and values; an unknown name is no stream', () => {
    const read = streamNameParser(STREAMS.filter(({ product }) => product === 'spot'));
    expect(read('btcusdt@depth5')?.stream.id).toBe('spot.partial-depth');
    expect(read('btcusdt@depth@100ms')?.values).toEqual({ symbol: 'btcusdt', speed: '100ms' });
    expect(read('btcusdt@kline_1m@+08:00')?.values['zone']).toBe('+08:00');
    expect(read('btcusdt@nothing')).toBeUndefined();
  });
});

describe('control messages', () => {
  it('are the five methods of the interface document, with one property', () => {
    expect(CONTROL_METHODS.map(({ method }) => method)).toEqual([
      'SUBSCRIBE',
      'UNSUBSCRIBE',
      'LIST_SUBSCRIPTIONS',
      'SET_PROPERTY',
      'GET_PROPERTY',
    ]);
    expect(CONNECTION_PROPERTIES).toEqual(['combined']);
    for (const { method } of CONTROL_METHODS) {
      expect(CONTROL_ERRORS.unknownMethod.msg).toContain(`\`${method}\``);
    }
  });
});

describe('user events', () => {
  it('are unique within a product, and have the fields that identify them', () => {
    const names = USER_EVENTS.flatMap(({ event, products }) => products.map((one) => `${one} ${event}`));
    expect(new Set(names).size).toBe(names.length);
    for (const { fields, identity = [] } of USER_EVENTS) {
      expect(Object.keys(fields).slice(0, 2)).toEqual(['e', 'E']);
      for (const name of identity) expect(hasField(fields, name)).toBe(true);
    }
  });

  it('have the fields of the message in the interface document', () => {
    const shown = USER_EVENTS.find(({ origin }) => origin === 'document');
    expect(shown?.event).toBe('outboundAccountPosition');
    expect(Object.keys(shown?.fields ?? {})).toEqual(['e', 'E', 'u', 'B']);
    expect(Object.keys(shown?.fields['B']?.fields ?? {})).toEqual(['a', 'f', 'l']);
  });
});

describe('methods of the WebSocket API', () => {
  it('have unique names, and rules that name declared parameters', () => {
    const names = new Set(WS_METHODS.map(({ api, method }) => `${api} ${method}`));
    expect(names.size).toBe(WS_METHODS.length);
    for (const { rules = [], params } of WS_METHODS)
      for (const name of rules.flatMap((rule) => ('of' in rule ? rule.of : [])))
        expect(params).toHaveProperty(name);
  });

  it('have the parameters of the cancellation and of the placement if they combine both', () => {
    for (const { api, cancelReplace, params } of WS_METHODS) {
      if (cancelReplace === undefined) continue;
      const [cancels, places] = [cancelReplace.cancels, cancelReplace.places].map((name) =>
        findWsMethod(api, name),
      );
      for (const name of Object.keys(places!.params)) expect(params).toHaveProperty(name);
      for (const [name, from] of Object.entries(cancelReplace.cancelNames)) {
        expect(cancels!.params).toHaveProperty(name);
        expect(params).toHaveProperty(from);
      }
    }
  });

  it('are named by the signed endpoint they correspond to, and by no other', () => {
    const named = ENDPOINTS.filter(({ wsMethod }) => wsMethod !== undefined);
    for (const one of named) expect(wsMethodOf(one)?.endpoint?.id).toBe(one.id);
    const like = WS_METHODS.filter(
      ({ security, endpoint }) => endpoint !== undefined && security === 'SIGNED',
    );
    expect(named.map((one) => wsMethodOf(one))).toHaveLength(like.length);
    expect(new Set(named.map((one) => wsMethodOf(one)))).toEqual(new Set(like));
  });

  it('are signed if their endpoint is signed, and declare none of the signing parameters', () => {
    for (const { endpoint, security, params } of WS_METHODS) {
      const isSigned = endpoint?.security === 'USER_DATA' || endpoint?.security === 'TRADE';
      if (endpoint !== undefined) expect(security).toBe(isSigned ? 'SIGNED' : 'NONE');
      for (const name of WS_SIGNED_PARAMS) expect(params).not.toHaveProperty(name);
    }
    expect([WS_APIS.spot.methodPrefix, WS_RETURN_LIMITS]).toEqual(['v3/', 'returnRateLimits']);
  });
});
