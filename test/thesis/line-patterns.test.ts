/** A line that is recognized by its pattern must get the verdict that a line of its own would get. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaText } from '../../src/generated/thesis-validator-schema.js';
import { validateLines } from '../../src/thesis/lines.ts';
import { LinePatterns } from '../../src/thesis/patterns/line-patterns.ts';
import { validateBytes, validateText } from '../../src/thesis/validate.ts';
import type { DocumentVerdict } from '../../src/thesis/verdict.ts';
import { type Change, changedTheses, replacement } from './changed-theses.ts';
import { sample, type Tree, textOf, withValue } from './samples.ts';

const SEED = 20_261_128;

/** The number of lines in all streams; `npm run fuzz:theses` takes more. */
const LINES = Number(process.env['CHANGED_THESES'] ?? 2000);
const LINES_A_STREAM = 50;
const TIMEOUT_MS = 300_000 + 5 * LINES;

/** A thesis with every kind of member: texts, numbers with and without bounds, lists, and members that are not of the contract. */
const FULL: Tree = {
  ...sample('close'),
  symbol: 'BTCUSDT',
  rationale: 'Higher lows',
  confidence: 0.5,
  risk_notes: ['funding', 'data at 12:30'],
  close_intent: { close_fraction: 1, mark_price: 60000.5, mark_price_source: 'stream' },
  error_code: 'E1',
  extra: { id: 7, tags: ['a', 2, null], 'x/y~': -1.5 },
};

/** Values as the same program writes them the next time. */
const varied = fc.tuple(
  fc.nat(30),
  fc.oneof(
    fc.constantFrom('0', '1', '0.0', '1.0', '0.3', '2', '100', '-3', '-0.5', '01', '1.', '0.5e1', '-0', '-'),
    fc.constantFrom(
      '1.00000000000000000001',
      '0.99999999999999999999',
      `0.${'0'.repeat(120)}1`,
      '1'.repeat(99),
    ),
    fc.constantFrom('[]', '[ ]', '["a" , "b"]', '["a","b",]', '["a" "b"]', '[1]', '[', '[\r"a"]'),
    fc.constantFrom(
      '""',
      '"a"',
      '"a:b"',
      '"a\\"b"',
      '"\\u00e9"',
      '"\\x"',
      '"a\tb"',
      '"\u007f"',
      '"é😀"',
      '"\\',
    ),
    fc.double({ min: 0, max: 2, noNaN: true }).map(String),
    fc.string().map((text) => JSON.stringify(text)),
  ),
);
const variation = varied.map(
  ([index, value]): Change =>
    (text) =>
      replaceScalar(text, index, value),
);

function replaceScalar(text: string, index: number, value: string): string {
  const scalars = [...text.matchAll(/(?<=: ?)(?:"(?:[^"\\]|\\.)*"|-?[\d.]+|\["[^\]]*\])/g)];
  const { index: start = 0, 0: old = '' } = scalars[index % scalars.length] ?? {};
  return text.slice(0, start) + value + text.slice(start + old.length);
}

/** A text with a space after each colon and comma, as Python writes it. */
const spaced = (text: string) => text.replaceAll(/(?<=[\]}"\del])([,:])(?=["[{\dtfn])/g, '$1 ');

const forms = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(textOf(FULL), spaced(textOf(FULL)), ` ${textOf(FULL)}\r`) },
  { weight: 3, arbitrary: changedTheses },
  { weight: 1, arbitrary: replacement.map((change) => change(textOf(FULL))) },
);

/** The lines of one program: a few forms, each again and again with other values. */
const streams = fc.array(forms, { minLength: 1, maxLength: 6 }).chain((few) =>
  fc.array(
    fc
      .tuple(fc.constantFrom(...few), fc.array(variation, { maxLength: 2 }))
      .map(([form, changes]) => changes.reduce((text, change) => change(text), form).replaceAll('\n', ' ')),
    { minLength: LINES_A_STREAM, maxLength: LINES_A_STREAM },
  ),
);

/** Values of all kinds, as a line could hold them: valid and invalid, within and beyond each bound, in every form. */
const VALUES: readonly string[] = [
  ...'"" "a" "paper" "0.5" "true" "2023-02-30" "LONG" "add" "hold"'.split(' '),
  ...String.raw`"\u0000" "\ud83d" "\ude00\ud83d" "\u005c" "\u00" "\x"`.split(' '),
  ...['"\ud83d\ude00"', '"\u2028"', '"\u0000"', '"a\tb"'],
  ...'0 -0 0.0 -0.0 1 1.0 0.5 2 -1 1.00000000000000000001 0.99999999999999999999'.split(' '),
  ...'1e0 1E+0 5e-1 1e-400 1e400 1e1001 0e9999 9007199254740993 01 .5 1. +1 NaN 0x1 1_0'.split(' '),
  ...[`0.${'0'.repeat(400)}1`, `1${'0'.repeat(99)}`, `1${'0'.repeat(400)}`],
  ...'true false null TRUE [] ["a"] ["a","paper"] ["a",1] ["a",["b"]] ["a",] [{"a":"b"}]'.split(' '),
  ...'{} {"a":"b"} {"symbol":"a"}'.split(' '),
];

interface Members {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Members>>;
}

/** The JSON pointers of all members of the contract. */
function pointersOf(schema: Members, definitions: Readonly<Record<string, Members>>, path = ''): string[] {
  const { properties = {} } = definitions[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  return Object.entries(properties).flatMap(([name, member]) => [
    `${path}/${name}`,
    ...pointersOf(member, definitions, `${path}/${name}`),
  ]);
}

const SCHEMA = JSON.parse(schemaText) as Members & {
  readonly definitions: Readonly<Record<string, Members>>;
};
const MEMBER_POINTERS = pointersOf(SCHEMA, SCHEMA.definitions);

/** Each member of the contract and some that are free, in a thesis of each action. */
const MEMBERS = (['hold', 'close', 'adjust_exit', 'add', 'reduce'] as const).flatMap((action) => {
  const base = { ...sample(action), free: { in: { it: 1 }, list: ['a', 1] } };
  return [
    ...MEMBER_POINTERS,
    '/free',
    '/free/in',
    '/free/in/it',
    '/free/list',
    '/free/a~1b',
    '/position_ref/other',
  ].map((pointer) => [base, pointer] as const);
});

const verdictsOf = (lines: readonly string[], size?: number) =>
  verdictsOfBytes(Buffer.from(`${lines.join('\n')}\n`), size);

async function verdictsOfBytes(bytes: Buffer, size = 1 << 16): Promise<readonly DocumentVerdict[]> {
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }
  const verdicts: DocumentVerdict[] = [];
  for await (const batch of validateLines('s', chunks())) verdicts.push(...batch);
  return verdicts;
}

/** Returns the verdicts on lines, each validated by itself. */
function expectedOf(lines: readonly string[]): readonly DocumentVerdict[] {
  return lines.flatMap((text, index) =>
    /^[ \t\r]*$/.test(text)
      ? []
      : [{ source: `s:${index + 1}`, streamLine: index + 1, ...validateText(text, index + 1) }],
  );
}

describe('lines with a known pattern', () => {
  it(`get the verdict of a line of their own, in streams of ${LINES} lines`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const runs = LINES / LINES_A_STREAM;
    await fc.assert(
      fc.asyncProperty(streams, fc.constantFrom(700, 1 << 16), async (lines, size) => {
        expect(await verdictsOf(lines, size)).toEqual(expectedOf(lines));
      }),
      { seed: SEED, numRuns: runs },
    );
  });

  it('get it wherever chunks end, among lines with CRLF, a byte order mark, blanks and broken UTF-8', async () => {
    const plain = Buffer.from(textOf(sample('hold')));
    const wide = Buffer.from(textOf({ ...sample('hold'), reason: 'é😀', mode: 'x' }));
    const broken = Buffer.concat([wide.subarray(0, wide.indexOf('😀') + 2), Buffer.from('"}')]);
    const crlf = (line: Buffer) => Buffer.concat([line, Buffer.from('\r')]);
    const marked = Buffer.concat([Buffer.from('\ufeff'), plain]);
    const blanks = ['', '\r', ' \t', '\u00a0'].map((text) => Buffer.from(text));
    const lines = [marked, plain, wide, ...blanks, crlf(plain), crlf(wide), broken, crlf(plain), wide, plain];
    const expected = lines.flatMap((bytes, index) => {
      if (/^[ \t\r]*$/.test(bytes.toString())) return [];
      const { valid, errors } = validateBytes(bytes);
      const line = index + 1;
      return [
        { source: `s:${line}`, streamLine: line, valid, errors: errors.map((error) => ({ ...error, line })) },
      ];
    });
    const stream = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')])).subarray(0, -1);
    for (const size of [...Array(40).keys(), 255, 256, 257, 800, 801, 802, 803, 804, 805, 1 << 16])
      expect([size, await verdictsOfBytes(stream, size + 1)]).toEqual([size, expected]);
  });

  it('are most lines of such streams, valid and invalid ones', () => {
    const counts = { valid: 0, invalid: 0, missed: 0 };
    for (const lines of fc.sample(streams, { seed: SEED, numRuns: 40 })) {
      const patterns = new LinePatterns();
      for (const [index, text] of lines.entries()) {
        const expected = validateText(text, index + 1);
        if (patterns.find(text, 0)) {
          expect(patterns.verdict(text, index + 1)).toEqual(expected);
          counts[expected.valid ? 'valid' : 'invalid']++;
        } else {
          patterns.add(text, expected);
          counts.missed++;
        }
      }
    }
    expect(counts.valid).toBeGreaterThan(200);
    expect(counts.invalid).toBeGreaterThan(200);
  });

  it('get it for each value of each member, whatever values earlier lines had there', () => {
    let found = 0;
    for (const [base, pointer] of MEMBERS) {
      const line = textOf(withValue(base, pointer, '<>'));
      const lines = VALUES.map((value) => line.replace('"<>"', () => value));
      const expected = lines.map((text) => validateText(text));
      const patterns = new LinePatterns();
      for (const [index, text] of lines.entries()) patterns.add(text, expected[index]!);
      const wrong = lines.filter((text, index) => {
        if (!patterns.find(text, 0)) return false;
        found += 1;
        return JSON.stringify(patterns.verdict(text, 1)) !== JSON.stringify(expected[index]);
      });
      expect(wrong).toEqual([]);
    }
    expect(found).toBeGreaterThan(MEMBERS.length * 20);
  });

  it.each([
    ['a repeated name', '"reason":"a"', '"reason":"a","reason":"b"'],
    ['a repeated name in an escape', '"reason":"a"', '"reason":"a","\\u0072eason":"b"'],
    ['a repeated name in a free member', '"reason":"a"', '"reason":"a","free":{"a":1,"a":2}'],
    ['a name in an escape', '"reason":"a"', '"\\u0072eason":"a"'],
    ['a name in capitals', '"reason":"a"', '"Reason":"a"'],
    ['another order of names', '"reason":"a","error_code":null', '"error_code":null,"reason":"a"'],
    ['the name __proto__', '"reason":"a"', '"__proto__":"a"'],
    ['a byte order mark', '{"schema"', '\ufeff{"schema"'],
    ['a space of another alphabet', '{"schema"', '\u00a0{"schema"'],
    ['an object as value', '"reason":"a"', '"reason":{"a":"b"}'],
    ['a list as value', '"reason":"a"', '"reason":["a"]'],
    ['a comma too many', '"reason":"a",', '"reason":"a",,'],
    ['a colon too many', '"reason":"a"', '"reason"::"a"'],
    ['a comment', '"reason":"a"', '"reason":"a"/**/'],
    ['a second value', '"reason":"a"', '"reason":"a" "b"'],
    ['a number right after a text', '"reason":"a"', '"reason":"a"1'],
    [
      'deep nesting in a free member',
      '"reason":"a"',
      `"reason":"a","free":${'['.repeat(40)}1${']'.repeat(40)}`,
    ],
  ])('are not those with %s, where the other has none', (_, part, instead) => {
    const plain = textOf({ ...sample('hold'), reason: 'a' });
    const other = plain.replace(part, () => instead);
    expect(other).not.toBe(plain);
    for (const [first, second] of [
      [plain, other],
      [other, plain],
    ] as const) {
      const patterns = new LinePatterns();
      patterns.add(first, validateText(first));
      expect(patterns.find(second, 0)).toBe(false);
    }
  });

  const known = (text: string) => {
    const patterns = new LinePatterns();
    patterns.add(textOf(FULL), validateText(textOf(FULL)));
    return patterns.find(text, 0);
  };

  it.each([
    ['/reason', 'another'],
    ['/reason', 'an escape: \n "'],
    ['/rationale', ''],
    ['/confidence', 0],
    ['/confidence', 1],
    ['/confidence', 0.999_999_9],
    ['/close_intent/mark_price', 0.000_1],
    ['/risk_notes', []],
    ['/risk_notes', ['one', 'two', 'three']],
    ['/provenance/source', 'é'],
    ['/extra/id', -12.5],
    ['/extra/tags/0', 'b'],
  ])('are recognized with another %s: %j', (pointer, value) => {
    expect(known(textOf(withValue(FULL, pointer, value)))).toBe(true);
  });

  it.each([
    ['/reason', ''],
    ['/mode', 'watch'],
    ['/action', 'hold'],
    ['/schema_version', '1.0.1'],
    ['/confidence', 1.000_1],
    ['/confidence', -0.1],
    ['/close_intent/close_fraction', 0],
    ['/close_intent/mark_price', -1],
    ['/limitations', ['paper']],
    ['/limitations', ['none']],
    ['/risk_notes', [1]],
    ['/safety/real_orders', true],
    ['/error_code', null],
    ['/extra/tags/1', 'b'],
    ['/another', 1],
  ])('are not those with %s: %j, on which the contract may decide otherwise', (pointer, value) => {
    expect(known(textOf(withValue(FULL, pointer, value)))).toBe(false);
  });

  it('are exactly those whose numbers are within the bounds of the contract, all digits counted', () => {
    const patterns = new LinePatterns();
    patterns.add(textOf(FULL), validateText(textOf(FULL)));
    const digits = fc.array(fc.constantFrom('0', '1', '2', '00', '.', '.0', '-', 'x'), { maxLength: 5 });
    const pointers = ['"confidence":0.5', '"close_fraction":1', '"mark_price":60000.5', '"id":7'];
    fc.assert(
      fc.property(digits, fc.constantFrom(...pointers), (parts, member) => {
        const text = textOf(FULL).replace(member, member.replace(/[\d.]+$/, parts.join('')));
        expect([text, patterns.find(text, 0)]).toEqual([text, validateText(text).valid]);
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it('are not those with a number of 101 characters or with an exponent, which may be out of reach', () => {
    const withPrice = (price: string) => textOf(FULL).replace('60000.5', price);
    expect(known(withPrice(`0.${'1'.repeat(98)}`))).toBe(true);
    expect(known(withPrice(`0.${'1'.repeat(99)}`))).toBe(false);
    expect(known(withPrice('6e4'))).toBe(false);
  });

  it('end with the line: what follows belongs to no pattern', () => {
    const text = textOf(FULL);
    expect(known(`${text}x`)).toBe(false);
    expect(known(`${text} `)).toBe(false);
    expect(known(`${text}\n{`)).toBe(true);
    // A list must not go on in the next line.
    expect(known(text.replace('"funding",', '"funding",\n'))).toBe(false);
  });

  it('are found however long a line is, up to the limit of a line', async () => {
    const long = (length: number) => textOf(withValue(FULL, '/rationale', 'x'.repeat(length)));
    const size = textOf(FULL).length - 'Higher lows'.length;
    const lines = [
      textOf(FULL),
      long(70_000),
      textOf(FULL),
      long(2 ** 20 - size),
      long(2 ** 20 - size + 1),
      textOf(FULL),
    ];
    const verdicts = await verdictsOf(lines, 4 << 20);
    expect(verdicts.map(({ valid }) => valid)).toEqual([true, true, true, true, false, true]);
    expect(verdicts[4]!.errors[0]!.rule).toBe('size');
  });

  it('are paid for by lines that were recognized: in a stream without any, patterns are added no more', () => {
    const patterns = new LinePatterns();
    const line = (name: string, value = 1) => textOf({ ...FULL, [name]: value });
    const add = (text: string) => patterns.add(text, validateText(text));
    for (let index = 0; index < 64; index++) add(line(`a${index}`));
    add(line('late'));
    expect([patterns.find(line('a3', 2), 0), patterns.find(line('late', 2), 0)]).toEqual([true, false]);
    for (let index = 0; index < 32; index++) patterns.find(line('a3', index), 0);
    // The largest number of patterns is reached: new ones replace all.
    add(line('late'));
    expect([patterns.find(line('a3', 2), 0), patterns.find(line('late', 2), 0)]).toEqual([false, true]);
  });

  it('are looked for in one of sixteen lines after 256 lines without any, until there is one', () => {
    const patterns = new LinePatterns();
    const [text, other] = [textOf(FULL), textOf(sample('add'))];
    patterns.add(text, validateText(text));
    for (let index = 0; index < 256; index++) expect(patterns.find(other, 0)).toBe(false);
    const found = Array.from({ length: 20 }, () => patterns.find(text, 0));
    expect(found.indexOf(true)).toBe(15);
    expect(found.lastIndexOf(false)).toBe(14);
  });

  it('are none whose line is longer than 16 KiB or whose faults are of the text', () => {
    const patterns = new LinePatterns();
    for (const text of [
      textOf({ ...FULL, long: 'x'.repeat(17_000) }),
      '{"a":1,"a":2}',
      '{"a":1e9999}',
      '{"a":',
      '[1,]',
    ]) {
      patterns.add(text, validateText(text));
      expect([text.slice(0, 20), patterns.find(text, 0)]).toEqual([text.slice(0, 20), false]);
    }
  });
});
