/** The quick validation must give the verdict of the full diagnosis, however a thesis was changed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/thesis/diagnosis.ts';
import { withComparableLiterals } from '../../src/thesis/exact-contract.ts';
import { locateValue } from '../../src/thesis/locate.ts';
import { scanJson } from '../../src/thesis/scan.ts';
import { mayChangeNumbers } from '../../src/thesis/text-fidelity.ts';
import { validateText } from '../../src/thesis/validate.ts';
import type { ThesisVerdict } from '../../src/thesis/verdict.ts';
import { changedTheses } from './changed-theses.ts';

const SEED = 20_260_115;

/** The number of changed theses; `npm run fuzz:theses` takes more. */
const THESES = Number(process.env['CHANGED_THESES'] ?? 2000);
const TIMEOUT_MS = 300_000 + 5 * THESES;

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
  it(`gives the verdict of the full diagnosis on ${THESES} changed theses`, { timeout: TIMEOUT_MS }, () => {
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
    const text =
      ' { "a" : [ 1 , {"~/" : -2.5 } ] , "b\\n" : "x]" , "" : { } , "c":[], "e\\f": 1, "e\\\\f": 2, "\\u0067": 3, "gh": 4 } ';
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
      '/e\f',
      '/e\\f',
      '/g',
      '/gh',
      '/h',
    ];
    const wanted = new Set(pointers);
    const scanned = scanJson(text, wanted).spans;
    expect(scanned.size).toBe(12);
    for (const pointer of pointers) expect(locateValue(text, pointer), pointer).toEqual(scanned.get(pointer));
  });
});
