import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  abs,
  add,
  ceilToStep,
  compare,
  type Decimal,
  decimalOf,
  divide,
  floorToStep,
  formatDecimal,
  isMultipleOf,
  isZero,
  max,
  min,
  multiply,
  nearestToStep,
  negate,
  parseDecimal,
  type Rounding,
  rescale,
  sign,
  subtract,
  sumOf,
  toPlain,
  trimZeros,
} from '../../src/core/decimal.ts';

/** big.js is the oracle: an independent decimal library that the program itself does not use. */
const Exact = Big();
Exact.PE = 1e6;
Exact.NE = -1e6;
Exact.strict = false;

const decimals: fc.Arbitrary<Decimal> = fc.record({
  value: fc.oneof(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.bigInt(-1000n, 1000n)),
  scale: fc.integer({ min: 0, max: 20 }),
});

const text = (a: Decimal): string => formatDecimal(a);
const big = (a: Decimal): Big => new Exact(text(a));

describe('parseDecimal', () => {
  it.each([
    ['0', 0n, 0],
    ['-0', 0n, 0],
    ['0.00100000', 100000n, 8],
    ['-1.5', -15n, 1],
    ['1e-7', 1n, 7],
    ['1.50E2', 150n, 0],
    ['1.5e3', 1500n, 0],
    ['9007199254740993', 9007199254740993n, 0],
    ['1e400', 10n ** 400n, 0],
  ])('reads %s', (typed, value, scale) => {
    expect(parseDecimal(typed)).toEqual({ value, scale });
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '+1.5',
    '.5',
    '5.',
    '1.2.3',
    '1,5',
    '0x10',
    '1e',
    '1e401',
    '1e-401',
    '1e99999',
    'NaN',
    'Infinity',
    '--1',
    '1_000',
    '٣',
    '1\n',
  ])('refuses %j', (typed) => {
    expect(parseDecimal(typed)).toBeUndefined();
  });

  it('refuses text of excessive length', () => {
    expect(parseDecimal('9'.repeat(1000))).toBeDefined();
    expect(parseDecimal('9'.repeat(1001))).toBeUndefined();
  });

  it('reads back every number that formatDecimal writes', () => {
    fc.assert(
      fc.property(decimals, (a) => {
        expect(parseDecimal(text(a))).toEqual(a);
      }),
    );
  });

  it('refuses the same text through decimalOf, by an error', () => {
    expect(() => decimalOf('much')).toThrow(RangeError);
  });
});

describe('toPlain', () => {
  it.each([
    ['1e-7', '0.0000001'],
    ['-2.50e1', '-25.0'],
    ['1e2', '100'],
    ['0.00100000', '0.00100000'],
    ['007.10', '007.10'],
    ['12', '12'],
  ])('writes %s as %s', (typed, plain) => {
    expect(toPlain(typed)).toBe(plain);
  });

  it('returns undefined for text that is no number', () => {
    expect(toPlain('1e')).toBeUndefined();
  });

  it('agrees with big.js on exponents', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: -300, max: 300 }), (a, exponent) => {
        const typed = `${text(a)}e${exponent}`;
        expect(new Exact(toPlain(typed)!).eq(new Exact(typed))).toBe(true);
      }),
    );
  });
});

describe('arithmetic', () => {
  it('agrees with big.js on sums, differences and products', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(big(add(a, b)).eq(big(a).plus(big(b)))).toBe(true);
        expect(big(subtract(a, b)).eq(big(a).minus(big(b)))).toBe(true);
        expect(big(multiply(a, b)).eq(big(a).times(big(b)))).toBe(true);
      }),
    );
  });

  it('adds 0.1 and 0.2 to 0.3', () => {
    expect(text(add(decimalOf('0.1'), decimalOf('0.2')))).toBe('0.3');
  });

  it('keeps the larger scale in a sum and both scales in a product', () => {
    expect(text(add(decimalOf('1.50'), decimalOf('2')))).toBe('3.50');
    expect(text(multiply(decimalOf('1.50'), decimalOf('2.0')))).toBe('3.000');
  });

  it('agrees with big.js on quotients in each rounding mode of big.js', () => {
    const roundings = [
      ['down', 0],
      ['nearest', 1],
      ['half-even', 2],
      ['up', 3],
    ] as const;
    fc.assert(
      fc.property(
        decimals,
        decimals,
        fc.integer({ min: 0, max: 30 }),
        fc.constantFrom(...roundings),
        (a, b, scale, [rounding, mode]) => {
          fc.pre(b.value !== 0n);
          Exact.DP = scale;
          Exact.RM = mode;
          const quotient = divide(a, b, scale, rounding);
          expect(quotient.scale).toBe(scale);
          expect(big(quotient).eq(big(a).div(big(b)))).toBe(true);
        },
      ),
    );
  });

  it.each<[Rounding, string, string, string, string]>([
    ['down', '1.2', '-1.2', '1.2', '-1.2'],
    ['up', '1.3', '-1.3', '1.3', '-1.3'],
    ['floor', '1.2', '-1.3', '1.2', '-1.3'],
    ['ceil', '1.3', '-1.2', '1.3', '-1.2'],
    ['nearest', '1.3', '-1.3', '1.2', '-1.2'],
    ['half-even', '1.2', '-1.2', '1.2', '-1.2'],
  ])('rounds %s', (rounding, half, minusHalf, below, minusBelow) => {
    expect(text(rescale(decimalOf('1.25'), 1, rounding))).toBe(half);
    expect(text(rescale(decimalOf('-1.25'), 1, rounding))).toBe(minusHalf);
    expect(text(rescale(decimalOf('1.249'), 1, rounding))).toBe(below);
    expect(text(rescale(decimalOf('-1.249'), 1, rounding))).toBe(minusBelow);
  });

  it('rounds a half up if the even digit is above', () => {
    expect(text(rescale(decimalOf('1.35'), 1, 'half-even'))).toBe('1.4');
  });

  it('rounds with floor and ceil to the two sides of the exact quotient', () => {
    fc.assert(
      fc.property(decimals, decimals, fc.integer({ min: 0, max: 12 }), (a, b, scale) => {
        fc.pre(b.value !== 0n);
        const low = divide(a, b, scale, 'floor');
        const high = divide(a, b, scale, 'ceil');
        const back = (quotient: Decimal) => multiply(quotient, abs(b));
        const exact = b.value < 0n ? negate(a) : a;
        expect(compare(back(low), exact)).toBeLessThanOrEqual(0);
        expect(compare(back(high), exact)).toBeGreaterThanOrEqual(0);
        expect(high.value - low.value <= 1n).toBe(true);
      }),
    );
  });

  it('throws on division by zero and on a negative scale', () => {
    expect(() => divide(decimalOf('1'), decimalOf('0.00'), 2, 'down')).toThrow(RangeError);
    expect(() => rescale(decimalOf('1'), -1, 'down')).toThrow(RangeError);
  });

  it('extends the scale without changing the number, and reduces it back', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 30 }), (a, more) => {
        const wide = rescale(a, a.scale + more, 'down');
        expect(compare(wide, a)).toBe(0);
        expect(rescale(wide, a.scale, 'down')).toEqual(a);
      }),
    );
  });

  it('adds up any number of numbers, to zero if there are none', () => {
    expect(text(sumOf(['0.1', '0.20', '-0.3'].map(decimalOf)))).toBe('0.00');
    expect(text(sumOf([]))).toBe('0');
  });
});

describe('comparison', () => {
  it('agrees with big.js', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(compare(a, b)).toBe(big(a).cmp(big(b)));
        expect(text(min(a, b))).toBe(big(b).lt(big(a)) ? text(b) : text(a));
        expect(text(max(a, b))).toBe(big(b).gt(big(a)) ? text(b) : text(a));
      }),
    );
  });

  it('treats 1.10 and 1.1 as equal, with the same trimmed form', () => {
    expect(compare(decimalOf('1.10'), decimalOf('1.1'))).toBe(0);
    expect(text(trimZeros(decimalOf('1.10')))).toBe('1.1');
    expect(text(trimZeros(decimalOf('100')))).toBe('100');
    expect(text(trimZeros(decimalOf('-0.000')))).toBe('0');
  });

  it('trims as many zeros as one after the other would', () => {
    const trimmed = ({ value, scale }: Decimal): Decimal =>
      scale > 0 && value % 10n === 0n ? trimmed({ value: value / 10n, scale: scale - 1 }) : { value, scale };
    fc.assert(
      fc.property(decimals, fc.nat(25), (number, zeros) => {
        const long = { value: number.value * 10n ** BigInt(zeros), scale: number.scale };
        expect(trimZeros(long)).toEqual(trimmed(long));
      }),
    );
  });

  it('returns the sign, and whether a number is zero', () => {
    expect([sign(decimalOf('-0.1')), sign(decimalOf('0.0')), sign(decimalOf('3'))]).toEqual([-1, 0, 1]);
    expect(isZero(decimalOf('-0.00'))).toBe(true);
    expect(text(abs(decimalOf('-2.50')))).toBe('2.50');
  });
});

describe('steps', () => {
  const steps = fc.record({
    value: fc.bigInt(1n, 10n ** 6n),
    scale: fc.integer({ min: 0, max: 10 }),
  });

  it.each([
    ['0.12345', '0.010', '0', '0.120', '0.130', '0.120'],
    ['-0.125', '0.01', '0', '-0.13', '-0.12', '-0.13'],
    ['1.7', '0.5', '0.3', '1.3', '1.8', '1.8'],
    ['30', '10', '0', '30', '30', '30'],
    ['5', '0', '0', '5', '5', '5'],
  ])('rounds %s to steps of %s from %s', (value, step, from, low, high, near) => {
    const at = [decimalOf(value), decimalOf(step), decimalOf(from)] as const;
    expect(text(floorToStep(...at))).toBe(low);
    expect(text(ceilToStep(...at))).toBe(high);
    expect(text(nearestToStep(...at))).toBe(near);
  });

  it('rounds to a step less than one step away', () => {
    fc.assert(
      fc.property(decimals, steps, decimals, (value, step, from) => {
        const low = floorToStep(value, step, from);
        const high = ceilToStep(value, step, from);
        const near = nearestToStep(value, step, from);
        for (const landed of [low, high, near]) expect(isMultipleOf(landed, step, from)).toBe(true);
        expect(compare(low, value)).toBeLessThanOrEqual(0);
        expect(compare(high, value)).toBeGreaterThanOrEqual(0);
        expect(compare(subtract(high, low), step)).toBeLessThanOrEqual(0);
        expect(compare(multiply(abs(subtract(near, value)), decimalOf('2')), step)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('distinguishes multiples of the tick size from values in between', () => {
    expect(isMultipleOf(decimalOf('0.30'), decimalOf('0.1'))).toBe(true);
    expect(isMultipleOf(decimalOf('0.35'), decimalOf('0.1'))).toBe(false);
    expect(isMultipleOf(decimalOf('0.35'), decimalOf('0'))).toBe(true);
    expect(isMultipleOf(decimalOf('0.35'), decimalOf('0.1'), decimalOf('0.05'))).toBe(true);
  });

  it('throws on a negative step', () => {
    expect(() => floorToStep(decimalOf('1'), decimalOf('-1'))).toThrow(RangeError);
  });
});
