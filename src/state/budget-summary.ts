/**
 * The summary of a log: what its first records add up to, so that a short process reads only the records after them. It
 * begins with a copy of the last record that it covers, by which a summary of another log is recognized, and a
 * `summary` record. A summary may be missing, old or damaged: the log alone decides.
 */
import { type BudgetRecord, decodeRecords, encodeRecords, RECORD_BYTES } from './budget-records.ts';

export interface LogSummary {
  /** The records that lead to the state of the window after the covered bytes. */
  readonly records: readonly BudgetRecord[];
  /** The number of bytes of the log that the summary covers. */
  readonly bytes: number;
}

/** Returns the bytes of a summary whose last covered record is `last`. */
export function encodeSummary(records: readonly BudgetRecord[], last: BudgetRecord): Buffer {
  return encodeRecords([last, ...records]);
}

/** Returns the summary in bytes; undefined if they are incomplete or belong to another log than `readLog` reads. */
export function decodeSummary(
  bytes: Buffer | undefined,
  readLog: (from: number) => Buffer,
): LogSummary | undefined {
  if (bytes === undefined) return undefined;
  const { records } = decodeRecords(bytes);
  const [, head] = records;
  const isComplete = head?.kind === 'summary' && records.length === head.group + 2;
  if (!isComplete || head.nonce < RECORD_BYTES) return undefined;
  const last = Buffer.from(bytes.subarray(0, RECORD_BYTES));
  const found = readLog(head.nonce - RECORD_BYTES).subarray(0, RECORD_BYTES);
  return found.equals(last) ? { records: records.slice(1), bytes: head.nonce } : undefined;
}
