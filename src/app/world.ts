/**
 * The world of a process: all impure functions as one value. Only this file and main.ts access the process.
 */
import { randomBytes } from 'node:crypto';
import { fstatSync, read, statSync, write, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { UnixMs } from '../core/words.ts';
import type { LineRequest } from './line-editor.ts';
import type { PagerProgram } from './pager.ts';
import type { SharedResources } from './shared-resources.ts';

/** Thrown where the reader of stdout closed the pipe, as `| head` does: the run ends without a message. */
export class PipeClosed extends Error {}

/** An output that text is written to. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Columns of the terminal; 80 if the output is no terminal. */
  readonly columns: number;
  /** Rows of the terminal; undefined if they are not known or the output is no terminal. */
  readonly rows?: number | undefined;
  /** Resolves when all of the text is written. Throws PipeClosed when the reader has closed the pipe. */
  write(text: string | Uint8Array): Promise<void>;
  /**
   * Writes as `write` does, but without blocking the process while the reader is slow, for commands that must
   * go on serving connections. The bytes must not change before the promise resolves.
   */
  writeInBackground(bytes: Uint8Array): Promise<void>;
}

/** An input that bytes are read from. */
export interface Source {
  readonly isTerminal: boolean;
  /** Yields chunks until the end of the input. */
  read(): AsyncIterable<Uint8Array>;
  /** Yields chunks as `read` does until the signal aborts, even if no input arrives. */
  follow(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** The folders of the XDG Base Directory Specification, or all under BOURSE_HOME. */
export interface Folders {
  readonly config: string;
  readonly state: string;
  readonly cache: string;
}

export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly random: Random;
  readonly stdin: Source;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly folders: Folders;
  readonly workingFolder: string;
  /** Aborted when Ctrl-C, SIGTERM or SIGHUP comes for the first time. */
  readonly interrupt: AbortSignal;
  /** Aborted when Ctrl-C, SIGTERM or SIGHUP comes for the second time: calls in flight are reported and abandoned. */
  readonly abandon: AbortSignal;
  /**
   * Calls the listener for each SIGINT, SIGTERM and SIGHUP; returns the function that removes the listener.
   */
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
  /**
   * Prompts at the terminal and returns the answer, which is not echoed if hidden; undefined without a
   * terminal. Throws kind `interrupted` for Ctrl-C.
   */
  readonly ask: (question: string, options?: { readonly isHidden?: boolean }) => Promise<string | undefined>;
  /** Returns the pager for tables that are longer than the screen; undefined where none is wanted or installed. */
  readonly findPager?: () => Promise<PagerProgram | undefined>;
  /** Opens a file in the text editor of the user, and resolves when the user has left it. */
  readonly editFile: (path: string) => Promise<void>;
  /**
   * Lets the user edit one line at the terminal: "" for Ctrl-C, undefined for Ctrl-D. Only for a terminal.
   */
  readonly editLine: (request: LineRequest) => Promise<string | undefined>;
  /**
   * Calls the listener for each Ctrl-C, which then does not interrupt the run; returns the function that ends this.
   */
  readonly captureInterrupts: (listener: () => void) => () => void;
  /**
   * Removes a variable from this process, so that child processes and diagnostic reports do not contain it.
   */
  readonly forgetVariable: (name: string) => void;
  /** Returns that many cryptographically random bytes as hexadecimal digits. */
  readonly secretHex: (bytes: number) => string;
  readonly isProcessAlive: (pid: number) => boolean;
  /** Kills all processes of a group; returns whether the group existed. Systems without groups have none. */
  readonly killProcessGroup: (leaderPid: number) => boolean;
  /** What the commands of a batch leave open for the next one; absent where a command closes what it opened. */
  readonly shared?: SharedResources;
  /** The version of bourse. */
  readonly version: string;
  /** Facts that `doctor` reports. */
  readonly facts: {
    readonly nodeVersion: string;
    readonly platform: string;
    readonly pid: number;
    readonly nodePath: string;
    readonly execArguments: readonly string[];
    /** The script of this program, for starting child processes of it. */
    readonly programFile: string;
    /** The id of the user who must own secret files; undefined on systems without file owners. */
    readonly owner: number | undefined;
    /** Returns the name of this machine's time zone, such as "Europe/Berlin". */
    readonly timeZone: () => string;
  };
}

/**
 * Returns the folders for environment variables; ignores relative XDG paths, as the specification requires.
 */
export function foldersOf(environment: Readonly<Record<string, string | undefined>>): Folders {
  const own = environment['BOURSE_HOME'];
  if (own !== undefined && own !== '') {
    return { config: join(own, 'config'), state: join(own, 'state'), cache: join(own, 'cache') };
  }
  const base = (name: string, fallback: string) => {
    const set = environment[name];
    return join(set?.startsWith('/') ? set : join(environment['HOME'] ?? homedir(), fallback), 'bourse');
  };
  return {
    config: base('XDG_CONFIG_HOME', '.config'),
    state: base('XDG_STATE_HOME', '.local/state'),
    cache: base('XDG_CACHE_HOME', '.cache'),
  };
}

/** Defined by the build. */
declare const BOURSE_VERSION: string | undefined;
const VERSION = typeof BOURSE_VERSION === 'string' ? BOURSE_VERSION : '0.0.0';

/** Returns whether a process exists. A process of another user answers EPERM. */
function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function killProcessGroup(leaderPid: number): boolean {
  try {
    process.kill(-leaderPid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** Returns the wall clock of this machine. */
export function systemClock(): Clock {
  return {
    now: () => Date.now() as UnixMs,
    // The same clock as performance.now(), without loading the dozen modules of Node behind it.
    monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          clearTimeout(timer);
          reject(signal?.reason);
        };
        const timer = setTimeout(() => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        }, ms);
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
  };
}

/** Returns the world of this process; main.ts aborts the two signals, and passes each Ctrl-C to who captures it. */
export function processWorld(
  interrupt: AbortSignal,
  abandon: AbortSignal = new AbortController().signal,
  captureInterrupts: World['captureInterrupts'] = () => () => {},
): World {
  return {
    environment: process.env,
    clock: systemClock(),
    random: { next: Math.random } satisfies Random,
    stdin: descriptorSource(0),
    stdout: descriptorSink(1),
    stderr: descriptorSink(2),
    folders: foldersOf(process.env),
    workingFolder: process.cwd(),
    interrupt,
    abandon,
    onSignal(listener) {
      const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
      for (const signal of signals) process.on(signal, listener);
      return () => {
        for (const signal of signals) process.off(signal, listener);
      };
    },
    ask: async (question, options) => (await import('./prompt.ts')).promptUser(process, question, options),
    findPager: async () =>
      (await import('./pager.ts')).findPager(process.env, process.stdout.rows, interrupt),
    editFile: async (path) => {
      // Ctrl-C reaches the editor as well, and means something to it.
      const release = captureInterrupts(() => {});
      try {
        await (await import('./text-editor.ts')).editFile(process.env, path);
      } finally {
        release();
      }
    },
    editLine: async (request) => (await import('./line-editor.ts')).editLine(process, request),
    captureInterrupts,
    forgetVariable(name) {
      delete process.env[name];
    },
    secretHex: (bytes) => randomBytes(bytes).toString('hex'),
    isProcessAlive,
    killProcessGroup,
    version: VERSION,
    facts: {
      nodeVersion: process.version,
      platform: process.platform,
      pid: process.pid,
      nodePath: process.execPath,
      execArguments: process.execArgv,
      programFile: process.argv[1] ?? '',
      owner: process.getuid?.(),
      timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  };
}

/**
 * Returns an output that writes directly to the descriptor: the first use of `process.stdout` takes
 * milliseconds, and a blocking write keeps memory use low when the reader is slow.
 */
function descriptorSink(descriptor: 1 | 2): Sink {
  let isTerminal: boolean | undefined;
  return {
    get isTerminal() {
      isTerminal ??= isTerminalDescriptor(descriptor);
      return isTerminal;
    },
    get columns() {
      if (!this.isTerminal) return 80;
      const stream = descriptor === 1 ? process.stdout : process.stderr;
      return stream.columns || 80;
    },
    get rows() {
      return (descriptor === 1 ? process.stdout : process.stderr).rows;
    },
    async write(text) {
      let rest = typeof text === 'string' ? Buffer.from(text) : text;
      while (rest.length > 0) {
        try {
          rest = rest.subarray(writeSync(descriptor, rest));
        } catch (error) {
          const { code } = error as NodeJS.ErrnoException;
          if (code === 'EPIPE') throw new PipeClosed();
          if (code !== 'EAGAIN') throw outputError(error);
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      }
    },
    async writeInBackground(bytes) {
      let rest = bytes;
      while (rest.length > 0) rest = rest.subarray(await writeSome(descriptor, rest));
    },
  };
}

/** Writes outside the main thread, which is not blocked meanwhile; returns how many bytes were written. */
function writeSome(descriptor: number, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    write(descriptor, bytes, (error, count) => {
      if (error === null) resolve(count);
      else if (error.code === 'EAGAIN') setTimeout(() => resolve(0), 2);
      else reject(error.code === 'EPIPE' ? new PipeClosed() : outputError(error));
    });
  });
}

/** Returns the error of a write that the system refused, such as to a full disk. */
function outputError(cause: unknown): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The output can't be written: ${(cause as NodeJS.ErrnoException).code ?? cause}.`,
    hint: 'Make room, or write it elsewhere.',
    cause,
  });
}

/** The device without content; on Windows, where it has another name, node:tty is asked about it too. */
const NULL_DEVICE = '/dev/null';

/**
 * Returns whether a descriptor is a terminal. Asks node:tty, which loads the modules of streams and sockets, only for a device
 * that may be one: programs that start bourse without input give it the null device.
 */
function isTerminalDescriptor(descriptor: number): boolean {
  try {
    const state = fstatSync(descriptor);
    if (!state.isCharacterDevice()) return false;
    const nothing = statSync(NULL_DEVICE, { throwIfNoEntry: false });
    return state.rdev !== nothing?.rdev && isatty(descriptor);
  } catch {
    // A file descriptor that was closed before the process started is not a terminal.
    return false;
  }
}

/** Returns an input that reads files and pipes in large chunks. */
function descriptorSource(descriptor: 0): Source {
  return {
    get isTerminal() {
      return isTerminalDescriptor(descriptor);
    },
    async *read() {
      for (;;) {
        const buffer = Buffer.allocUnsafe(1 << 18);
        const count = await readChunk(descriptor, buffer);
        if (count === 0) return;
        yield buffer.subarray(0, count);
      }
    },
    // A read outside the main thread that waits for input would keep the process alive until the next byte
    // arrives; a stream can be destroyed.
    async *follow(signal) {
      if (signal.aborted) return;
      const { stdin } = process;
      signal.addEventListener('abort', () => stdin.destroy(), { once: true });
      try {
        for await (const chunk of stdin) yield chunk as Uint8Array;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

/** Reads outside the main thread, so that Ctrl-C works while a pipe delivers nothing. */
function readChunk(descriptor: number, buffer: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, buffer, 0, buffer.length, null, (error, count) => {
      if (error === null) resolve(count);
      else if (error.code === 'EOF') resolve(0);
      else if (error.code === 'EAGAIN')
        setTimeout(() => readChunk(descriptor, buffer).then(resolve, reject), 5);
      else reject(error);
    });
  });
}
