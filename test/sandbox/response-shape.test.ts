import { describe, expect, it } from 'vitest';
import { compareWithShape, record, type Shape } from './response-shape.ts';

const faultsOf = (shape: Shape, value: unknown) => compareWithShape(shape, value).faults;

describe('the shape of a response', () => {
  it('matches a value with its fields and types', () => {
    const shape: Shape = {
      ...record('a:s b:d8 c?:t'),
      rows: [{ side: '=BUY|SELL' }],
      slots: 'i d',
      names: { '*': 'n' },
    };
    const value = { a: '', b: '1.00000000', rows: [{ side: 'BUY' }], slots: [1, '2'], names: { x: 1.5 } };
    expect(compareWithShape(shape, value)).toEqual({ faults: [], fields: 6, checked: 6, times: [] });
  });

  it.each([
    ['an unexpected field', record('a:s'), { a: '', b: 1 }, 'answer.b is too much'],
    ['a missing field', record('a:s'), {}, 'answer.a is missing'],
    ['another type', record('a:d'), { a: 1 }, 'answer.a is no "d": 1'],
    ['a text that is not allowed', { a: '=B' }, { a: 'C' }, 'answer.a is no "=B": "C"'],
    ['fewer decimals', 'd8', '1.0', 'answer is no "d8": "1.0"'],
    ['an empty list', ['s'], [], 'answer has no rows'],
    ['too few slots', 'i i', [1], 'answer has not 2 slots'],
    ['a record without fields', { '*': 's' }, {}, 'answer has no fields'],
    ['a row of another kind', [record('a:i')], [{ a: 1 }, { a: 1.5 }], 'answer[1].a is no "i": 1.5'],
  ] as const)('does not match %s', (_, shape, value, fault) => {
    expect(faultsOf(shape as Shape, value)).toEqual([fault]);
  });

  it('allows an empty list with a reason, and counts unchecked fields', () => {
    expect(faultsOf(['s', 'no rows yet'], [])).toEqual([]);
    expect(compareWithShape({ a: '*', b: 's' }, { a: [1], b: '' })).toEqual({
      faults: [],
      fields: 2,
      checked: 1,
      times: [],
    });
  });
});
