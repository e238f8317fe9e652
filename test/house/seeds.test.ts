/** A test draws the same inputs in each run, or chance would fail it and the last change would be blamed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const TESTS = fileURLToPath(new URL('..', import.meta.url));
const OWN = ['house/property-seed.ts', 'house/seeds.test.ts'];
const FILES = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('sdk/') && !OWN.includes(file))
  .map((file) => ({ file, text: readFileSync(join(TESTS, file), 'utf8') }));

const filesWith = (pattern: RegExp) => FILES.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe('a property test', () => {
  it('that states no seed gets the seed of the run', () => {
    const { seed } = fc.readConfigureGlobal();
    expect(seed).toBeTypeOf('number');
    expect(fc.check(fc.property(fc.nat(), () => true)).seed).toBe(seed);
  });

  it('leaves the seed of the others as it is', () => {
    expect(filesWith(/from 'fast-check'/).length).toBeGreaterThan(50);
    expect(filesWith(/\b(?:configureGlobal|resetConfigureGlobal)\b/)).toEqual([]);
  });
});

it('a test draws nothing by Math.random', () => {
  const tests = filesWith(/\bMath\.random\b|\brandomInt\b/).filter((file) => file.endsWith('.test.ts'));
  expect(tests).toEqual([]);
});
