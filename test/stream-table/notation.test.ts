import { describe, expect, it } from 'vitest';
import { checkFields, countFields } from './notation.ts';

const NOTATION = 'e=trade E:t k{x:b n:i l:l} B[a f:d] r:d- N?';
const MESSAGE = {
  e: 'trade',
  E: 1_711_699_200_000,
  k: { x: true, n: 1, l: [['1.0', '2']] },
  B: [{ a: 'BTC', f: '1.5' }],
  r: '',
};

describe('the notation of fields', () => {
  it('accepts a message with exactly its fields', () => {
    expect(checkFields(NOTATION, MESSAGE)).toEqual({ fields: 9, faults: [] });
    expect(countFields(NOTATION)).toBe(11);
  });

  it.each([
    [{ e: 'other' }, 'e is "other"'],
    [{ E: '1711699200000' }, 'E is "1711699200000"'],
    [{ k: { x: true, l: [] } }, 'k.n is missing'],
    [{ k: { x: true, n: 1, l: [['1.0', 2]] } }, 'k.l is [["1.0",2]]'],
    [{ B: [{ a: 'BTC', f: 1.5 }] }, 'B[0].f is 1.5'],
    [{ B: {} }, 'B is {}'],
    [{ r: 'none' }, 'r is "none"'],
    [{ z: 1 }, 'z is not known'],
  ])('finds what is wrong with %j', (changed, fault) => {
    expect(checkFields(NOTATION, { ...MESSAGE, ...changed }).faults).toEqual([fault]);
  });
});
