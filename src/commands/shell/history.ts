/** The lines that were typed in shells, the newest last, in a private file. */
import { appendFileSync, chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { looksLikeKey } from '../../core/key-detection.ts';
import { makePrivateFolder } from '../../store/folders.ts';

const HISTORY_FILE = 'shell-history';

/** The most lines that are kept; the file is shortened when it has twice as many. */
const LINES_MAX = 1000;

const PRIVATE = 0o600;

export class ShellHistory {
  readonly #folder: string;
  readonly #file: string;
  readonly #lines: string[];

  /** `folder` is the state folder. A file that cannot be read counts as empty: a history is not worth an error. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, HISTORY_FILE);
    this.#lines = this.#read();
  }

  /** The lines, the newest first. */
  get newestFirst(): readonly string[] {
    return this.#lines.toReversed();
  }

  /** Adds a line, unless it repeats the one before, begins with a space, or has a word that could be a key. */
  add(line: string): void {
    if (line === '' || line.startsWith(' ') || line === this.#lines.at(-1)) return;
    if (line.split(/[\s=,:'"]+/).some(looksLikeKey) || line.split(/\s+/).some(looksLikeKey)) return;
    this.#lines.push(line);
    try {
      makePrivateFolder(this.#folder);
      appendFileSync(this.#file, `${line}\n`, { mode: PRIVATE });
    } catch {
      return;
    }
  }

  #read(): string[] {
    try {
      chmodSync(this.#file, PRIVATE);
      const lines = readFileSync(this.#file, 'utf8').split('\n').filter(Boolean);
      const kept = lines.slice(-LINES_MAX);
      if (lines.length > 2 * LINES_MAX) this.#replace(kept);
      return kept;
    } catch {
      return [];
    }
  }

  #replace(lines: readonly string[]): void {
    const part = `${this.#file}.part`;
    writeFileSync(part, `${lines.join('\n')}\n`, { mode: PRIVATE });
    renameSync(part, this.#file);
  }
}
