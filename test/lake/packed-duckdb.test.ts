/** What the build bundles of DuckDB's package: the same exports, and only for the version that was bundled. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bundleDuckdb } from '../../src/build/duckdb-bundle.ts';
import { duckdbFiles } from '../../src/lake/duckdb.ts';
import { temporaryFolder } from '../acceptance/world.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const require = createRequire(import.meta.url);

interface Packed {
  load(main: string): Readonly<Record<string, unknown>>;
}

/** Writes the files of a program beside a package of DuckDB of a version, and returns its main file. */
function program(folder: string, version: string): string {
  const own = join(folder, 'node_modules/@duckdb/node-api');
  mkdirSync(join(own, 'lib'), { recursive: true });
  writeFileSync(join(own, 'package.json'), JSON.stringify({ version, main: './lib/index.js' }));
  writeFileSync(join(own, 'lib/index.js'), '');
  mkdirSync(join(folder, 'bin'));
  const file = join(folder, 'bin/bourse.js');
  writeFileSync(file, '');
  return file;
}

describe("the bundle of DuckDB's package", () => {
  const { version } = require('@duckdb/node-api/package.json') as { readonly version: string };
  const bundled = async () => {
    const dist = join(temporaryFolder(), 'dist');
    mkdirSync(dist);
    await bundleDuckdb(ROOT, MODULES, dist);
    return dist;
  };

  it('exports what the package does, with the machine code of the package', async () => {
    const dist = await bundled();
    const main = require.resolve('@duckdb/node-api');
    const packed = require(join(dist, `duckdb-${version}`, 'index.js')) as Packed;
    const found = packed.load(main);
    const whole = require(main) as Readonly<Record<string, unknown>>;
    expect(Object.keys(found).sort()).toEqual(Object.keys(whole).sort());
    expect(found['StatementType']).toBe(whole['StatementType']);
  });

  it('is taken for the version that it was made of, and no other one', async () => {
    const dist = await bundled();
    const [same, other] = [temporaryFolder(), temporaryFolder()];
    for (const folder of [same, other]) cpSync(dist, join(folder, 'dist'), { recursive: true });
    expect(duckdbFiles(program(same, version)).packed).toContain(`duckdb-${version}`);
    expect(duckdbFiles(program(other, '1.5.6-r.1'))).toEqual({
      main: expect.stringContaining('index.js') as string,
      packed: '',
    });
  });

  it('is loaded without the code that V8 compiled, if there is none', async () => {
    const dist = await bundled();
    const folder = temporaryFolder();
    const own = join(dist, `duckdb-${version}`);
    for (const file of ['index.js', 'source.js']) cpSync(join(own, file), join(folder, file));
    const packed = require(join(folder, 'index.js')) as Packed;
    expect(packed.load(require.resolve('@duckdb/node-api'))).toHaveProperty('DuckDBInstance');
  });
});
