/** The packs that the build writes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MappedText } from '../../src/build/mapped-text.ts';
import { withPlainExports } from '../../src/build/pack.ts';

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

it('keep an export that the bundler named by a dollar sign, as it does where a part exports many', () => {
  const part =
    '"use strict";var __export=()=>{};var stdin_exports={};__export(stdin_exports,{a:()=>one,$:()=>two});module.exports=__toCommonJS(stdin_exports);var one=1,two=2;';
  expect(withPlainExports(MappedText.plain(part), 'part.js').text).toBe(
    '"use strict";module.exports={get a(){return one},get $(){return two}};var one=1,two=2;',
  );
});

it('load no HTTP/2, which the connection pool never speaks', () => {
  const packs = readdirSync(DIST).filter((name) => name.endsWith('.pack'));
  const loading = packs.filter((name) => readFileSync(join(DIST, name), 'latin1').includes('"node:http2"'));
  expect(loading).toEqual([]);
});
