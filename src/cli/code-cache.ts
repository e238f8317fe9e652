/**
 * Keeps the code that V8 compiled for the packs, where V8 refuses the code that the package contains. Bundled as one
 * CommonJS file, which is opened only then. Compiled code is executed without a further check, so a file is used only if
 * nobody but its owner, the user who runs, could have written it.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';
import { makePrivateFolder } from '../store/folders.ts';
import { cacheFolder } from './user-files.ts';

/** What a process needs to keep compiled code: its variables, its words, and where a problem is reported. */
export interface CodeCacheOptions {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The words after `bourse`. */
  readonly argv: readonly string[];
  /** The version of V8 and the processor, such as "12.4.254.21-x64". */
  readonly platform: string;
  /** Whether Node was started with options, which may be flags of V8. */
  readonly hasFlags: boolean;
  readonly processId: number;
  /** The id of the user who runs; undefined where the system has none, and then no code is kept. */
  readonly userId: number | undefined;
  /** Returns `node:v8`, which takes 2 ms to load and is needed only where code is missing. */
  readonly flags: () => Flags;
  /** Called with the reason why code can't be kept or used; nobody needs to read it. */
  readonly onProblem: (reason: string) => void;
}

/** The part of `node:v8` that reads and sets flags. */
export interface Flags {
  /** Returns a number that differs wherever V8 would refuse the code: by its version and its flags. */
  cachedDataVersionTag(): number;
  setFlagsFromString(flags: string): void;
}

/**
 * The largest size of all files together, in bytes; a group of commands takes about 1 MB for each version of Node and of
 * the package.
 */
const SIZE_MAX = 100_000_000;
/** The age in ms at which an unfinished file must be one of a process that was stopped. */
const UNFINISHED_AGE_MAX = 60_000;

/** The compiled code of the packs that a process opens. */
export class CodeCache {
  readonly #options: CodeCacheOptions;
  readonly #folder: string;
  readonly #usable: boolean;
  readonly #group: string;
  readonly #made: { readonly name: string; readonly script: Script }[] = [];
  /** The tag of the flags under which the code of this process was compiled, known once a pack was compiled. */
  #tag: string | undefined;

  constructor(options: CodeCacheOptions) {
    this.#options = options;
    this.#folder = join(cacheFolder(options.variables), 'code');
    // V8 reads a cache whole, so each group of commands keeps only the code that it needs.
    const [group = ''] = options.argv;
    this.#group = /^[a-z][a-z0-9-]{0,31}$/.test(group) ? group : 'other';
    this.#usable = this.#attempt(() => this.#openFolder()) ?? false;
  }

  /**
   * Compiles a script with the code that an earlier process kept; without such code, compiles it again and notes it
   * for `keep`. Never throws because of a file.
   */
  compile(filename: string, source: string, hash: string): Script {
    if (!this.#usable) return new Script(source, { filename });
    const name = this.#nameOf(filename, hash);
    const kept = this.#attempt(() => this.#read(name));
    const script = new Script(
      source,
      kept === undefined ? { filename } : { filename, cachedData: kept.code },
    );
    if (kept === undefined || script.cachedDataRejected === true) this.#note(name, script);
    else this.#tag ??= kept.tag;
    return script;
  }

  /** Writes the code of the scripts that had none; called when the process ends. Never throws. */
  keep(): void {
    if (this.#made.length === 0) return;
    for (const { name, script } of this.#made) this.#attempt(() => this.#write(name, script));
    this.#attempt(() => this.#removeOld());
  }

  #note(name: string, script: Script): void {
    const flags = this.#options.flags();
    const tag = tagOf(flags);
    this.#tag ??= tag;
    // Code that is compiled after the program set a flag would be refused where a pack is opened before that.
    if (this.#tag !== tag) return;
    // V8 saves code together with the flags of that moment, so a process that makes code leaves them as they are.
    flags.setFlagsFromString = () => {};
    this.#made.push({ name, script });
  }

  /** Returns a name that differs where V8 could misread the code: by text, V8 version, processor and flags. */
  #nameOf(filename: string, hash: string): string {
    const { platform, hasFlags, flags } = this.#options;
    const name = `${this.#group}-${filename}-${hash}-${platform}`;
    if (!hasFlags) return name;
    this.#tag ??= tagOf(flags());
    return `${name}-${this.#tag}`;
  }

  /**
   * Makes the folder if there is none. Throws unless the folder, or the nearest that exists above it, belongs to the
   * user: run by sudo in another user's home, the program would otherwise leave files there which that user cannot
   * change.
   */
  #openFolder(): boolean {
    const { userId } = this.#options;
    if (userId === undefined) throw new Error('this system does not say who owns a file');
    if (!isAbsolute(this.#folder)) throw new Error(`${this.#folder} is not an absolute path`);
    let nearest = this.#folder;
    let stats = lstatSync(nearest, { throwIfNoEntry: false });
    for (; stats === undefined; stats = lstatSync(nearest, { throwIfNoEntry: false }))
      nearest = dirname(nearest);
    if (nearest !== this.#folder) {
      assertOwner(stats, nearest, userId);
      makePrivateFolder(this.#folder);
      stats = lstatSync(this.#folder);
    }
    if (!stats.isDirectory()) throw new Error(`${this.#folder} is not a folder`);
    assertPrivate(stats, this.#folder, userId);
    return true;
  }

  /** Returns the code of a file, undefined if there is no such file. Throws if it is cut or another could write it. */
  #read(name: string): { readonly code: Buffer; readonly tag: string } | undefined {
    const path = join(this.#folder, name);
    const descriptor = openExisting(path);
    if (descriptor === undefined) return undefined;
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) throw new Error(`${path} is not a file`);
      assertPrivate(stats, path, this.#options.userId);
      const bytes = readFileSync(descriptor);
      const codeEnd = bytes.length - TAG_CHARACTERS - name.length;
      const tagEnd = codeEnd + TAG_CHARACTERS;
      if (codeEnd < 0 || bytes.toString('latin1', tagEnd) !== name)
        throw new Error(`${path} is damaged, and is made again`);
      return { code: bytes.subarray(0, codeEnd), tag: bytes.toString('latin1', codeEnd, tagEnd) };
    } finally {
      closeSync(descriptor);
    }
  }

  /**
   * Writes the code, the tag of its flags and the name, which shows that the file is whole. Writes under a name of its
   * own and renames, so that another process reads the whole file or none, also after a power cut.
   */
  #write(name: string, script: Script): void {
    const fresh = join(this.#folder, `${UNFINISHED}${this.#options.processId}-${name}`);
    const bytes = Buffer.concat([script.createCachedData(), Buffer.from(`${this.#tag}${name}`, 'latin1')]);
    try {
      writeFileSync(fresh, bytes, { mode: 0o600, flag: 'wx', flush: true });
      renameSync(fresh, join(this.#folder, name));
    } catch (error) {
      rmSync(fresh, { force: true });
      throw error;
    }
  }

  /** Removes files that stopped processes left unfinished, and the oldest files where all together are too large. */
  #removeOld(): void {
    const files = readdirSync(this.#folder)
      .map((name) => ({ name, stats: lstatSync(join(this.#folder, name), { throwIfNoEntry: false }) }))
      .filter((file): file is { name: string; stats: Stats } => file.stats !== undefined)
      .sort((one, other) => other.stats.mtimeMs - one.stats.mtimeMs);
    const newest = files[0]?.stats.mtimeMs ?? 0;
    let size = 0;
    for (const { name, stats } of files) {
      size += stats.size;
      const isLeft = name.startsWith(UNFINISHED) && newest - stats.mtimeMs > UNFINISHED_AGE_MAX;
      if (isLeft || size > SIZE_MAX) rmSync(join(this.#folder, name), { force: true });
    }
  }

  #attempt<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      this.#options.onProblem((error as Error).message);
      return undefined;
    }
  }
}

/** How the name of a file begins that is being written. */
const UNFINISHED = '.';
const TAG_CHARACTERS = 8;

/** Returns the tag of V8's flags as 8 hexadecimal digits. */
function tagOf(flags: Flags): string {
  return flags.cachedDataVersionTag().toString(16).padStart(TAG_CHARACTERS, '0');
}

/** Opens a file for reading; undefined if there is none. Throws the error of the system, also for a symbolic link. */
function openExisting(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function assertOwner({ uid }: Stats, path: string, userId: number | undefined): void {
  if (uid !== userId) throw new Error(`${path} belongs to another user`);
}

/** Throws unless the file belongs to the user who runs, and nobody else may read or write it. */
function assertPrivate(stats: Stats, path: string, userId: number | undefined): void {
  assertOwner(stats, path, userId);
  if ((stats.mode & 0o077) !== 0)
    throw new Error(`${path} has mode ${(stats.mode & 0o777).toString(8)}, expected no access for others`);
}
