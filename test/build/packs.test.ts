/** The packs that the build writes. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const DIST = join(import.meta.dirname, '../../dist');

it('hold together what the commands of the warm-up need: a command that fails there leaves every part alone', () => {
  for (const pack of ['market.pack', 'pages.pack', 'placing.pack'])
    expect(existsSync(join(DIST, pack)), `${pack} is missing: npm run build prints why`).toBe(true);
});

it('have a source map each, and the parts of the survey leave none', () => {
  const files = readdirSync(DIST);
  const packs = files.filter((name) => name.endsWith('.pack'));
  expect(packs.filter((name) => !files.includes(`${name}.map`))).toEqual([]);
  expect(files.filter((name) => name.includes('.part'))).toEqual([]);
});
