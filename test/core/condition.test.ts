/** Conditions of `--where`: which rows meet them, and what is said about one that cannot be read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCondition } from '../../src/core/condition.ts';
import { ToolError } from '../../src/core/errors.ts';
import { parseJson } from '../../src/core/json.ts';
import type { JsonObject, UnixMs } from '../../src/core/words.ts';

const NOW = Date.UTC(2024, 2, 15) as UnixMs;

function isMet(condition: string, row: JsonObject): boolean {
  return parseCondition(condition, NOW).isMet((field) => row[field] ?? null);
}

describe('a condition', () => {
  const row = parseJson(
    '{"symbol":"BTCUSDT","price":"100.50","qty":1.5,"id":9007199254740993,"isMaker":true,"time":1710460800000,"note":"","gone":null,"side":"and"}',
  ) as JsonObject;

  it.each([
    'price = 100.5',
    'price == 1.005e2',
    'price > 100.49 and price < 100.51',
    'price >= 100.5 and price <= 100.5',
    'qty > 1.49',
    'qty<price',
    'id = 9007199254740993',
    'id != 9007199254740992',
    'id > 9007199254740992',
    'symbol = BTCUSDT',
    'symbol ~ usdt',
    'symbol != ETHUSDT',
    'isMaker = true',
    'time >= 2024-03-15',
    'time > -1d',
    'time < now',
    'gone != 1',
    'missing != 1',
    'note = ""',
    'side = "and"',
    "side = 'and' AND qty = 1.5",
    'symbol = ETHUSDT or price > 1 and qty > 1',
    'not (symbol = ETHUSDT or price < 1)',
    'not not symbol = BTCUSDT',
  ])('%s is met', (condition) => {
    const { time } = row;
    expect(isMet(condition, condition === 'time < now' ? { ...row, time: (time as number) - 1 } : row)).toBe(
      true,
    );
  });

  it.each([
    'price = 100.51',
    'price > 100.5',
    'symbol = btcusdt',
    'symbol > 5',
    'isMaker > 0',
    'gone = 1',
    'gone < 1',
    'note < 1',
    'missing ~ a',
    'price < missing',
    '(symbol = ETHUSDT or price > 1) and qty > 2',
    'not symbol = BTCUSDT',
  ])('%s is not met', (condition) => {
    expect(isMet(condition, row)).toBe(false);
  });

  it.each([
    ['10k', '10000'],
    ['1.5K', '1500'],
    ['10m', '10000000'],
    ['10M', '10000000'],
    ['-2.25m', '-2250000'],
    ['1b', '1000000000'],
    ['0.5bn', '500000000'],
    ['10,000,000', '10000000'],
    ['10_000_000.5', '10000000.5'],
    ['1,000k', '1000000'],
  ])('reads the number %s as %s, with every digit', (typed, number) => {
    const volume = { quoteVolume: number };
    expect(isMet(`quoteVolume = ${typed} and quoteVolume >= ${typed}`, volume)).toBe(true);
    expect(isMet(`quoteVolume > ${typed} or quoteVolume < ${typed}`, volume)).toBe(false);
  });

  it('reads 10m as ten minutes before now where a time is compared', () => {
    expect(isMet('openTime > 10m', { openTime: NOW - 599_999 })).toBe(true);
    expect(isMet('openTime > 10m', { openTime: NOW - 600_001 })).toBe(false);
  });

  it('names each of its fields once, those it compares with included', () => {
    const { fields } = parseCondition('close > open or (not close < 5 and "my field" = "x y")', NOW);
    expect(fields).toEqual(['close', 'open', 'my field']);
  });

  it.each([
    ['', 'expected a field, found the end'],
    ['price', 'expected one of = != < <= > >= ~ after price, found the end'],
    ['price >', 'expected a value after >, found the end'],
    ['price > > 5', 'expected a value after >, found ">"'],
    ['price > "five"', 'a time or a field after >, found "five"'],
    [
      'price > 10x',
      'expected a number such as 1e6, 10m or 10,000,000, a time or a field after >, found "10x"',
    ],
    ['price > 10,00', 'a time or a field after >, found "10,00"'],
    ['price 5', 'expected one of = != < <= > >= ~ after price, found "5"'],
    ['price > 5 qty > 5', 'expected "and", "or" or the end, found "qty"'],
    ['(price > 5', 'expected ")", found the end'],
    ['price > 5)', 'expected "and", "or" or the end, found ")"'],
    ['price > "5', 'expected a field, an operator or a value, found ""5"'],
    ['price ! 5', 'expected a field, an operator or a value, found "! 5"'],
    ['and price > 5', 'expected one of = != < <= > >= ~ after and, found "price"'],
    [`${'('.repeat(60)}a=1`, 'expected at most 50 nested conditions, found more'],
  ])('%j is refused in words', (text, words) => {
    let thrown: unknown;
    try {
      parseCondition(text, NOW);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ToolError);
    expect((thrown as ToolError).exitCode).toBe(2);
    expect((thrown as ToolError).message).toContain(words);
  });

  it('compares decimals of any length exactly', () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 20 }))
      .map(([value, scale]) => ({ value, scale, text: textOf(value, scale) }));
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [left, right] = [a.value * 10n ** BigInt(b.scale), b.value * 10n ** BigInt(a.scale)];
        expect(isMet(`x < ${b.text}`, { x: a.text })).toBe(left < right);
        expect(isMet(`x >= ${b.text}`, { x: a.text })).toBe(left >= right);
        expect(isMet(`x = ${b.text}`, { x: a.text })).toBe(left === right);
        expect(isMet('x > y', { x: a.text, y: b.text })).toBe(left > right);
      }),
      { numRuns: 200, seed: 20241122 },
    );
  });

  it('never fails other than in words', () => {
    const piece = fc.constantFrom(
      'a',
      'and',
      'or',
      'not',
      '(',
      ')',
      '<',
      '=',
      '~',
      '5',
      '"x"',
      "'",
      ' ',
      '!',
      '-1d',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        try {
          parseCondition(pieces.join(' '), NOW).isMet(() => 'x');
        } catch (error) {
          expect(error).toBeInstanceOf(ToolError);
        }
      }),
      { numRuns: 500, seed: 20241122 },
    );
  });
});

function textOf(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${value < 0n ? '-' : ''}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`;
}
