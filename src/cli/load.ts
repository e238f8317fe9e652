/**
 * Loads the program from the packs that the build made, with the code that V8 compiled for them then. Where a
 * cache is another Node's, V8 refuses it and compiles anew: slower, never wrong.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';

type Load = (id: string) => unknown;

/**
 * One part of the program. `late` stands for a part of Node, `part` for another part of the program: both are
 * loaded when something of theirs is first used.
 */
type Factory = (
  exports: object,
  require: Load,
  module: { exports: object },
  late: Load,
  part: (id: string) => Part,
) => void;

/** Another part of the program, which runs when its exports are first asked for. */
class Part {
  readonly #id: string;
  readonly #load: Load;
  #exports: unknown;

  constructor(id: string, load: Load) {
    this.#id = id;
    this.#load = load;
  }

  /** All that it exports. */
  get all(): unknown {
    this.#exports ??= this.#load(this.#id);
    return this.#exports;
  }
}

/** What a pack's script evaluates to. */
interface Pack {
  readonly parts: Readonly<Record<string, Factory>>;
  /** In the first pack: the file of every part that is in another one. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/** A loaded program; its scripts can say what V8 has compiled, its parts what a run has needed. */
export interface Program {
  readonly require: Load;
  /** By file, in the order they were opened. */
  readonly scripts: ReadonlyMap<string, Script>;
  /** The names of the parts that were run so far. */
  readonly loaded: () => readonly string[];
}

/** The pack that every run opens. */
export const FIRST_PACK = 'program.pack';

/** Returns the program in a folder; packs are opened when a part of theirs is first asked for. */
export function loadProgram(folder: string): Program {
  const scripts = new Map<string, Script>();
  const loaded = new Map<string, { exports: object }>();
  const open = (file: string): Pack => {
    const script = compile(join(folder, file));
    scripts.set(file, script);
    return (script.runInThisContext() as () => Pack)();
  };
  const { parts: first, elsewhere } = open(FIRST_PACK);
  const parts: Record<string, Factory> = { ...first };
  const load = (id: string): unknown => {
    if (!id.startsWith('.')) return require(id);
    const name = basename(id);
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    if (parts[name] === undefined) Object.assign(parts, open(elsewhere![name]!).parts);
    const module = { exports: {} };
    loaded.set(name, module);
    parts[name]!(module.exports, load, module, late, part);
    return module.exports;
  };
  const part = (id: string) => new Part(id, load);
  return { require: load, scripts, loaded: () => [...loaded.keys()] };
}

/** Stands for a part of Node until something of it is used: several cost a millisecond and are seldom needed. */
function late(id: string): unknown {
  return new Proxy({}, { get: (_, name) => Reflect.get(require(id), name) });
}

/**
 * Reads a pack: the text of its script, then the code that V8 keeps of it, then how many bytes that is. One file,
 * because to open and read a second one takes longer than to compile it saves in a small one.
 */
function compile(filename: string): Script {
  const { source, code } = readPack(readFileSync(filename));
  return new Script(source, { filename, ...(code.length === 0 ? {} : { cachedData: code }) });
}

/** Returns the script and the kept code, which is empty where none was kept, of a pack's bytes. */
export function readPack(bytes: Buffer): { readonly source: string; readonly code: Buffer } {
  const codeEnd = bytes.length - CODE_LENGTH_BYTES;
  const codeStart = codeEnd - bytes.readUInt32LE(codeEnd);
  // Packs are ASCII, and one byte a character is the form that V8 keeps.
  return { source: bytes.toString('latin1', 0, codeStart), code: bytes.subarray(codeStart, codeEnd) };
}

/** Returns a pack's bytes; the kept code must begin at a multiple of 8, or V8 copies it. */
export function packBytes(source: string, code: Uint8Array = new Uint8Array()): Buffer {
  const length = Buffer.alloc(CODE_LENGTH_BYTES);
  length.writeUInt32LE(code.length);
  return Buffer.concat([Buffer.from(paddedSource(source), 'latin1'), code, length]);
}

function paddedSource(source: string): string {
  const least = source.length < COPIED_MIN ? 0 : NEVER_COPIED_MIN;
  return source.padEnd(Math.max(least, Math.ceil(source.length / CODE_ALIGNMENT) * CODE_ALIGNMENT));
}

/** How many bytes say how long the kept code is. */
const CODE_LENGTH_BYTES = 4;
const CODE_ALIGNMENT = 8;
/**
 * V8 never moves a text above 128 KiB, but copies a shorter one at each of its first collections. A text that is
 * half as long is worth filling up with blanks; a shorter one is copied faster than the blanks are read.
 */
const NEVER_COPIED_MIN = 132_000;
const COPIED_MIN = NEVER_COPIED_MIN / 2;
