/** The symbols that earlier commands used with success, kept in a small file for shell completion. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../catalogue/types.ts';
import { makePrivateFolder } from '../store/folders.ts';

const SYMBOLS_MAX = 500;
const SYMBOLS_FILE = 'symbols.txt';

export class KnownSymbols {
  readonly #folder: string;
  readonly #file: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, SYMBOLS_FILE);
  }

  /** Returns the remembered symbols, the latest first; none where the file cannot be read. */
  list(): readonly string[] {
    // Reading this small file synchronously takes less time than loading the asynchronous API.
    try {
      return readFileSync(this.#file, 'utf8').split('\n').filter(Boolean);
    } catch {
      return [];
    }
  }

  /** Remembers the symbols among the arguments of a call. Never fails: completion is not worth an error. */
  remember(given: readonly { readonly name: string; readonly text: string }[], endpoint: Endpoint): void {
    const symbols = given
      .filter(({ name }) => endpoint.params[name]?.format === 'symbol' || name === 'symbols')
      .flatMap(({ text }) => text.split(','))
      .filter((word) => /^[A-Za-z0-9_-]{1,40}$/.test(word))
      .map((word) => word.toUpperCase());
    if (symbols.length > 0) this.#save(symbols);
  }

  #save(symbols: readonly string[]): void {
    try {
      const known = this.list();
      const fresh = symbols.filter((symbol) => !known.includes(symbol));
      if (fresh.length === 0) return;
      makePrivateFolder(this.#folder);
      const part = `${this.#file}.${symbols.length}.${fresh[0]}.part`;
      writeFileSync(part, `${[...fresh, ...known].slice(0, SYMBOLS_MAX).join('\n')}\n`, { mode: 0o600 });
      renameSync(part, this.#file);
    } catch {
      return;
    }
  }
}
