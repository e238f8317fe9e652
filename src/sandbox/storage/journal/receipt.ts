/**
 * The receipt of a journal: a small file beside it with the size that the journal had after its last record. A journal
 * that was cut off at the end of a record is a valid journal; only its receipt shows that records are missing.
 */
import { closeSync, constants, fchmodSync, openSync, readFileSync, writeSync } from 'node:fs';

/** The ending that a receipt's path has in addition to the path of its journal. */
export const RECEIPT_ENDING = '.receipt';

const SIZE_DIGITS = 12;
const RECEIPT_TEXT = /^\d{12}\n$/;

/**
 * Returns the size in bytes that a journal had after its last record; 0 if the journal has no readable receipt, as one of
 * an older version.
 */
export function receiptOf(journalPath: string): number {
  let text: string;
  try {
    text = readFileSync(journalPath + RECEIPT_ENDING, 'latin1');
  } catch {
    return 0;
  }
  return RECEIPT_TEXT.test(text) ? Number(text) : 0;
}

/** An open receipt, which is replaced in place after each record. */
export class JournalReceipt {
  readonly #descriptor: number;

  /** Opens the receipt of a journal; creates it if there is none. */
  constructor(journalPath: string) {
    const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    this.#descriptor = openSync(journalPath + RECEIPT_ENDING, flags, 0o600);
    fchmodSync(this.#descriptor, 0o600);
  }

  /** Records the size of the journal in bytes. The text has the same length for every size. */
  write(size: number): void {
    writeSync(this.#descriptor, `${String(size).padStart(SIZE_DIGITS, '0')}\n`, 0, 'latin1');
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
