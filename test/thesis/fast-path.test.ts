/** The quick validation must give the verdict of the full diagnosis, however a thesis was changed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIONS } from '../../src/thesis/contract.ts';
import { diagnose } from '../../src/thesis/diagnosis.ts';
import { withComparableLiterals } from '../../src/thesis/exact-contract.ts';
import { locateValue } from '../../src/thesis/locate.ts';
import { scanJson } from '../../src/thesis/scan.ts';
import { mayChangeNumbers } from '../../src/thesis/text-fidelity.ts';
import { validateText } from '../../src/thesis/validate.ts';
import type { ThesisVerdict } from '../../src/thesis/verdict.ts';
import { sample } from './samples.ts';

const SEED = 20_260_115;

/** The number of changed theses; `npm run fuzz:theses` takes more. */
const THESES = Number(process.env['CHANGED_THESES'] ?? 2000);

const values = fc.constantFrom(
  ...['null', 'true', 'false', '0', '-0.00', '1', '0.5', '-1', '1e999', '1e-1001', '1E+100', '2e5', '12e01'],
  ...['1.00000000000000000001', '0.9999999999999999', '12345678901234567', '9e-400', '"12345678901234567"'],
  ...[
    '""',
    '"x"',
    '"LONG"',
    '"paper"',
    '"watch"',
    '"live"',
    '"a:b"',
    '"a\\u003ab"',
    '"\\ud800"',
    '"é😀"',
    '"\\\\"',
  ],
  ...[
    '[]',
    '[1,"paper",{}]',
    '[null,"x"]',
    '{}',
    '{"a":1,"a":2}',
    '{"~":{"/":0}}',
    '[[{"x":[1e1500]}]]',
    '{',
  ],
);
const names = fc.constantFrom(
  ...['mode', 'action', 'ok', 'reason', 'confidence', 'symbol', 'real_orders', 'close_fraction', 'extra'],
  ...['m\\u006fde', 'a~b', 'a/b', '', '__proto__', 'constructor', 'position_id', 'stop_loss_price', 'x:y'],
);

type Change = (text: string) => string;

/** Replaces the value after the nth name or comma, as far as that is a scalar. */
const replacement = fc.tuple(fc.nat(60), values).map(([index, value]): Change => {
  return (text) => replaceNth(text, /([:,[]\s*)(?:"[^"\\]*"(?!:)|[-\d.eE+]+|true|false|null)/g, index, value);
});
const insertion = fc.tuple(fc.nat(60), names, values).map(([index, name, value]): Change => {
  return (text) => replaceNth(text, /([{,]\s*)(?=")/g, index, `"${name}":${value},`);
});
const removal = fc.tuple(fc.nat(60), fc.nat(2)).map(([index, length]): Change => {
  return (text) => {
    const members = text.split(',');
    members.splice(index % members.length, length);
    return members.join(',');
  };
});
const spacing = fc
  .tuple(fc.nat(60), fc.constantFrom(' ', '\n', '\r\n\t', '\u00a0'))
  .map(([index, space]): Change => {
    return (text) => replaceNth(text, /([{}[\],:])/g, index, space);
  });
const damage = fc
  .tuple(
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('"', '\\', ',', '0', '-', '.5', 'e3', '[', '}', 'é', '\u0001', ''),
  )
  .map(([at, removed, added]): Change => {
    return (text) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + added + text.slice(start + removed);
    };
  });

function replaceNth(text: string, pattern: RegExp, index: number, added: string): string {
  const count = [...text.matchAll(pattern)].length;
  let left = count === 0 ? 0 : index % count;
  return text.replace(pattern, (whole, before: string) => (left-- === 0 ? before + added : whole));
}

const changedTheses = fc
  .tuple(
    fc.constantFrom(...ACTIONS),
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: replacement },
        { weight: 3, arbitrary: insertion },
        { weight: 1, arbitrary: removal },
        { weight: 1, arbitrary: spacing },
        { weight: 1, arbitrary: damage },
      ),
      { maxLength: 4 },
    ),
  )
  .map(([action, changes]) => changes.reduce((text, change) => change(text), JSON.stringify(sample(action))));

/** Returns the verdict of a scan of the whole text, without any of the short cuts for usual theses. */
function diagnosePlainly(text: string): ThesisVerdict {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return diagnose(text);
  }
  return diagnose(text, { value: withComparableLiterals(text, value) });
}

describe('the quick validation', () => {
  it(`gives the verdict of the full diagnosis on ${THESES} changed theses`, () => {
    const kinds = { valid: 0, invalid: 0, unparsed: 0 };
    fc.assert(
      fc.property(changedTheses, (text) => {
        const verdict = validateText(text);
        expect(verdict).toEqual(diagnosePlainly(text));
        if (verdict.valid) kinds.valid++;
        else if (verdict.errors.some(({ rule }) => rule === 'syntax')) kinds.unparsed++;
        else kinds.invalid++;
      }),
      { seed: SEED, numRuns: THESES },
    );
    for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(THESES / 20);
  });

  it('suspects exactly the texts with seventeen digits or an exponent of three', () => {
    const text = fc.array(
      fc.constantFrom('1', '0', '.', 'e', 'E', '+', '-', '"', ',', '12345', '1234567890'),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(text, (parts) => {
        const joined = parts.join('');
        expect(mayChangeNumbers(joined)).toBe(/[\d.]{17}|[\d.][eE][+-]?[\d.]{3}/.test(joined));
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it('locates values as the scanner does', () => {
    const text = ' { "a" : [ 1 , {"~/" : -2.5 } ] , "b\\n" : "x]" , "" : { } , "c":[] } ';
    const pointers = [
      '',
      '/a',
      '/a/0',
      '/a/1',
      '/a/1/~0~1',
      '/a/2',
      '/a/x',
      '/b\n',
      '/',
      '/c',
      '/c/0',
      '/d',
      '/b\n/x',
    ];
    const wanted = new Set(pointers);
    const scanned = scanJson(text, wanted).spans;
    expect(scanned.size).toBe(8);
    for (const pointer of pointers) expect(locateValue(text, pointer), pointer).toEqual(scanned.get(pointer));
  });
});
