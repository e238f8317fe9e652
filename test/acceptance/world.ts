/** The world of an acceptance run: captured output, a temporary home folder, a fixed clock and seed. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { PagerProgram } from '../../src/app/pager.ts';
import { foldersOf, type World } from '../../src/app/world.ts';
import { type Clock, seededRandom } from '../../src/core/clock.ts';
import type { UnixMs } from '../../src/core/words.ts';
import { run } from '../../src/main.ts';

/** The file of the command; beside it lies what programs in a sandbox load first. */
const PROGRAM_FILE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

/** 2024-03-15T12:34:56.789Z, a Friday. */
export const NOW = 1_710_506_096_789 as UnixMs;

export interface WorldOptions {
  /** Width of the terminal on stdout; a pipe if omitted. */
  /** Rows of the terminal; not known if omitted. */
  readonly rows?: number;
  readonly terminal?: number;
  /** Whether stderr is a terminal; same as stdout if omitted. */
  readonly talksToTerminal?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Input of the run; an async iterable is read line by line, as if typed. */
  readonly stdin?: string | Uint8Array | AsyncIterable<string>;
  readonly now?: UnixMs;
  /** Clock of the run; a fixed clock at `now` if omitted. */
  readonly clock?: Clock;
  readonly home?: string;
  /** Process id that the run reports; use this process's id if other runs must find it alive. */
  readonly pid?: number;
  /** User id that must own private files; the user that runs the tests if omitted. */
  readonly owner?: number;
  /** Time zone of the machine; UTC if omitted. */
  readonly timeZone?: string;
  /** Aborted by the first Ctrl-C. */
  readonly interrupt?: AbortSignal;
  /** Aborted by the second Ctrl-C. */
  readonly abandon?: AbortSignal;
  /** Called with each piece of output as it is written. */
  readonly onWrite?: (name: 'stdout' | 'stderr', text: string) => void;
  /** Resolves when the reader of stdout has read the output; immediately if omitted. */
  readonly taken?: () => Promise<void>;
  /** The pager of the terminal; none if omitted. */
  readonly pager?: PagerProgram;
  /** Lets the user edit a line; without it Ctrl-D is typed. */
  readonly editLine?: World['editLine'];
  /** Edits a file as a text editor does; without it the file stays as it is. */
  readonly editFile?: World['editFile'];
  /** Passes each Ctrl-C to the listener. */
  readonly captureInterrupts?: World['captureInterrupts'];
  /** Answers prompts; without it there is no terminal to ask on. */
  readonly ask?: (question: string) => Promise<string | undefined>;
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns a clock that advances only when code sleeps on it. */
export function fixedClock(now: UnixMs = NOW): Clock & { advance(ms: number): void } {
  let at: number = now;
  return {
    now: () => at as UnixMs,
    monotonicMs: () => at,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      at += ms;
    },
    advance(ms) {
      at += ms;
    },
  };
}

/** Returns a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command line written as one string or as words; a string is split at spaces. */
export async function bourse(line: string | readonly string[], options: WorldOptions = {}): Promise<Outcome> {
  const argv = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const outcome = { stdout: '', stderr: '' };
  const world = testWorld(options, outcome);
  const code = await run(argv, world);
  return { code, ...outcome };
}

/**
 * Counters that make random values differ between runs, so that generated ids do not collide. They start over with each
 * test file, which so gets the same values alone and after other files in the same process.
 */
const counted = { file: '', worlds: 0, secrets: 0 };

function countersOfFile() {
  const file = expect.getState().testPath ?? '';
  if (file !== counted.file) Object.assign(counted, { file, worlds: 0, secrets: 0 });
  return counted;
}

/** Returns a world that writes into `captured`. */
export function testWorld(options: WorldOptions, captured: { stdout: string; stderr: string }): World {
  const counters = countersOfFile();
  counters.worlds += 1;
  const home = options.home ?? temporaryFolder();
  const environment = { BOURSE_HOME: home, ...options.environment };
  const decoder = new TextDecoder();
  const sink = (name: 'stdout' | 'stderr', isTerminal: boolean) => ({
    isTerminal,
    columns: options.terminal ?? 80,
    rows: options.rows,
    async write(text: string | Uint8Array) {
      const written = typeof text === 'string' ? text : decoder.decode(text);
      captured[name] += written;
      options.onWrite?.(name, written);
    },
    async writeInBackground(bytes: Uint8Array) {
      await options.taken?.();
      return this.write(bytes);
    },
  });
  return {
    environment,
    clock: options.clock ?? fixedClock(options.now),
    random: seededRandom(7 + counters.worlds),
    stdin: {
      isTerminal: options.stdin === undefined,
      async *read() {
        const text = options.stdin ?? '';
        if (typeof text === 'string') yield new TextEncoder().encode(text);
        else if (text instanceof Uint8Array) yield text;
        else for await (const line of text) yield new TextEncoder().encode(line);
      },
      follow() {
        return this.read();
      },
    },
    stdout: sink('stdout', options.terminal !== undefined),
    stderr: sink('stderr', options.talksToTerminal ?? options.terminal !== undefined),
    folders: foldersOf(environment),
    workingFolder: home,
    interrupt: options.interrupt ?? new AbortController().signal,
    abandon: options.abandon ?? new AbortController().signal,
    ask: options.ask ?? (async () => undefined),
    editFile: options.editFile ?? (async () => {}),
    editLine: options.editLine ?? (async () => undefined),
    captureInterrupts: options.captureInterrupts ?? (() => () => {}),
    forgetVariable() {},
    onSignal: () => () => {},
    secretHex(bytes) {
      counters.secrets += 1;
      return counters.secrets
        .toString(16)
        .padStart(2 * bytes, '5a')
        .slice(-2 * bytes);
    },
    ...(options.pager === undefined ? {} : { findPager: async () => options.pager }),
    isProcessAlive: (pid) => pid === process.pid,
    killProcessGroup: () => false,
    version: '0.0.0-test',
    facts: {
      nodeVersion: 'v20.20.2',
      platform: 'linux',
      pid: options.pid ?? 1,
      nodePath: process.execPath,
      execArguments: [],
      programFile: PROGRAM_FILE,
      owner: options.owner ?? process.getuid?.(),
      timeZone: () => options.timeZone ?? 'UTC',
    },
  };
}
