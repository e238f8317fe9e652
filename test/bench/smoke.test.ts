/** The benchmarks at their smallest: whether their outputs are right and the build's caches taken, not how fast. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';

interface Line {
  readonly name: string;
  readonly subject: number;
  readonly limit: number;
}

interface Bench {
  bench(options: { readonly rounds: number; readonly isSmoke: boolean }): Promise<readonly Line[]>;
}

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

describe('the benchmarks', () => {
  it.each(['start', 'klines', 'thesis', 'sandbox', 'signed', 'year'])(
    'find right outputs in %s',
    async (name) => {
      const { bench } = (await import(`./${name}.bench.mjs`)) as Bench;
      const lines = await bench({ rounds: 1, isSmoke: true });
      expect(lines).not.toEqual([]);
      for (const { subject, limit } of lines) expect(Math.min(subject, limit)).toBeGreaterThan(0);
    },
  );
});

describe('the build', () => {
  it('leaves code caches that V8 takes', () => {
    const caches = readdirSync(DIST).filter((file) => file.endsWith('.cache'));
    expect(caches).toContain('market.js.cache');
    for (const cache of caches) {
      const file = join(DIST, cache.replace(/\.cache$/, ''));
      const cachedData = readFileSync(join(DIST, cache));
      const script = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData });
      expect([cache, script.cachedDataRejected]).toEqual([cache, false]);
    }
  });
});
