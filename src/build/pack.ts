/**
 * Packs the chunks of the bundle into a few files of functions, by what the most usual commands need together,
 * and keeps the code that V8 compiles for them: reading and compiling a dozen files was half of the time of a
 * short command. V8 reads a cache whole, so what only some commands need has a pack and a cache of its own.
 */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FIRST_PACK, packBytes } from '../cli/load.ts';

/** The names of parts by the pack they belong to. */
export type Packing = Readonly<Record<string, readonly string[]>>;

/** Parts of Node that are loaded when something of them is used; none of them is used in a hot loop. */
const LATE = /(\bimport_\w+=)require\("(node:(?:child_process|crypto|fs\/promises|os|tty|zlib))"\)/g;

/** Where a part takes in another one, and where it uses one of its exports. */
const IMPORTED = /\b(import_chunk_\w+=)require\(("\.[^"]+")\)/g;
const IMPORT_USED = /\b(import_chunk_\w+)\./g;

/** Packs `dist`, where the bundler left its chunks, by what the warm-up finds to be needed together. */
export async function packProgram(dist: string, warmUp: string): Promise<void> {
  const factories = await takeFactories(dist);
  const names = [...factories.keys()];
  // First each part by itself, so that a run can tell which it needs.
  await writePacks(dist, factories, Object.fromEntries(names.map((name) => [`${name}.part`, [name]])));
  const packing = surveyed(runWarmUp(warmUp, ['survey', dist]));
  await Promise.all(names.map((name) => rm(join(dist, `${name}.part`))));
  const packed = new Set(Object.values(packing).flat());
  const single = names
    .filter((name) => !packed.has(name))
    .map((name) => [name.replace(/\.js$/, '.pack'), [name]] as const);
  await writePacks(dist, factories, { ...packing, ...Object.fromEntries(single) });
  runWarmUp(warmUp, ['cache', dist]);
}

/** Returns each part of the program as the text of a function, and removes its file. */
async function takeFactories(dist: string): Promise<ReadonlyMap<string, string>> {
  const chunks = (await readdir(join(dist, 'chunks'))).map((name) => join('chunks', name));
  const factories = new Map<string, string>();
  for (const file of ['main.js', ...chunks]) {
    const source = defer(withPlainExports(await readFile(join(dist, file), 'utf8'), file));
    assertAscii(source, file);
    factories.set(basename(file), `function(exports,require,module,late,part){${source}\n}`);
    await rm(join(dist, file));
  }
  await rm(join(dist, 'chunks'), { recursive: true });
  return factories;
}

/** What the bundler puts before each part: helpers, the getters of its exports, and a copy of them in `exports`. */
const HEADER =
  /^("use strict";)?(var __.*?)var stdin_exports=\{\};__export\(stdin_exports,\{(.*?)\}\);module\.exports=__toCommonJS\(stdin_exports\);/s;

/** A part that is loaded when it is needed; none of bourse's own has a default export to be made up for. */
const LOADED_PART = /__toESM\((require\("\.[^"]+"\))\)/g;

/**
 * Writes the exports of a part as one object of getters. The bundler's own header makes each of them twice with
 * helpers of its own in each part, which was a quarter of what V8 had to read at a start.
 */
function withPlainExports(source: string, file: string): string {
  const found = HEADER.exec(source);
  if (found === null) throw new Error(`${file} does not begin as the bundler's parts do`);
  const [header, strict = '', helpers, exported] = found;
  const getters = exported!.split(',').map((one) => {
    const [, name, value] = /^(\w+):\(\)=>([\w$.]+)$/.exec(one) ?? [];
    if (name === undefined) throw new Error(`${file} exports something unknown: ${one}`);
    return `get ${name}(){return ${value}}`;
  });
  const body = source.slice(header.length).replace(LOADED_PART, '$1');
  // A part that takes in a CommonJS package, or loads one of Node's later, needs the helpers.
  const needed = body.includes('__toESM(') ? helpers : '';
  return `${strict}${needed}module.exports={${getters.join(',')}};${body}`;
}

/** The bundler escapes all but ASCII, save in regular expressions: there it has to be written as an escape. */
function assertAscii(source: string, file: string): void {
  const found = /.{0,40}[^\0-\x7f].{0,40}/.exec(source);
  if (found !== null) throw new Error(`${file} holds a character that is not ASCII: ${found[0]}`);
}

/**
 * Puts off the run of what a part imports until something of it is used: much serves refusals and rare options,
 * and what runs when it is imported is declarations only, so the order does not matter.
 */
function defer(source: string): string {
  return source.replace(LATE, '$1late("$2")').replace(IMPORTED, '$1part($2)').replace(IMPORT_USED, '$1.all.');
}

/** Writes the packs; the first knows where the parts of all others are. */
async function writePacks(
  dist: string,
  factories: ReadonlyMap<string, string>,
  packing: Packing,
): Promise<void> {
  const elsewhere: Record<string, string> = {};
  for (const [file, names] of Object.entries(packing)) {
    if (file === FIRST_PACK) continue;
    for (const name of names) elsewhere[name] = file;
    await writeFile(join(dist, file), packBytes(packText(names, factories, '')));
  }
  const first = packing[FIRST_PACK] ?? [];
  const table = `,elsewhere:${JSON.stringify(elsewhere)}`;
  await writeFile(join(dist, FIRST_PACK), packBytes(packText(first, factories, table)));
}

function packText(names: readonly string[], factories: ReadonlyMap<string, string>, rest: string): string {
  const parts = names.map((name) => `${JSON.stringify(name)}:${factories.get(name)}`).join(',\n');
  return `(function(){return{parts:{\n${parts}}${rest}}})`;
}

/** Reads what the survey printed. Without a survey all stays in parts of its own: slower, and right. */
function surveyed(output: string): Packing {
  return output === '' ? {} : (JSON.parse(output) as Packing);
}

/** Runs the warm-up in a process of its own; a failure costs speed and is told, not more. */
function runWarmUp(warmUp: string, words: readonly string[]): string {
  const { NODE_OPTIONS: _options, NODE_V8_COVERAGE: _coverage, ...environment } = process.env;
  const done = spawnSync(process.execPath, [warmUp, ...words], {
    env: environment,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (done.status === 0) return done.stdout;
  process.stderr.write(`bourse: the program is slower than it could be: ${done.stderr}\n`);
  return '';
}
