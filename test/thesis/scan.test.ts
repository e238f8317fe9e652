import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/core/json.ts';
import { hasUniqueNames } from '../../src/thesis/repeated-names.ts';
import { scanJson } from '../../src/thesis/scan.ts';

const SEED = 77;

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const scraps = fc
  .array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '"a"',
      '"b":',
      '\\',
      '\\u0061',
      '\\n',
      '1',
      '0',
      '-',
      '.',
      'e5',
      '+',
      'true',
      'null',
      'false',
      ' ',
      '\n',
      '\t',
      '\u0001',
      'é',
      '😀',
      '/',
      "'",
      'NaN',
      '1.5',
      '-0',
      '\ufeff',
      '{}',
      '[]',
      '"":0',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** JSON with one character removed, repeated or replaced. */
const nearly = fc
  .tuple(
    fc.json({ maxDepth: 3 }),
    fc.nat(),
    fc.constantFrom('', '"', ',', '}', ']', ':', '0', '\\', ' ', '\u0000'),
  )
  .map(([text, at, scrap]) => {
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + scrap + text.slice(cut + 1);
  });

describe('the scanner', () => {
  it('accepts exactly what JSON.parse accepts', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(scraps, nearly, fc.json()), (text) => {
        const wanted = parses(text);
        if (wanted) accepted++;
        expect(scanJson(text).fault === undefined).toBe(wanted);
      }),
      { seed: SEED, numRuns: 8_000 },
    );
    expect(accepted).toBeGreaterThan(1_000);
  });

  it('returns the position of every value by its pointer', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const expected = new Map<string, unknown>();
        collect(value, '', expected);
        const { spans } = scanJson(text, new Set(expected.keys()));
        expect(spans.size).toBe(expected.size);
        for (const [path, { start, end, key }] of spans) {
          expect(JSON.parse(text.slice(start, end))).toEqual(JSON.parse(JSON.stringify(expected.get(path))));
          if (key !== undefined) expect(text[key]).toBe('"');
        }
      }),
      { seed: SEED + 1, numRuns: 500 },
    );
  });

  it('reports what was expected and what was found', () => {
    const cases: readonly (readonly [text: string, offset: number, expected: RegExp, found: RegExp])[] = [
      ['', 0, /one JSON object/, /empty text/],
      [' \n ', 3, /one JSON object/, /empty text/],
      ['{', 1, /name in double quotes/, /end of the text/],
      ['{"a"', 4, /colon/, /end of the text/],
      ['{"a":1', 6, /comma or }/, /end of the text/],
      ['[1', 2, /comma or \]/, /end of the text/],
      ['{"a":1,}', 7, /after the comma/, /^} after a comma$/],
      ['[1,]', 3, /value after the comma/, /^\] after a comma$/],
      ["{'a':1}", 1, /double quotes/, /single quote/],
      ['{a:1}', 1, /double quotes/, /^a$/],
      ['{"a":NaN}', 5, /a value/, /NaN/],
      ['{"a":-Infinity}', 5, /a number/, /-Infinity/],
      ['{"a":True}', 5, /a value/, /True/],
      ['{"a":None}', 5, /a value/, /None/],
      ['{"a":01}', 5, /a number of JSON/, /^01$/],
      ['{"a":.5}', 5, /a value/, /^\.$/],
      ['{"a":5.}', 5, /a number of JSON/, /^5\.$/],
      ['{"a":1_000}', 5, /a number of JSON/, /^1_000$/],
      ['{"a":"x', 7, /closing double quote/, /end of the text/],
      ['{"a":"\u0007"}', 6, /no bare control character/, /U\+0007/],
      ['{"a":"\\x41"}', 6, /an escape/, /^\\x41"}$/],
      ['{"a":"\\u12g4"}', 6, /an escape/, /^\\u12g4$/],
      ['// x\n{}', 0, /one JSON object/, /a comment/],
      ['{} {}', 3, /nothing after/, /^\{\}$/],
      ['{}\u0000', 2, /nothing after/, /^\\u\{0\}$/],
      ['\ufeff{}', 0, /one JSON object/, /byte order mark/],
    ];
    for (const [text, offset, expected, found] of cases) {
      const { fault } = scanJson(text);
      expect(parses(text), text).toBe(false);
      expect(fault?.offset, text).toBe(offset);
      expect(fault?.expected, text).toMatch(expected);
      expect(fault?.found, text).toMatch(found);
    }
  });

  it('accepts a depth of 10,000 and no more', () => {
    const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(scanJson(nest(10_000)).fault).toBeUndefined();
    expect(scanJson(nest(10_001)).fault).toMatchObject({ rule: 'depth', offset: 10_000 });
    expect(scanJson('{"a":'.repeat(200_000)).fault).toMatchObject({ rule: 'depth', offset: 50_000 });
  });

  it('reports at most a thousand repeated names and counts the others', () => {
    const text = `{${Array.from({ length: 1_500 }, () => '"a":0').join(',')}}`;
    const { duplicates, duplicatesLeft } = scanJson(text);
    expect([duplicates.length, duplicatesLeft]).toEqual([1_000, 499]);
  });
});

function collect(value: unknown, path: string, into: Map<string, unknown>): void {
  into.set(path, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    collect(member, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, into);
  }
}

type Node = string | number | Node[] | { readonly members: readonly (readonly [string, Node])[] };

const name = fc.constantFrom('a', 'b', 'a:', ':', '', '__proto__', 'é', '"', '1', 'constructor', '\\');
const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Node>('', 'x', 'a:b', '::', '":', 0, 1.5, '\\u003a', '\\'),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie('node')), { maxLength: 4 }).map((members) => ({ members })),
  ),
}));

/** Writes a node with random white space and escapes. */
function write(value: Node, chance: () => number): string {
  const space = () => (chance() % 4 === 0 ? ' ' : '');
  const quote = (text: string) =>
    `"${[...text].map((one) => (chance() % 3 === 0 || one === '"' || one === '\\' ? escapeChar(one) : one)).join('')}"`;
  const escapeChar = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value))
    return `[${value.map((item) => space() + write(item, chance)).join(',')}${space()}]`;
  return `{${value.members.map(([key, item]) => `${space()}${quote(key)}${space()}:${space()}${write(item, chance)}`).join(',')}}`;
}

function repeats(value: Node): boolean {
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some(repeats);
  const keys = value.members.map(([key]) => key);
  return new Set(keys).size < keys.length || value.members.some(([, item]) => repeats(item));
}

describe('a repeated name', () => {
  const trees = fc.tuple(
    fc.array(fc.tuple(name, node), { maxLength: 4 }).map((members): Node => ({ members })),
    fc.infiniteStream(fc.nat(1_000)),
  );

  it('is found by the scanner in any spelling and position, and never missed by the count', () => {
    let repeated = 0;
    let proven = 0;
    fc.assert(
      fc.property(trees, ([tree, chances]) => {
        const text = write(tree, () => chances.next().value as number);
        const wanted = repeats(tree);
        if (wanted) repeated++;
        expect(scanJson(text).duplicates.length > 0).toBe(wanted);
        const isProven = hasUniqueNames(text, JSON.parse(text) as object);
        if (isProven) proven++;
        if (wanted) expect(isProven).toBe(false);
        else if (!/\\u003a/i.test(text)) expect(isProven).toBe(true);
      }),
      { seed: SEED + 2, numRuns: 6_000 },
    );
    expect(repeated).toBeGreaterThan(500);
    expect(proven).toBeGreaterThan(500);
  });

  it('is found despite an escaped colon or white space that would balance the count', () => {
    for (const text of [
      '{"a":"\\u003a","a":"x"}',
      '{"a":1,"\\u0061":2,"b":"\\u003A"}',
      '{"a":1,"a" : 1,"b":":x"}',
      '{"x":{"a":":"},"x":{}}',
      '{"a":{"b":1,"b":2},"a":1}',
      '{"__proto__":1,"__proto__":2}',
      '{"b":[{"c":0,"c":0}]}',
    ]) {
      expect(hasUniqueNames(text, JSON.parse(text) as object), text).toBe(false);
      expect(scanJson(text).duplicates.length, text).toBeGreaterThan(0);
    }
  });

  it.each([
    '{"a":1e0,"b":1,"b":1}',
    '{"a":1.50,"b":[{"c":0,"c":0}]}',
    '{"a":[1E-7],"b":{"c":"x","c":"y"}}',
    '{"a":[{"d":0.12345678901234567890}],"b":1,"b":2}',
  ])('is not missed beside a number whose spelling is kept: %s', (text) => {
    const outcome = readJson(text);
    expect(outcome.ok && hasUniqueNames(text, outcome.value as object)).toBe(false);
  });

  it('is proven absent beside numbers whose spelling is kept', () => {
    const text = '{"a":1e0,"b":[1.50,{"c":-0}]}';
    const outcome = readJson(text);
    expect(outcome.ok && hasUniqueNames(text, outcome.value as object)).toBe(true);
  });

  it('is reported with the pointer and both locations', () => {
    const text = '{"x":[{"a/b":1,\n "a\\/b":2}]}';
    expect(scanJson(text).duplicates).toEqual([{ path: '/x/0/a~1b', key: 'a/b', first: 7, repeated: 17 }]);
  });
});
