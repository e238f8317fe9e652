/**
 * Bounds of the contract hold for the number as it is written. Its double would do for most, but rounds
 * 1.0000000000000000000001 to 1, so that a fraction above 1 passed.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NUMBERS } from '../../src/thesis/contract.ts';
import { compareNumbers } from '../../src/thesis/exact-bounds.ts';
import { memberSchema } from '../../src/thesis/members.ts';
import { validateText } from '../../src/thesis/validate.ts';
import { sample, textOf, withValue } from './samples.ts';

/** A marker that stands for a number until the text is written. */
const MARK = '@number@';

/** Returns a thesis with the number, as written, at a JSON pointer. */
function thesisWith(path: string, literal: string): string {
  const action = path.startsWith('/close') ? 'close' : path.startsWith('/exit') ? 'adjust_exit' : 'add';
  return textOf(withValue(sample(action), path, MARK)).replace(JSON.stringify(MARK), literal);
}

const bounds = NUMBERS.flatMap((path) =>
  (['minimum', 'maximum'] as const).flatMap((keyword) => {
    const bound = memberSchema(path)?.[keyword];
    return bound === undefined ? [] : [{ path, keyword, bound }];
  }),
);

describe.each(bounds)('the $keyword $bound of $path', ({ path, keyword, bound }) => {
  const outside =
    keyword === 'maximum'
      ? [
          '1.0000000000000000000001',
          '10000000000000000000001e-22',
          '0.00010000000000000000000001e+4',
          '1000000000.0000000000001e-9',
          `1.${'0'.repeat(400)}1`,
        ]
      : ['-1e-400', `-0.${'0'.repeat(400)}1`, '-0.1e-9999999999999999999999'];
  const inside =
    keyword === 'maximum'
      ? [
          '1',
          '1.0',
          '1.0000000000000000000000000',
          '0.99999999999999999999999999',
          '100000000000000000000e-20',
        ]
      : ['0', '-0', '0e-400', '-0.0000000000000000000000'];

  it('is compared with every digit of the number', () => {
    expect(bounds.some((one) => one.bound === bound)).toBe(true);
    for (const literal of outside) {
      const { valid, errors } = validateText(thesisWith(path, literal));
      expect([literal, valid]).toEqual([literal, false]);
      expect(errors).toMatchObject([{ path, rule: keyword, line: 1 }]);
      expect(errors[0]!.found.slice(0, 30)).toBe(literal.slice(0, 30));
    }
    for (const literal of inside)
      expect([literal, validateText(thesisWith(path, literal)).errors]).toEqual([literal, []]);
  });

  it('is reported among the other faults of the document', () => {
    const text = thesisWith(path, outside[0]!).replace('"ok":true', '"ok":1');
    expect(validateText(text).errors.map((error) => error.path)).toEqual(['/ok', path]);
  });
});

it('a number is found under an escaped name, and not taken for one of another object', () => {
  const over = thesisWith('/close_intent/close_fraction', '1.00000000000000000001');
  const hidden = over.replace('"close_fraction"', '"close\\u005ffraction"');
  const decoy = '{"note":{"close_fraction":1},"text":"\\"close_fraction\\":1",';
  for (const text of [hidden, hidden.replace('{', decoy), over.replace('{', decoy)])
    expect(validateText(text).errors).toMatchObject([
      { path: '/close_intent/close_fraction', rule: 'maximum' },
    ]);
  const other = '{"note":{"close_fraction":1.00000000000000000001},';
  expect(validateText(thesisWith('/close_intent/close_fraction', '1').replace('{', other)).valid).toBe(true);
});

it('every fraction and the confidence has such a bound', () => {
  expect(bounds.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([
    '/confidence minimum',
    '/confidence maximum',
    '/close_intent/close_fraction maximum',
    '/paper_intent/reduce_fraction maximum',
  ]);
});

describe('the order of two numbers as written', () => {
  const literal = fc
    .tuple(
      fc.boolean(),
      fc.bigInt(0n, 10n ** 30n),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: -60, max: 60 }),
    )
    .map(([isNegative, digits, places, exponent]) => {
      const all = String(digits).padStart(places + 1, '0');
      const number = places === 0 ? all : `${all.slice(0, -places)}.${all.slice(-places)}`;
      return {
        text: `${isNegative ? '-' : ''}${number}e${exponent}`,
        scaled: signed(isNegative, digits, exponent - places),
      };
    });

  it('is that of their exact values', () => {
    fc.assert(
      fc.property(literal, literal, (one, other) => {
        const exact = one.scaled < other.scaled ? -1 : one.scaled > other.scaled ? 1 : 0;
        expect(compareNumbers(one.text, other.text)).toBe(exact);
      }),
    );
  });
});

/** Returns the number times 10^100 as an integer. */
function signed(isNegative: boolean, digits: bigint, exponent: number): bigint {
  const value = digits * 10n ** BigInt(100 + exponent);
  return isNegative ? -value : value;
}
