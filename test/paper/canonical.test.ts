/** Numbers, canonical JSON and hashes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf, formatDecimal, formatTrimmed } from '../../src/core/decimal.ts';
import { parseJson } from '../../src/core/json.ts';
import {
  type CanonicalObject,
  type CanonicalValue,
  canonicalPieces,
  canonicalText,
  sha256,
} from '../../src/paper/canonical.ts';
import { averagePrice, money, moneyUp, tickAbove, tickBelow } from '../../src/paper/numbers.ts';
import { readScenario } from '../../src/paper/replay.ts';
import { readThesisText } from '../../src/paper/scenario/thesis-text.ts';
import { isWithinReach, plainNumber } from '../../src/thesis/json-number.ts';
import { validateText } from '../../src/thesis/validate.ts';
import { canonical as naiveCanonical } from './oracle/naive-canonical.ts';
import { replay } from './replay.ts';
import { add, candles, START, settings, symbol, thesis } from './scenarios.ts';

const canonical = (json: string) => canonicalText(parseJson(json, { maxDepth: 1000 }));

describe('roundings', () => {
  it.each([
    ['0.123456785', '0.12345678'],
    ['0.123456775', '0.12345678'],
    ['-0.123456785', '-0.12345678'],
    ['0.0000000051', '0.00000001'],
    ['0.000000005', '0'],
    ['-0.000000005', '0'],
  ])('money of %s is %s: 8 digits, halves to even', (amount, rounded) => {
    expect(formatTrimmed(money(decimalOf(amount)))).toBe(rounded);
  });

  it('rounds fees and margins up', () => {
    expect(formatTrimmed(moneyUp(decimalOf('0.123456781')))).toBe('0.12345679');
    expect(formatTrimmed(moneyUp(decimalOf('0.12345678')))).toBe('0.12345678');
  });

  it('gives average prices 12 digits, halves to even', () => {
    expect(formatTrimmed(averagePrice(decimalOf('2'), decimalOf('3')))).toBe('0.666666666667');
    expect(formatDecimal(averagePrice(decimalOf('1'), decimalOf('2')))).toBe('0.500000000000');
  });

  it('moves prices to the tick, down to a tick at least', () => {
    expect(formatTrimmed(tickAbove(decimalOf('10.01'), decimalOf('0.3')))).toBe('10.2');
    expect(formatTrimmed(tickBelow(decimalOf('10.01'), decimalOf('0.3')))).toBe('9.9');
    expect(formatTrimmed(tickBelow(decimalOf('-5'), decimalOf('0.3')))).toBe('0.3');
  });
});

describe('canonical JSON', () => {
  it.each([
    ['1e2', '100'],
    ['100.0', '100'],
    ['-0', '0'],
    ['-0.0e5', '0'],
    ['1e-7', '0.0000001'],
    ['1.50E+3', '1500'],
    ['12345678901234567890', '12345678901234567890'],
    ['0.10', '0.1'],
    ['1e21', '1000000000000000000000'],
  ])('prints the number %s as %s', (text, plain) => {
    expect(canonical(text)).toBe(plain);
    expect(plainNumber(text)).toBe(plain);
  });

  it('sorts names by UTF-16 code units, without white space', () => {
    expect(
      canonical(
        '{ "b": 1, "a": [ true, null ], "\\ud83d\\ude00": 2, "\\ufb01": 3, "B": 4, "10": 5, "9": 6 }',
      ),
    ).toBe('{"10":5,"9":6,"B":4,"a":[true,null],"b":1,"\ud83d\ude00":2,"\ufb01":3}');
  });

  it('is that of a plain writer, however many objects with as many names came before', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalText(value as CanonicalValue)).toBe(naiveCanonical(value));
        const object = { ...(value as CanonicalObject) };
        const members = new Map(Object.entries(object).reverse());
        expect(canonicalText(members)).toBe(naiveCanonical(object));
        expect([...canonicalPieces(members)].join('')).toBe(canonicalText(members));
      }),
      { seed: 20261128, numRuns: 2000 },
    );
  });

  it('escapes what JSON.stringify escapes, and nothing else', () => {
    expect(canonical('"\\u0008\\f\\n\\r\\t\\"\\\\\\/\\u001f\\u007f\\u2028é\\ud800"')).toBe(
      '"\\b\\f\\n\\r\\t\\"\\\\/\\u001f\u007f\u2028é\\ud800"',
    );
  });

  it('treats __proto__ and constructor as ordinary names', () => {
    expect(canonical('{"constructor":1,"__proto__":{"x":0.50}}')).toBe(
      '{"__proto__":{"x":0.5},"constructor":1}',
    );
    expect(canonical('{"__proto__":{"x":1}}')).toBe('{"__proto__":{"x":1}}');
  });

  it.each([
    ['9.99e1000', true],
    ['1e1001', false],
    ['10e1000', false],
    ['0.1e1001', true],
    ['1e-1000', true],
    ['0.1e-1000', false],
    ['0e99999999999999999999', true],
    ['1e99999999999999999999', false],
  ])('finds %s within reach: %s', (text, isNear) => {
    expect(isWithinReach(text)).toBe(isNear);
  });
});

describe('hashes', () => {
  const document = add({ requested_margin_usdt: 1000, paper_leverage: 10 });
  const text = JSON.stringify(document);
  const hashOf = (json: string) => readThesisText(json).thesis?.hash;

  it('do not change with white space, order of names and spelling of numbers', () => {
    const shuffled = JSON.stringify(Object.fromEntries(Object.entries(document).reverse()), null, 2);
    expect(hashOf(shuffled)).toBe(hashOf(text));
    expect(hashOf(text.replace(':1000,', ':1.0e3,'))).toBe(hashOf(text));
    expect(hashOf(text.replace('because', 'becaus\\u0065'))).toBe(hashOf(text));
  });

  it('are those of the exact number in a scenario file whose integer has 16 digits', async () => {
    const exact = text.replace(':1000,', ':9007199254740993,');
    async function* file() {
      const head = [settings(3), symbol()].map((one) => JSON.stringify(one));
      yield Buffer.from([...head, `{"kind":"thesis","t":${START},"thesis":${exact}}`].join('\n'));
    }
    const { theses } = await readScenario('a', file());
    expect(theses[0]!.thesis!.hash).toBe(hashOf(exact));
  });

  it('change with every other difference', () => {
    expect(hashOf(text.replace(':1000,', ':1000.0000000000000000001,'))).not.toBe(hashOf(text));
    expect(hashOf(text.replace('because', 'because '))).not.toBe(hashOf(text));
  });

  it('chain the entries: each covers the one before and all of itself but the two hashes', () => {
    const { record } = replay([
      settings(3),
      symbol(),
      ...candles(3),
      thesis(START, add({ requested_margin_usdt: 100, paper_leverage: 10 })),
      thesis(START, add({ requested_margin_usdt: 1, paper_leverage: 1 })),
    ]);
    let previous = '0'.repeat(64);
    for (const { hash, previous_hash, ...body } of record.entries) {
      expect(previous_hash).toBe(previous);
      expect(hash).toBe(sha256(`${previous}\n${canonicalText(body)}`));
      previous = hash;
    }
    expect(record.head).toEqual({ seq: 3, hash: previous });
  });
});

describe('the contract on exact numbers', () => {
  const accepts = (json: string) => readThesisText(json).thesis !== null;
  const close = (fraction: string) =>
    JSON.stringify({
      ...add({}),
      action: 'close',
      position_ref: { symbol: 'B' },
      close_intent: { close_fraction: 0 },
    }).replace('"close_fraction":0', `"close_fraction":${fraction}`);

  it.each([
    ['1', true],
    ['1.000', true],
    ['10e-1', true],
    ['1.00000000000000000000001', false],
    ['0.99999999999999999999999', true],
    ['1e-400', true],
    ['0.0', false],
    ['-1e-400', false],
    ['1e400', false],
  ])('a close_fraction of %s is valid: %s', (fraction, isValid) => {
    expect(accepts(close(fraction))).toBe(isValid);
    expect(validateText(close(fraction)).valid).toBe(isValid);
  });

  it.each(['1e400', '1e500', '9.99e1000', '1e1001', '1e-1000', '0.1e-1000', '0'])(
    'decides on a margin of %s as thesis validate does',
    (margin) => {
      const text = JSON.stringify(add({ requested_margin_usdt: 7, paper_leverage: 5 })).replace(
        '"requested_margin_usdt":7',
        `"requested_margin_usdt":${margin}`,
      );
      expect(accepts(text)).toBe(validateText(text).valid);
      expect(accepts(text)).toBe(!/^0|1e1001/.test(margin));
    },
  );
});
