/**
 * Loads the program that the build packed into one file, with the code that V8 compiled for it then. Where the
 * cache is another Node's, V8 refuses it and compiles anew: slower, never wrong.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';

type Factory = (exports: object, require: (id: string) => unknown, module: { exports: object }) => void;

interface Module {
  exports: object;
}

/** A loaded program; its script can say what V8 has compiled. */
export interface Program {
  readonly require: (id: string) => unknown;
  readonly script: Script;
}

/** Returns the program in a folder; parts too large for the pack are read when they are first asked for. */
export function loadProgram(folder: string): Program {
  const script = compile(folder, 'program.js');
  const pack = (script.runInThisContext() as () => Record<string, Factory>)();
  const loaded = new Map<string, Module>();
  const load = (id: string): unknown => {
    if (!id.startsWith('.')) return require(id);
    const name = basename(id);
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const factory = pack[name] ?? (compile(folder, name).runInThisContext() as () => Factory)();
    const module: Module = { exports: {} };
    loaded.set(name, module);
    factory(module.exports, load, module);
    return module.exports;
  };
  return { require: load, script };
}

function compile(folder: string, name: string): Script {
  const filename = join(folder, name);
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
