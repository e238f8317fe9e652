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
export const FIRST_PACK = 'program.js';

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

function compile(filename: string): Script {
  // The bundler writes ASCII only, and one byte a character is the form that V8 keeps.
  return new Script(readFileSync(filename, 'latin1'), {
    filename,
    cachedData: readCache(`${filename}.cache`),
  });
}

function readCache(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
