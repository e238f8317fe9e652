/**
 * Runs the benchmarks at the smallest size, to check their outputs and the use of V8 code caches, not their
 * speed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { readPack } from '../../src/cli/load.ts';
// @ts-expect-error: the benchmarks are scripts that run without a build.
import { benchNames as namesOfFiles } from './measure.mjs';

const benchNames = namesOfFiles as () => readonly string[];

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
  it.each(benchNames())('produce correct outputs in %s', async (name) => {
    const { bench } = (await import(`./${name}.bench.mjs`)) as Bench;
    const lines = await bench({ rounds: 1, isSmoke: true });
    expect(lines).not.toEqual([]);
    for (const { subject, limit } of lines) expect(Math.min(subject, limit)).toBeGreaterThan(0);
  });
});

describe('the build', () => {
  it('writes code caches that V8 accepts', () => {
    const kept = readdirSync(DIST)
      .filter((file) => file.endsWith('.pack'))
      .map((file) => ({ file, ...readPack(readFileSync(join(DIST, file))) }))
      .filter(({ code }) => code.length > 0);
    expect(kept.map(({ file }) => file)).toEqual(expect.arrayContaining(['program.pack', 'market.pack']));
    for (const { file, source, code } of kept) {
      const script = new Script(source, { filename: join(DIST, file), cachedData: code });
      expect([file, script.cachedDataRejected]).toEqual([file, false]);
    }
  });
});
