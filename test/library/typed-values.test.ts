import { describe, expect, it } from 'vitest';
import type { View } from '../../src/catalogue/types.ts';
import { typedAnswer } from '../../src/library/typed-values.ts';

const VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'id', is: 'integer' },
    { name: 'price', is: 'decimal' },
    { name: 'time', is: 'time' },
    { name: 'isMaker', is: 'boolean' },
    { name: 'detail.apr', is: 'percent' },
    { name: 'legs.0.qty', is: 'decimal' },
    { name: 'fills', is: 'text', items: [{ name: 'qty', is: 'decimal' }] },
  ],
};

describe('a value of the library', () => {
  it('has the type of its column, whatever the exchange sent it as', () => {
    const sent =
      '[{"id":9223372036854775807,"price":0.10000000000000000001,"time":"1700000000000","isMaker":"true","detail":{"apr":1.50},"legs":[{"qty":1},{"qty":2.0}],"fills":[{"qty":3}]}]';
    expect(typedAnswer(sent, { view: VIEW })).toEqual([
      {
        id: 9223372036854775807n,
        price: '0.10000000000000000001',
        time: 1_700_000_000_000,
        isMaker: true,
        detail: { apr: '1.50' },
        legs: [{ qty: '1' }, { qty: '2.0' }],
        fills: [{ qty: '3' }],
      },
    ]);
  });

  it('that is not of the kind of its column keeps the form in which it was sent', () => {
    const sent = '{"id":"none","price":"N/A","time":null,"isMaker":"maybe"}';
    expect(typedAnswer(sent, { view: VIEW, answersOne: true })).toEqual({
      id: 'none',
      price: 'N/A',
      time: null,
      isMaker: 'maybe',
    });
  });

  it('of a field that no view lists keeps every digit and is not left out', () => {
    const sent = '{"extra":1.10,"big":12345678901234567890,"small":7,"inner":{"x":[1e-7]}}';
    expect(typedAnswer(sent, { view: VIEW, answersOne: true })).toEqual({
      extra: '1.10',
      big: 12345678901234567890n,
      small: 7,
      inner: { x: ['1e-7'] },
    });
  });

  it('is a list for one row and for many, unless the endpoint answers one', () => {
    expect(typedAnswer('{"id":1}', { view: VIEW })).toEqual([{ id: 1n }]);
    expect(typedAnswer('[{"id":1}]', { view: VIEW })).toEqual([{ id: 1n }]);
    expect(typedAnswer('{"id":1}', { view: VIEW, answersOne: true })).toEqual({ id: 1n });
  });

  it('of rows inside an object keeps what is around them', () => {
    const view: View = {
      ...VIEW,
      rowsAt: 'data.rows',
      headerFields: [{ name: 'total', is: 'integer' }],
    };
    const sent = '{"total":"1","code":"ok","data":{"rows":[{"id":1}],"page":1}}';
    expect(typedAnswer(sent, { view })).toEqual({
      total: 1n,
      code: 'ok',
      data: { rows: [{ id: 1n }], page: 1 },
    });
  });

  it('named __proto__ is a field like any other', () => {
    const value = typedAnswer('{"__proto__":{"admin":true}}', {}) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect((value as { readonly admin?: unknown }).admin).toBeUndefined();
  });

  it('of text that is no JSON is an error of the exchange', () => {
    expect(() => typedAnswer('<html>', {})).toThrow('Expected JSON in the answer');
  });
});
