/** Lines that are read as bytes: the same verdict, time and id as regular expressions give for each value. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCells, integerAt, layoutOf, lineEnd, lineNotes, timeAt } from '../../src/lake/plain-lines.ts';
import type { PageCell } from '../../src/lake/sync/page-layouts.ts';

const FORMS: Readonly<Record<string, RegExp>> = {
  price: /^-?\d{1,10}(\.\d{1,8})?$/,
  amount: /^-?\d{1,30}(\.\d{1,8})?$/,
  integer: /^-?\d{1,16}$/,
  id: /^\d{1,15}$/,
  flag: /^(true|false|True|False)$/,
  ignored: /^[A-Za-z0-9_.+-]*$/,
};
const LONG = /^-?\d{11,30}(\.\d{1,8})?$/;

const digits = (most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most });
const decimal = fc.tuple(digits(6), digits(8)).map((parts) => parts.join('.'));
const odd = fc.oneof(
  fc.constantFrom(
    '',
    '-',
    '.',
    '1.',
    '.5',
    '1.5.5',
    '+1',
    ' 1',
    '1 ',
    '1e5',
    '"1"',
    'truex',
    'TRUE',
    '0x1',
    '1\r',
  ),
  fc.tuple(digits(34), digits(10)).map((parts) => parts.join('.')),
  fc.tuple(decimal, fc.nat(20), fc.nat(255)).map(([text, at, byte]) => {
    const index = at % text.length;
    return text.slice(0, index) + String.fromCharCode(byte) + text.slice(index + 1);
  }),
);
const usually = (right: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: odd });
const VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  price: usually(
    fc.oneof(
      decimal,
      digits(10),
      decimal.map((text) => `-${text}`),
    ),
  ),
  amount: usually(
    fc.oneof(
      decimal,
      fc.tuple(digits(30), digits(8)).map((parts) => parts.join('.')),
    ),
  ),
  integer: usually(digits(16)),
  id: usually(digits(15)),
  flag: usually(fc.constantFrom('true', 'false', 'True', 'False')),
  ignored: usually(fc.oneof(decimal, fc.constantFrom('0', '', 'a-b_C+9'))),
};

interface Line {
  readonly kinds: readonly string[];
  readonly values: readonly string[];
  readonly digits: number;
  readonly ending: string;
}

const line: fc.Arbitrary<Line> = fc
  .record({
    kinds: fc.array(fc.constantFrom(...Object.keys(VALUES)), { minLength: 1, maxLength: 6 }),
    at: fc.nat(6),
    digits: fc.constantFrom(13, 16),
    ending: fc.constantFrom('\n', '\n', ''),
  })
  .chain(({ kinds, at, digits: count, ending }) => {
    // A line has one id at most.
    const single = kinds.map((kind, index) =>
      kind === 'id' && kinds.indexOf('id') < index ? 'integer' : kind,
    );
    const all = [...single.slice(0, at), 'time', ...single.slice(at)];
    const time = usually(fc.constant('1735689600123456'.slice(0, count)));
    const values = all.map((kind) => VALUES[kind] ?? time);
    return fc.tuple(...values).map((texts) => ({ kinds: all, values: texts, digits: count, ending }));
  });

function read({ kinds, digits: count, ending }: Line, text: string) {
  const bytes = Buffer.from(`${text}${ending}`, 'latin1');
  const cells = kinds.map(
    (kind, index) => ({ name: String(index), kind: kind === 'id' ? 'integer' : kind }) as PageCell,
  );
  // The unit is that of the first line of a file, which is a plain one here.
  const first = Buffer.from(kinds.map((kind) => (kind === 'time' ? '1'.repeat(count) : '0')).join(','));
  const layout = layoutOf(first, 0, cells, kinds.indexOf('id'))!;
  const notes = lineNotes(layout);
  const end = lineEnd(
    bytes,
    new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    layout.forms,
    notes,
    0,
  );
  if (end !== bytes.length) return undefined;
  const id = kinds.indexOf('id');
  return {
    time: timeAt(
      bytes,
      new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
      notes[kinds.indexOf('time')]!,
    ),
    id: id < 0 ? undefined : integerAt(bytes, notes[id]!),
    isLong: notes.at(-1) === 1,
  };
}

/** What regular expressions say of each value. */
function expected({ kinds, values, digits: count }: Line) {
  const forms = kinds.map((kind) => FORMS[kind] ?? new RegExp(`^\\d{${count}}$`));
  if (!values.every((text, index) => forms[index]!.test(text) && !text.endsWith('\n'))) return undefined;
  const id = kinds.indexOf('id');
  return {
    time: Number(values[kinds.indexOf('time')]!.slice(0, 13)),
    id: id < 0 ? undefined : Number(values[id]),
    isLong: values.some((text, index) => kinds[index] === 'amount' && LONG.test(text)),
  };
}

describe('a line that is read as bytes', () => {
  it('has the verdict, the time and the id that regular expressions give', () => {
    const verdicts = { plain: 0, other: 0 };
    fc.assert(
      fc.property(line, (one) => {
        const want = expected(one);
        verdicts[want === undefined ? 'other' : 'plain'] += 1;
        expect(read(one, one.values.join(','))).toEqual(want);
      }),
      { seed: 20261128, numRuns: 6000 },
    );
    expect(Math.min(verdicts.plain, verdicts.other)).toBeGreaterThan(300);
  });

  it('has digits wherever another byte may stand among eight of them', () => {
    const one: Line = { kinds: ['time', 'price'], values: [], digits: 13, ending: '\n' };
    for (let at = 0; at < 8; at += 1)
      for (let byte = 0; byte < 256; byte += 1) {
        const fraction = [...'01234567'].map((digit, index) =>
          index === at ? String.fromCharCode(byte) : digit,
        );
        const values = ['1735689600123', `1.${fraction.join('')}`];
        expect(read(one, values.join(',')), values[1]).toEqual(expected({ ...one, values }));
      }
  });

  it('has the values that its commas divide', () =>
    expect(countCells(Buffer.from('a,b\n1,2,3\n'), 4)).toBe(3));

  it('has times of one unit, which are those of milliseconds or microseconds', () => {
    const cells: readonly PageCell[] = [{ name: 'time', kind: 'time' }];
    expect(
      [10, 13, 14, 16].map((count) => layoutOf(Buffer.from('1'.repeat(count)), 0, cells, -1)?.timeDigits),
    ).toEqual([undefined, 13, undefined, 16]);
  });
});
