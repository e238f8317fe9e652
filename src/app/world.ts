/** All that is impure, as one value. Only this file and main.ts touch the process. */
import { randomBytes } from 'node:crypto';
import { fstatSync, read, write, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { UnixMs } from '../core/words.ts';

/** The reader of stdout went away (`| head`): the run ends quietly. */
export class PipeClosed extends Error {}

/** A place to write text to. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Columns of the terminal; 80 where there is none. */
  readonly columns: number;
  /** Resolves when the text has been handed over whole. Throws PipeClosed when nobody reads. */
  write(text: string | Uint8Array): Promise<void>;
  /**
   * The same without holding the process up while nobody reads: for what must answer others meanwhile. The bytes
   * must not change before it resolves.
   */
  writeInBackground(bytes: Uint8Array): Promise<void>;
}

/** Where bytes come from. */
export interface Source {
  readonly isTerminal: boolean;
  /** Yields chunks until the end of the input. */
  read(): AsyncIterable<Uint8Array>;
  /** The same until the signal ends it, for what may end while the input stays silent. */
  follow(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** The folders of the XDG rules, or all under BOURSE_HOME. */
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
  /** Aborted with the first Ctrl-C or SIGTERM. */
  readonly interrupt: AbortSignal;
  /** Aborted with the second: what is under way is told and left. */
  readonly abandon: AbortSignal;
  /** Calls the listener for each interrupting signal of this process; returns how to stop that. */
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
  /**
   * Asks the person at the terminal and returns the answer, unseen where hidden; undefined where nobody can be
   * asked. Throws kind `interrupted` when the question is ended with Ctrl-C.
   */
  readonly ask: (question: string, options?: { readonly isHidden?: boolean }) => Promise<string | undefined>;
  /** Removes a variable from this process, so that no child and no report shows it. */
  readonly forgetVariable: (name: string) => void;
  /** Returns that many bytes nobody can guess, as hexadecimal digits. */
  readonly secretHex: (bytes: number) => string;
  readonly isProcessAlive: (pid: number) => boolean;
  /** The version of bourse. */
  readonly version: string;
  /** Facts that `doctor` reports. */
  readonly facts: {
    readonly nodeVersion: string;
    readonly platform: string;
    readonly pid: number;
    readonly nodePath: string;
    readonly execArguments: readonly string[];
    /** The file of the program that runs, for starting parts of it in a process of their own. */
    readonly programFile: string;
    /** The number of the user who must own secret files; undefined where the system knows no owners. */
    readonly owner: number | undefined;
  };
}

/** Returns the folders for an environment of variables; relative XDG paths are ignored, as their rules say. */
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

/** Written into the bundle by the build. */
declare const BOURSE_VERSION: string | undefined;
const VERSION = typeof BOURSE_VERSION === 'string' ? BOURSE_VERSION : '0.0.0';

/** A process that is somebody else's is alive too. */
function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the wall clock of this machine. */
export function systemClock(): Clock {
  return {
    now: () => Date.now() as UnixMs,
    // The same clock as performance.now(), which loads a dozen modules of Node's when it is first read.
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

/** Returns the world of this process. `interrupt` is wired by main. */
export function processWorld(
  interrupt: AbortSignal,
  abandon: AbortSignal = new AbortController().signal,
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
    forgetVariable(name) {
      delete process.env[name];
    },
    secretHex: (bytes) => randomBytes(bytes).toString('hex'),
    isProcessAlive,
    version: VERSION,
    facts: {
      nodeVersion: process.version,
      platform: process.platform,
      pid: process.pid,
      nodePath: process.execPath,
      execArguments: process.execArgv,
      programFile: process.argv[1] ?? '',
      owner: process.getuid?.(),
    },
  };
}

/**
 * Writes straight to the descriptor: touching `process.stdout` costs milliseconds of start-up, and a
 * blocking write is the back-pressure that keeps memory flat when the reader is slow.
 */
function descriptorSink(descriptor: 1 | 2): Sink {
  let isTerminal: boolean | undefined;
  return {
    get isTerminal() {
      isTerminal ??= leadsToTerminal(descriptor);
      return isTerminal;
    },
    get columns() {
      if (!this.isTerminal) return 80;
      const stream = descriptor === 1 ? process.stdout : process.stderr;
      return stream.columns || 80;
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

/** Writes off the main thread; returns how many bytes were taken. */
function writeSome(descriptor: number, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    write(descriptor, bytes, (error, count) => {
      if (error === null) resolve(count);
      else if (error.code === 'EAGAIN') setTimeout(() => resolve(0), 2);
      else reject(error.code === 'EPIPE' ? new PipeClosed() : outputError(error));
    });
  });
}

/** What is written to a full disk is lost, which is no fault of the program. */
function outputError(cause: unknown): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The output can't be written: ${(cause as NodeJS.ErrnoException).code ?? cause}.`,
    hint: 'Make room, or write it elsewhere.',
    cause,
  });
}

/** Asks the kernel first: most descriptors of a script are pipes and files, and node:tty costs milliseconds. */
function leadsToTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && isatty(descriptor);
  } catch {
    // A descriptor that was closed before the start leads nowhere.
    return false;
  }
}

/** Reads the descriptor in large chunks; files and pipes alike. */
function descriptorSource(descriptor: 0): Source {
  return {
    get isTerminal() {
      return leadsToTerminal(descriptor);
    },
    async *read() {
      for (;;) {
        const buffer = Buffer.allocUnsafe(1 << 18);
        const count = await readChunk(descriptor, buffer);
        if (count === 0) return;
        yield buffer.subarray(0, count);
      }
    },
    // A read off the main thread would hold the process until the next byte; Node's stream can be given up.
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

/** Reads off the main thread, so that Ctrl-C is heard while a pipe is silent. */
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
