/**
 * The head receipt of a ledger: number and hash of the last acknowledged entry in a file of their own. SQLite drops
 * a damaged end of its log silently; the receipt shows that entries are missing.
 */

import { ToolError } from '../../core/errors.ts';
import { type CheckedFile, readCheckedFile, writeCheckedFile } from '../../store/checked-file.ts';
import type { Head } from '../ledger/entries.ts';

const BYTES_MAX = 200;

/** A receipt, which is a file beside its ledger. */
export class HeadReceipt {
  readonly #file: CheckedFile;
  readonly #secretHex: (bytes: number) => string;

  /** `path` is the path of the ledger file, which ends with `.db`. */
  constructor(path: string, owner: number | undefined, secretHex: (bytes: number) => string) {
    this.#file = {
      path: path.replace(/\.db$/, '.head'),
      what: 'the head receipt',
      owner,
      kind: 'storage',
      bytesMax: BYTES_MAX,
    };
    this.#secretHex = secretHex;
  }

  /** Returns the head of the last receipt; undefined if there is none. Throws kind `storage` for another text. */
  read(): Head | undefined {
    const text = readCheckedFile(this.#file);
    if (text === undefined) return undefined;
    const head = parseHead(text.trimEnd());
    if (head !== undefined) return head;
    throw new ToolError({
      kind: 'storage',
      message: `The head receipt ${this.#file.path} is damaged: expected seq:hash, found other text.`,
      hint: 'Check the whole ledger: bourse paper verify. If it is good, remove the receipt; the next entry writes one.',
    });
  }

  /** Writes the receipt of an entry, unless another process has written that of a later entry. */
  write(head: Head): void {
    let before: Head | undefined;
    try {
      before = this.read();
      if (before !== undefined && before.seq >= head.seq) return;
      writeCheckedFile(this.#file, `${head.seq}:${head.hash}\n`, this.#secretHex);
    } catch {
      // The entry is committed. Without a receipt a later loss is not noticed, but nothing is lost by its absence.
    }
  }
}

/** Returns the head in a text such as "12:5f…", or undefined for another text. */
export function parseHead(text: string): Head | undefined {
  const parts = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text);
  return parts === null ? undefined : { seq: Number(parts[1]), hash: parts[2]! };
}
