/**
 * Loads the program from the packs that the build wrote, together with the code that V8 compiled for them. V8
 * rejects compiled code of another Node version and compiles the source again, which is slower but correct.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';

type Load = (id: string) => unknown;

/**
 * The function of one module of the program. Its argument `late` returns a stand-in for a module of Node,
 * `part` one for another module of the program; both load the module when one of its exports is first used.
 */
type Factory = (
  exports: object,
  require: Load,
  module: { exports: object },
  late: Load,
  part: (id: string) => Part,
) => void;

/** A module of the program that runs when its exports are first used. */
class Part {
  readonly #id: string;
  readonly #load: Load;
  #exports: unknown;

  constructor(id: string, load: Load) {
    this.#id = id;
    this.#load = load;
  }

  /** The exports of the module, which runs when they are first read. */
  get all(): unknown {
    this.#exports ??= this.#load(this.#id);
    return this.#exports;
  }
}

/** The modules of a pack, as its script returns them. */
interface Pack {
  readonly parts: Readonly<Record<string, Factory>>;
  /** Only in the first pack: the file of the pack that holds each module of the other packs. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/** A loaded program, with its scripts and the modules that have run, from which the build makes the packs. */
export interface Program {
  readonly require: Load;
  /** The scripts by pack file, in the order in which they were opened. */
  readonly scripts: ReadonlyMap<string, Script>;
  /** Returns the names of the modules that have run so far. */
  readonly loaded: () => readonly string[];
}

/** The file of the pack that every run opens. */
export const FIRST_PACK = 'program.pack';

/** Returns the program in a folder; a pack is opened when one of its modules is first needed. */
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

/**
 * Returns a stand-in for a module of Node, loaded at the first use: several take a millisecond and are seldom
 * used.
 */
function late(id: string): unknown {
  return new Proxy({}, { get: (_, name) => Reflect.get(require(id), name) });
}

/**
 * Compiles a pack. A pack is one file: the text of its script, the code that V8 compiled, and the length of
 * that code. Opening a second file for the code would take longer than it saves for a small pack.
 */
function compile(filename: string): Script {
  const { source, code } = readPack(readFileSync(filename));
  // V8 keeps this name with the compiled code, so it must not name the folder that the build worked in.
  return new Script(source, {
    filename: basename(filename),
    ...(code.length === 0 ? {} : { cachedData: code }),
  });
}

/** Returns the script of a pack and its compiled code, which is empty where the pack holds none. */
export function readPack(bytes: Buffer): { readonly source: string; readonly code: Buffer } {
  const codeEnd = bytes.length - CODE_LENGTH_BYTES;
  const codeStart = codeEnd - bytes.readUInt32LE(codeEnd);
  // Packs are ASCII, and latin1 decodes to the one-byte strings that V8 uses without copying.
  return { source: bytes.toString('latin1', 0, codeStart), code: bytes.subarray(codeStart, codeEnd) };
}

/**
 * Returns the bytes of a pack; compiled code that doesn't begin at a multiple of 8 bytes would be copied by
 * V8.
 */
export function packBytes(source: string, code: Uint8Array = new Uint8Array()): Buffer {
  const length = Buffer.alloc(CODE_LENGTH_BYTES);
  length.writeUInt32LE(code.length);
  return Buffer.concat([Buffer.from(paddedSource(source), 'latin1'), code, length]);
}

function paddedSource(source: string): string {
  const least = source.length < PADDED_MIN ? 0 : UNMOVED_MIN;
  return source.padEnd(Math.max(least, Math.ceil(source.length / CODE_ALIGNMENT) * CODE_ALIGNMENT));
}

/** The number of bytes that hold the length of the compiled code. */
const CODE_LENGTH_BYTES = 4;
const CODE_ALIGNMENT = 8;
/**
 * V8 never moves a string above 128 KiB, but copies a shorter one at each of its first garbage collections. A
 * source of at least half that length is padded with blanks; copying a shorter one is faster than reading the
 * blanks.
 */
const UNMOVED_MIN = 132_000;
const PADDED_MIN = UNMOVED_MIN / 2;
