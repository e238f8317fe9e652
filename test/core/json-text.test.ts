import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentJson, memberText, scanDepth } from '../../src/core/json-text.ts';

const strings = fc.oneof(
  fc.string(),
  fc.constantFrom('\\', '"', '\\"', '\\\\', '{"a":[1]}', '],[', '\u2028'),
);
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1.5, -3),
    strings,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(strings, tie('value'), { maxKeys: 4 }),
  ),
})).value;

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('scanDepth', () => {
  it('counts the levels and ignores brackets inside strings', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(scanDepth(JSON.stringify(value))).toBe(depthOf(value));
      }),
    );
  });

  it('stops reading at the limit', () => {
    expect(scanDepth('['.repeat(1_000_000), 64)).toBe(65);
  });

  it('reads long runs of backslashes only once', () => {
    expect(scanDepth(`["${'\\\\'.repeat(500_000)}",[]]`)).toBe(2);
    expect(scanDepth(`["${'\\"'.repeat(500_000)}",[]]`)).toBe(2);
  });
});

describe('indentJson', () => {
  it('indents text as JSON.stringify does, whatever its layout', () => {
    fc.assert(
      fc.property(
        values,
        fc.integer({ min: 0, max: 4 }),
        fc.constantFrom(0, 1, 3, '\t'),
        (value, indent, from) => {
          const text = JSON.stringify(value, null, from);
          expect(indentJson(text, indent)).toBe(JSON.stringify(value, null, indent));
        },
      ),
    );
  });

  it('keeps the spelling of numbers and strings and the order of keys', () => {
    const text = '{"b":1.500,"10":-0,"a":9007199254740993,"s":"\\u0041\\/","x":1E+5}';
    expect(indentJson(text, 1)).toBe(
      '{\n "b": 1.500,\n "10": -0,\n "a": 9007199254740993,\n "s": "\\u0041\\/",\n "x": 1E+5\n}',
    );
  });

  it('returns very deep text unchanged, because its indentation would grow quadratically', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(indentJson(deep)).toBe(deep);
  });
});

describe('memberText', () => {
  it('returns a value as it is spelled, whatever surrounds it', () => {
    const text =
      ' { "id" : 1, "a\\"b": "}", "result": {"q":1.10, "list":[{"x":"]"}]} , "n":12345678901234567890 } ';
    expect(memberText(text, 'result')).toBe('{"q":1.10, "list":[{"x":"]"}]}');
    expect(memberText(text, 'n')).toBe('12345678901234567890');
    expect(memberText(text, 'a"b')).toBe('"}"');
    expect(memberText(text, 'q')).toBeUndefined();
    expect([memberText('[1]', 'id'), memberText('{}', 'id'), memberText('', 'id')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('finds every member of any object, as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat({ max: 3 }), (members, indent) => {
        const text = JSON.stringify(members, null, indent);
        const read = JSON.parse(text) as Record<string, unknown>;
        for (const name of Object.keys(read))
          expect(JSON.parse(memberText(text, name) ?? '')).toEqual(read[name]);
      }),
      { numRuns: 300 },
    );
  });
});
