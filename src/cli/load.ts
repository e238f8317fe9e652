/**
 * Loads the program from the packs that the build wrote, together with the code that V8 compiled for them. Another
 * version of V8 rejects that code; then the first run of a group of commands compiles the source and keeps its code in
 * the user's cache folder for the later ones. Every command runs this file, which V8 compiles again each time, so it is
 * short and calls few functions.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import type { CodeCache } from './code-cache.ts';
import { startPackOf } from './start-packs.ts';

/** Defined by the build: the platform that the code in the packs was compiled for. */
declare const PACKED_FOR: string;
const PLATFORM = `${process.versions.v8}-${process.arch}`;

type Load = (id: string) => unknown;

/** Answers the command line from the files that the build wrote, or else runs the program. */
export function start(): void {
  const argv = process.argv.slice(2);
  if (isQuestion(argv)) {
    const { answer } = require(`${__dirname}/quick.cjs`) as typeof import('./quick.ts');
    if (answer(argv)) return;
  }
  const pack = startPackOf(argv, process.env);
  (loadProgram(__dirname, pack).require('./main.js') as { start(): void }).start();
}

/**
 * Returns whether a command line may ask only for the version, help, completion or an explanation, which can be answered
 * without the program.
 */
export function isQuestion(argv: readonly string[]): boolean {
  return (
    argv.length === 0 ||
    /^(?:--version|-V|version|help|__complete|explain)$/.test(argv[0]!) ||
    argv.includes('--help') ||
    argv.includes('-h')
  );
}

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

/** The file of the pack that every run opens unless its command has a start pack. */
export const FIRST_PACK = 'program.pack';

/** The file of a JSON object with the pack of each module, which is read where the first pack was not opened. */
export const PACK_TABLE = 'packs.json';

/**
 * Returns the program in a folder; a pack is opened when one of its modules is first needed, the pack `start` at once.
 */
export function loadProgram(folder: string, start: string = FIRST_PACK): Program {
  const scripts = new Map<string, Script>();
  const loaded = new Map<string, { exports: object }>();
  const parts: Record<string, Factory> = {};
  const nodeModules = new Map<string, unknown>();
  const compile = compilerOf(folder, start);
  const open = (file: string): Pack['elsewhere'] => {
    const script = compile(file);
    scripts.set(file, script);
    const pack = (script.runInThisContext() as () => Pack)();
    Object.assign(parts, pack.parts);
    return pack.elsewhere;
  };
  let elsewhere = open(start);
  const load = (id: string): unknown => {
    if (!id.startsWith('.')) {
      // Most modules of the program want the same few modules of Node, whose look-up takes longer than this one.
      if (!nodeModules.has(id)) nodeModules.set(id, loadPackage(folder, id, require));
      return nodeModules.get(id);
    }
    const name = id.slice(id.lastIndexOf('/') + 1);
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    if (parts[name] === undefined) {
      elsewhere ??= JSON.parse(readFileSync(`${folder}/${PACK_TABLE}`, 'latin1')) as Pack['elsewhere'];
      open(elsewhere![name]!);
    }
    const module = { exports: {} };
    loaded.set(name, module);
    parts[name]!(module.exports, load, module, late, part);
    return module.exports;
  };
  const part = (id: string) => new Part(id, load);
  return { require: load, scripts, loaded: () => [...loaded.keys()] };
}

/** The packages whose machine code is all that the program needs of them. */
const MACHINE_CODE = new Set(['@photostructure/sqlite']);

/**
 * Loads a package or a module of Node by `load`. Loads the machine code of SQLite itself where the package brings it ready
 * made: the look-ups of Node and of the package for it take 8 ms. In any other case the package decides.
 */
export function loadPackage(folder: string, id: string, load: Load): unknown {
  if (!MACHINE_CODE.has(id)) return load(id);
  const home = join(folder, '../node_modules', id);
  const libc = process.platform === 'linux' && existsSync('/etc/alpine-release') ? 'musl' : 'glibc';
  const file = `${id.replace('/', '+')}.${libc}.node`;
  const path = join(home, 'prebuilds', `${process.platform}-${process.arch}`, file);
  // The package prefers machine code that was compiled on this machine.
  if (existsSync(join(home, 'build')) || !existsSync(path)) return load(id);
  try {
    return load(path);
  } catch {
    return load(id);
  }
}

/**
 * Returns a stand-in for a module of Node, loaded at the first use: several take a millisecond and are seldom
 * used.
 */
function late(id: string): unknown {
  let loaded: object | undefined;
  const get = (_: object, name: string | symbol) => {
    // A look-up of a module of Node takes two microseconds, as long as a hash of a short text.
    loaded ??= builtIn(id);
    return Reflect.get(loaded, name);
  };
  return new Proxy({}, { get });
}

function builtIn(id: string): object {
  return require(id);
}

/**
 * Returns a function that compiles a pack. A pack is one file: the text of its script, the code that V8 compiled, a hash
 * of the text, and the length of that code. Opening a second file for the code would take longer than it saves for a
 * small pack.
 */
function compilerOf(folder: string, start: string): (file: string) => Script {
  // Not imported above, because it would slow down version and help.
  const { Script } = builtIn('node:vm') as typeof import('node:vm');
  let kept: CodeCache | undefined;
  return (filename) => {
    const { source, code, hash } = readPack(readFileSync(`${folder}/${filename}`));
    // V8 keeps this name with the compiled code, so it must not name the folder that the build worked in.
    if (code.length === 0) return new Script(source, { filename });
    if (kept === undefined && PACKED_FOR === PLATFORM) {
      const script = new Script(source, { filename, cachedData: code });
      // V8 refuses the code of a later pack only if the program has set a flag of V8 since it accepted the first.
      if (script.cachedDataRejected !== true || filename !== start) return script;
    }
    kept ??= openCodeCache(folder);
    return kept.compile(filename, source, hash);
  };
}

/** Opens the cache of compiled code, which keeps what was missing when the process ends. */
function openCodeCache(folder: string): CodeCache {
  const { CodeCache } = require(`${folder}/code-cache.js`) as typeof import('./code-cache.ts');
  const argv = process.argv.slice(2);
  const cache = new CodeCache({
    variables: process.env,
    argv,
    platform: PLATFORM,
    hasFlags: process.execArgv.length > 0 || Boolean(process.env['NODE_OPTIONS']),
    processId: process.pid,
    userId: process.geteuid?.(),
    flags: () => builtIn('node:v8') as typeof import('node:v8'),
    onProblem: (reason) => {
      if (argv.includes('--debug')) process.stderr.write(`code cache: ${reason}\n`);
    },
  });
  process.once('exit', (status) => {
    // A command that failed may have compiled little else than its error; a stream is usually interrupted.
    if (status === 0 || status === INTERRUPTED) cache.keep();
  });
  return cache;
}

/** The exit status of a command that the user interrupts. */
const INTERRUPTED = 130;

/** The text of a pack, its compiled code and the hash of its text. */
export interface PackFile {
  readonly source: string;
  /** Empty where the pack has none. */
  readonly code: Buffer;
  readonly hash: string;
}

/** Returns what the bytes of a pack contain. */
export function readPack(bytes: Buffer): PackFile {
  const hashEnd = bytes.length - CODE_LENGTH_BYTES;
  const codeEnd = hashEnd - HASH_CHARACTERS;
  const codeStart = codeEnd - bytes.readUInt32LE(hashEnd);
  return {
    // Packs are ASCII, and latin1 decodes to the one-byte strings that V8 uses without copying.
    source: bytes.toString('latin1', 0, codeStart),
    code: bytes.subarray(codeStart, codeEnd),
    hash: bytes.toString('latin1', codeEnd, hashEnd),
  };
}

/** The number of hexadecimal digits of the hash of a pack's text. */
export const HASH_CHARACTERS = 32;
/** The number of bytes that hold the length of the compiled code. */
export const CODE_LENGTH_BYTES = 4;
