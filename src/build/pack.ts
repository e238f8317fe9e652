/**
 * Packs the chunks of the bundle into a few files of functions, by what the most usual commands need together,
 * and keeps the code that V8 compiles for them: reading and compiling a dozen files was half of the time of a
 * short command. V8 reads a cache whole, so what only some commands need has a pack and a cache of its own.
 */
import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FIRST_PACK, PACK_TABLE } from '../cli/load.ts';
import { START_PACKS } from '../cli/start-packs.ts';
import { MappedText, type RawSourceMap } from './mapped-text.ts';
import { packBytes } from './pack-bytes.ts';

/** One script of the bundle, as CommonJS. */
export interface MappedScript {
  /** The name of the script's file, such as "main.js". */
  readonly name: string;
  readonly code: string;
  /** Says where each part of the code came from; paths of sources are relative to the project's folder. */
  readonly map: RawSourceMap;
}

/** The names of parts by the pack they belong to. */
export type Packing = Readonly<Record<string, readonly string[]>>;

/**
 * Modules of Node that the packed program loads only when it uses them; none of them is used in a hot loop.
 */
const LATE_MODULES = 'child_process|crypto|fs/promises|os|tty|v8|zlib';
const LATE = new RegExp(`(\\bimport_\\w+=)require\\("(node:(?:${LATE_MODULES}))"\\)`, 'g');
/**
 * Matches every form of import that would load one of Node's late-loaded modules at once; no such import may
 * remain.
 */
const LATE_LEFT = new RegExp(`=require\\("(?:node:)?(?:${LATE_MODULES})"\\)`, 'g');

/** Matches where a part of the program imports another part, and where it uses one of that part's exports. */
const IMPORTED = /\b(import_chunk_\w+=)require\(("\.[^"]+")\)/g;
const IMPORT_USED = /\b(import_chunk_\w+)\./g;
/** Matches a use of an imported part that is neither the access to one of its exports nor its declaration. */
const IMPORT_MISUSED = /\bimport_chunk_\w+(?![\w.]|=part\()/g;

/**
 * Packs the scripts of the bundle into `dist`, by what the warm-up finds to be needed together. Writes beside each pack
 * the source map of its text, which is read for an error's stack only.
 */
export async function packProgram(
  dist: string,
  scripts: readonly MappedScript[],
  warmUp: string,
): Promise<void> {
  const factories = factoriesOf(scripts);
  const names = [...factories.keys()];
  // The first packs contain one part each, so that the warm-up can report which parts it needs.
  const parts = Object.fromEntries(names.map((name) => [`${name}.part`, [name]]));
  await writePacks(factories, parts, (file, text) => writePack(dist, file, text));
  const { packing, starts } = surveyed(runWarmUp(warmUp, ['survey', dist]));
  await Promise.all([...Object.keys(parts), FIRST_PACK].map((file) => rm(join(dist, file))));
  const packed = new Set(Object.values(packing).flat());
  const single = names
    .filter((name) => !packed.has(name))
    .map((name) => [name.replace(/\.js$/, '.pack'), [name]] as const);
  const write = async (file: string, text: MappedText) => {
    await writePack(dist, file, text);
    await writeMap(dist, file, text);
  };
  const all: Packing = { ...packing, ...Object.fromEntries(single) };
  await writePacks(factories, all, write);
  await writeStartPacks(factories, starts, write);
  await writeFile(join(dist, PACK_TABLE), JSON.stringify(packOfParts(all)));
  runWarmUp(warmUp, ['cache', dist]);
}

/** Returns each part of the program as the text of a function, by its name. */
function factoriesOf(scripts: readonly MappedScript[]): ReadonlyMap<string, MappedText> {
  const deferred = { late: 0, parts: 0, uses: 0 };
  const factories = new Map<string, MappedText>();
  for (const { name, code, map } of scripts) {
    if (code.trim() === '') continue;
    const body = defer(withPlainExports(MappedText.from(code, map), name), name, deferred);
    assertAscii(body.text, name);
    factories.set(
      name,
      MappedText.join([
        MappedText.plain('function(exports,require,module,late,part){'),
        body,
        MappedText.plain('\n}'),
      ]),
    );
  }
  // A new bundler that writes imports in another form must fail the build, or every start would silently be slower.
  for (const [kind, count] of Object.entries(deferred)) {
    if (count === 0) throw new Error(`the bundle has no imports of the kind "${kind}" to defer`);
  }
  return factories;
}

/**
 * Matches the text that the bundler writes before each part: helpers, the getters of its exports, and a copy
 * of them in `exports`.
 */
const HEADER =
  /^("use strict";)?(var __.*?)var stdin_exports=\{\};__export\(stdin_exports,\{(.*?)\}\);module\.exports=__toCommonJS\(stdin_exports\);/s;

/**
 * Matches the loading of a part when it is needed; no part of bourse has a default export that would need the
 * bundler's helper.
 */
const LOADED_PART = /__toESM\((require\("\.[^"]+"\))\)/g;

/**
 * Writes the exports of a part as one object of getters. The bundler's own header makes each of them twice with
 * helpers of its own in each part, which was a quarter of what V8 had to read at a start.
 */
export function withPlainExports(source: MappedText, file: string): MappedText {
  const found = HEADER.exec(source.text);
  if (found === null) throw new Error(`${file} does not begin as the bundler's parts do`);
  const [header, strict = '', helpers = '', exported] = found;
  const getters = exported!.split(',').map((one) => {
    const [, name, value] = /^([\w$]+):\(\)=>([\w$.]+)$/.exec(one) ?? [];
    if (name === undefined) throw new Error(`${file} exports something unknown: ${one}`);
    return `get ${name}(){return ${value}}`;
  });
  const { text: body } = source.slice(header.length).replaceAll(LOADED_PART, (match) => match[1]!);
  // A part that imports a CommonJS package, or loads one of Node's later, needs the helpers.
  const needed = body.text.includes('__toESM(') ? helpers : '';
  const head = MappedText.plain(`${strict}${needed}module.exports={${getters.join(',')}};`);
  return MappedText.join([head, body]);
}

/**
 * Throws if the source contains a character outside ASCII: the bundler escapes such characters except in
 * regular expressions, where the sources have to write them as escapes.
 */
function assertAscii(source: string, file: string): void {
  const found = /.{0,40}[^\0-\x7f].{0,40}/.exec(source);
  if (found !== null) throw new Error(`${file} holds a character that is not ASCII: ${found[0]}`);
}

/**
 * Delays running an imported part of the program until one of its exports is used: many parts serve only
 * refusals and rare options, and the top level of a part contains only declarations, so the order of running
 * parts does not matter. Adds to `counts` how often each pattern matched, and throws if an import is left in
 * a form that the patterns do not know.
 */
function defer(
  source: MappedText,
  file: string,
  counts: { late: number; parts: number; uses: number },
): MappedText {
  const late = source.replaceAll(LATE, (match) => `${match[1]}late("${match[2]}")`);
  const parts = late.text.replaceAll(IMPORTED, (match) => `${match[1]}part(${match[2]})`);
  const uses = parts.text.replaceAll(IMPORT_USED, (match) => `${match[1]}.all.`);
  counts.late += late.count;
  counts.parts += parts.count;
  counts.uses += uses.count;
  const left = [...uses.text.text.matchAll(LATE_LEFT), ...uses.text.text.matchAll(IMPORT_MISUSED)];
  if (left.length > 0)
    throw new Error(`${file} imports in an unknown form: ${left.map(([one]) => one).join(', ')}`);
  return uses.text;
}

/** Returns the name of the file that holds a pack's source map. */
function mapFile(pack: string): string {
  return `${pack}.map`;
}

/** Writes the packs; the first pack has the table of which pack contains each part. */
async function writePacks(
  factories: ReadonlyMap<string, MappedText>,
  packing: Packing,
  write: (file: string, text: MappedText) => Promise<void>,
): Promise<void> {
  const { [FIRST_PACK]: first = [], ...others } = packing;
  for (const [file, names] of Object.entries(others)) await write(file, packText(names, factories, ''));
  const table = `,elsewhere:${JSON.stringify(packOfParts(others))}`;
  await write(FIRST_PACK, packText(first, factories, table));
}

/** Writes the packs of frequent commands; without a survey they are empty, and all parts come from the other packs. */
async function writeStartPacks(
  factories: ReadonlyMap<string, MappedText>,
  starts: Packing,
  write: (file: string, text: MappedText) => Promise<void>,
): Promise<void> {
  for (const file of Object.keys(START_PACKS)) await write(file, packText(starts[file] ?? [], factories, ''));
}

/** Returns the file of the pack that holds each part. */
function packOfParts(packing: Packing): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(packing).flatMap(([file, names]) => names.map((name) => [name, file] as const)),
  );
}

async function writePack(dist: string, file: string, { text }: MappedText): Promise<void> {
  await writeFile(join(dist, file), packBytes(text));
}

/** Writes the source map of a pack beside it. */
async function writeMap(dist: string, file: string, text: MappedText): Promise<void> {
  await writeFile(join(dist, mapFile(file)), JSON.stringify({ ...text.toSourceMap(), file }));
}

function packText(
  names: readonly string[],
  factories: ReadonlyMap<string, MappedText>,
  rest: string,
): MappedText {
  const parts = names.flatMap((name, index) => [
    MappedText.plain(`${index === 0 ? '' : ',\n'}${JSON.stringify(name)}:`),
    factories.get(name)!,
  ]);
  return MappedText.join([
    MappedText.plain('(function(){return{parts:{\n'),
    ...parts,
    MappedText.plain(`}${rest}}})`),
  ]);
}

/** What the warm-up's survey prints: the parts of packs that have no part in common, and those of the start packs. */
export interface Survey {
  readonly packing: Packing;
  readonly starts: Packing;
}

/**
 * Reads what the warm-up's survey printed. If there is nothing, every part stays in a file of its own, which is slower
 * but works.
 */
function surveyed(output: string): Survey {
  return output === '' ? { packing: {}, starts: {} } : (JSON.parse(output) as Survey);
}

/** Runs the warm-up in a process of its own; a failure costs speed only, and is reported. */
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
