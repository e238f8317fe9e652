import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import { EXACT_JSON_DEPTH_MAX, parseJson, readJson, stringifyJson } from '../../src/core/json.ts';
import { ExactNumber, type JsonValue } from '../../src/core/words.ts';

const roundTrip = (text: string): string => stringifyJson(parseJson(text));

/** The spelling of any JSON number, short and long, with and without fraction and exponent. */
const numberTexts = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.bigInt(1n, 10n ** 40n).map(String), fc.nat(999).map(String)),
    fc.option(fc.stringMatching(/^[0-9]{1,25}$/), { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-', 'E-'), fc.nat(400).map(String)), {
      nil: undefined,
    }),
  )
  .map(([sign, whole, fraction, exponent]) => {
    return sign + whole + (fraction === undefined ? '' : `.${fraction}`) + (exponent?.join('') ?? '');
  });

describe('parseJson and stringifyJson', () => {
  it('keep every digit of every number at any depth', () => {
    fc.assert(
      fc.property(fc.array(numberTexts, { minLength: 1, maxLength: 4 }), (numbers) => {
        for (const number of numbers) expect(roundTrip(number)).toBe(number);
        expect(roundTrip(`[${numbers.join(',')}]`)).toBe(`[${numbers.join(',')}]`);
        const object = `{${numbers.map((number, index) => `"k${index}":${number}`).join(',')}}`;
        expect(roundTrip(object)).toBe(object);
        const spaced = `[ ${numbers.join(' ,\n\t')} ]`;
        expect(roundTrip(spaced)).toBe(`[${numbers.join(',')}]`);
      }),
      { numRuns: 500 },
    );
  });

  it('otherwise return the same as JSON.parse and JSON.stringify', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        // Without numbers, whose spelling JSON.stringify changes.
        expect(JSON.parse(roundTrip(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('read a number as the type that holds all its digits', () => {
    expect(parseJson('[1,-5,1700000000000,1700000000000123]')).toEqual([
      1, -5, 1700000000000, 1700000000000123,
    ]);
    expect(parseJson('[9007199254740991]')).toEqual([9007199254740991]);
    expect(parseJson('[9007199254740993,-9223372036854775808]')).toEqual([
      9007199254740993n,
      -9223372036854775808n,
    ]);
    expect(parseJson('[0.5,1.50,1e3,-0]')).toEqual([
      0.5,
      new ExactNumber('1.50'),
      new ExactNumber('1e3'),
      new ExactNumber('-0'),
    ]);
  });

  it('need linear time for an integer of a million digits', () => {
    const long = '9'.repeat(1_000_000);
    expect(parseJson(long)).toEqual(new ExactNumber(long));
  });

  it('leave digits inside strings unchanged', () => {
    for (const text of ['["a,1.50"]', '{"k:9007199254740993":",1e5"}', '[",9007199254740993"]']) {
      expect(parseJson(text)).toEqual(JSON.parse(text));
      expect(roundTrip(text)).toBe(text);
    }
  });

  it.each(['', '1.50'])('keep __proto__ and constructor as ordinary own keys (next to %j)', (number) => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    const text = `{"__proto__":{"polluted":${number || '1'}},"constructor":{"prototype":{"polluted":1}}}`;
    const value = parseJson(text) as Record<string, JsonValue>;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect((value as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
    expect(stringifyJson(value)).toBe(text);
  });

  it.each(['1', '1.50'])('use the last of duplicate keys (next to %s)', (number) => {
    expect(stringifyJson(parseJson(`{"a":[],"b":${number},"a":{"c":${number}}}`))).toBe(
      `{"a":{"c":${number}},"b":${number}}`,
    );
  });

  it.each(['1', '1.50'])(
    'treat NUL, lone surrogates and a byte order mark alike on both paths (next to %s)',
    (number) => {
      expect(parseJson(`\ufeff["\\u0000",${number}]`)).toEqual(parseJson(`["\\u0000",${number}]`));
      expect(roundTrip(`["\\ud800",${number}]`)).toBe(`["\\ud800",${number}]`);
      expect(roundTrip(`["\ud800",${number}]`)).toBe(`["\\ud800",${number}]`);
      expect(readJson(`["\u0000",${number}]`).ok).toBe(false);
      expect(readJson(`\ufeff\ufeff[${number}]`).ok).toBe(false);
    },
  );

  it.each(['1', '1.50'])(
    'refuse text deeper than the max depth, and accept text of that depth (around %s)',
    (number) => {
      const nest = (depth: number) => '[{"a":'.repeat(depth / 2) + number + '}]'.repeat(depth / 2);
      expect(readJson(nest(64)).ok).toBe(true);
      expect(readJson(nest(66))).toEqual({ ok: false, fault: 'it nests deeper than 64 levels' });
      expect(readJson(nest(66), { maxDepth: 66 }).ok).toBe(true);
      expect(readJson(nest(200_000)).ok).toBe(false);
      expect(readJson(nest(200_000), { maxDepth: 100_000 }).ok).toBe(false);
      expect(readJson(nest(EXACT_JSON_DEPTH_MAX), { maxDepth: 10_000 }).ok).toBe(true);
    },
  );

  it('accept native numbers ten thousand levels deep, which document validators need', () => {
    const deep = `${'['.repeat(10_000)}0.50${']'.repeat(10_000)}`;
    const options = { maxDepth: 10_000, numbers: 'native' } as const;
    expect(readJson(deep, options).ok).toBe(true);
    expect(readJson(`[${deep}]`, options).ok).toBe(false);
    expect(parseJson('[0.50,1e999]', options)).toEqual([0.5, Number.POSITIVE_INFINITY]);
    expect(readJson(deep, { maxDepth: 10_000 })).toEqual({
      ok: false,
      fault: 'it nests deeper than 1000 levels',
    });
  });

  it('indent like JSON.stringify', () => {
    expect(stringifyJson(parseJson('{"a":[1.50,{}],"b":[]}'), 2)).toBe(
      '{\n  "a": [\n    1.50,\n    {}\n  ],\n  "b": []\n}',
    );
  });

  it('make JSON.stringify throw instead of dropping digits silently', () => {
    expect(() => JSON.stringify(parseJson('{"a":1.50}'))).toThrow(/use stringifyJson/);
  });
});

describe('the error of invalid JSON', () => {
  it.each([
    '',
    '  \n',
    '{',
    '[1,',
    '{"a" 1}',
    '[1.50,]',
    'nul',
    '<html>1.50</html>',
    '"abc',
    '01',
    '[1.]',
    '\u0007',
  ])('is reported for %j by both parsers', (text) => {
    expect(readJson(text).ok).toBe(false);
  });

  it('has the kind given by the caller, and names the position, not the text', () => {
    try {
      parseJson('{"secret":"hush",\n  x}', { kind: 'unavailable', what: 'the answer' });
      expect.unreachable();
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(ToolError);
      const { kind, message } = thrown as ToolError;
      expect(kind).toBe('unavailable');
      expect(message).toBe('Expected JSON in the answer: it is not JSON at line 2, column 3');
    }
  });

  it('never quotes the text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', '1.50', '"', '[', '{"'),
        fc.constantFrom('', ']', ',', '"'),
        (before, after) => {
          const outcome = readJson(`${before}hush${after}`);
          if (!outcome.ok) expect(outcome.fault).not.toContain('hush');
        },
      ),
    );
  });

  it('is thrown for exactly the texts that JSON.parse refuses', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-',
      '0.5',
      '1e5',
      'null',
      'true',
      ' ',
      '"',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (tokens) => {
        const text = tokens.join('');
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(readJson(text).ok).toBe(isJson);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('the check for flat rows', () => {
  it.each(['[["],[",[[[1]]]]]', '[{"a":"}],[{","b":[[[1]]]}]', '[[1],[2],[[[3]]]]', '[[[[]]]]'])(
    'does not treat nested values as flat: %s',
    (text) => {
      expect(readJson(text, { maxDepth: 3 }).ok).toBe(false);
    },
  );

  it('distinguishes one level from two', () => {
    expect(readJson('[[1]]', { maxDepth: 1 }).ok).toBe(false);
    expect(readJson('[[1]]', { maxDepth: 2 }).ok).toBe(true);
  });
});
