import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, mayContain, secretSpellings } from '../../src/profile/redaction.ts';
import { API_KEY, SECRET } from './world.ts';

describe('redaction', () => {
  const values = [
    API_KEY,
    SECRET,
    'pass/word+with=signs & more',
    '-----BEGIN K-----\nMC4CAQAwBQYDK2VwBCIE\n-----END K-----\n',
  ];
  const redact = createRedactor(values);

  it.each(values.slice(0, 3))('replaces %s in every encoding', (value) => {
    const bytes = Buffer.from(value);
    for (const form of [
      value,
      encodeURIComponent(value),
      new URLSearchParams([['', value]]).toString().slice(1),
      JSON.stringify(value),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      bytes.toString('base64'),
      bytes.toString('base64url'),
    ]) {
      const shown = redact(`before ${form} after`);
      expect(shown).toContain('***');
      expect(shown.startsWith('before ') && shown.endsWith(' after')).toBe(true);
      expect(shown).not.toContain(form.replaceAll('"', '').slice(2, -2));
    }
  });

  it('replaces a value within a longer Base64 text, at any offset', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), (before, after) => {
        const text = Buffer.concat([before, Buffer.from(SECRET), after]).toString('base64');
        return redact(text).includes('***');
      }),
      { seed: 23, numRuns: 300 },
    );
  });

  it('replaces single lines of a private key, but not the BEGIN and END lines', () => {
    expect(redact('MC4CAQAwBQYDK2VwBCIE')).toBe('***');
    expect(redact('-----BEGIN K-----')).toBe('-----BEGIN K-----');
    expect(redact(JSON.stringify(values[3]))).not.toContain('MC4CAQ');
  });

  it('leaves all other text unchanged', () => {
    const texts = ['', 'BTCUSDT 64000.10', createHash('sha256').update(SECRET).digest('hex'), '*** a b'];
    expect(texts.map(redact)).toEqual(texts);
    expect(createRedactor([])('abc')).toBe('abc');
    expect(createRedactor(['', 'abc'])('abc abcd')).toBe('abc abcd');
  });

  it('treats characters of regular expressions literally', () => {
    expect(createRedactor(['a.*b+(c)[d]\\e'])('x a.*b+(c)[d]\\e y')).toBe('x *** y');
    expect(createRedactor(['a.....b'])('a12345b')).toBe('a12345b');
  });

  it('overlooks no value whose encodings are not made', () => {
    const signs = 'abcdefABCDEF0123456789+/=-_'.split('');
    const value = fc.string({ unit: fc.constantFrom(...signs, '"', ' '), minLength: 1, maxLength: 90 });
    const filler = fc.string({ unit: fc.constantFrom(...signs, '"', ',', ':', ' ', '%'), maxLength: 200 });
    fc.assert(
      fc.property(
        value,
        filler,
        filler,
        fc.nat(),
        fc.boolean(),
        (secret, before, after, choice, hasSecret) => {
          const spellings = secretSpellings([secret]);
          const spelling = hasSecret ? (spellings[choice % spellings.length] ?? '') : '';
          const text = before + spelling + after;
          const isContained = spellings.some((one) => text.includes(one));
          const isRedacted = createRedactor([secret])(text) !== text;
          return isRedacted === isContained && (!isContained || mayContain(text, secret));
        },
      ),
      { seed: 29, numRuns: 3000 },
    );
  });

  it('makes no encodings of a signature for an answer without a run of characters that is as long', () => {
    const signature = 'ab01'.repeat(16);
    expect(
      mayContain(JSON.stringify({ price: '60000.01000000', clientOrderId: 'x'.repeat(63) }), signature),
    ).toBe(false);
    expect(mayContain(`"${'x'.repeat(64)}"`, signature)).toBe(true);
    expect(mayContain('', 'not only signs of Base64 "')).toBe(true);
  });
});
