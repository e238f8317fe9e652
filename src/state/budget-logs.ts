/** The logs of the windows of one limit that this process has open. */
import { HOUR_MS } from '../core/time-units.ts';
import type { BudgetHome, BudgetLog } from './budget-home.ts';
import {
  type BudgetRecord,
  decodeRecords,
  encodeRecords,
  isStoredExactly,
  RECORD_BYTES,
} from './budget-records.ts';
import { decodeSummary, encodeSummary } from './budget-summary.ts';
import { BudgetWindow, type Meter } from './budget-window.ts';

/** The length in ms of the windows whose logs grow so long that summaries of them are saved. */
const SUMMARIZED_MS = HOUR_MS;
/** The number of records after the last summary of a log from which on a new summary is saved. */
const SUMMARIZED_RECORDS = 64;

/** An open log of a window, and the state of the window after the records read so far. */
export interface OpenWindow {
  readonly log: BudgetLog;
  readonly state: BudgetWindow;
  /** The number of bytes of the budget log that this process has read. */
  offset: number;
  /** Records that the next append writes before its own, or `flush`. */
  unwritten: BudgetRecord[];
}

export class MeterLogs {
  readonly #meter: Meter;
  readonly #home: BudgetHome;
  readonly #open = new Map<number, OpenWindow>();

  constructor(meter: Meter, home: BudgetHome) {
    this.#meter = meter;
    this.#home = home;
  }

  /** Returns a window if its log is open, without reading new records; otherwise undefined. */
  known(index: number): OpenWindow | undefined {
    return this.#open.get(index);
  }

  /**
   * Opens the log of a window and reads its new records; returns undefined if the window has no log and none may be
   * created.
   */
  open(index: number, mayCreate: true): OpenWindow;
  open(index: number, mayCreate: boolean): OpenWindow | undefined;
  open(index: number, mayCreate: boolean): OpenWindow | undefined {
    let open = this.#open.get(index);
    if (open === undefined) {
      const { key, windowMs } = this.#meter;
      const log = this.#home.open({ key, windowMs, index }, mayCreate);
      if (log === undefined) return undefined;
      open = { log, state: new BudgetWindow(this.#meter), offset: 0, unwritten: [] };
      if (windowMs >= SUMMARIZED_MS) this.#readSummarized(open, mayCreate);
      this.#open.set(index, open);
    }
    for (const record of this.readNew(open)) open.state.apply(record);
    return open;
  }

  /**
   * Returns the records that were appended to a log since the last read; the caller applies the records to the
   * state.
   */
  readNew(open: OpenWindow): readonly BudgetRecord[] {
    return decodeNew(open, open.log.read(open.offset));
  }

  /**
   * Appends records to a log in one step, and returns the records that were appended since the last read, which end with
   * these or with later ones of other processes; the caller applies the records to the state.
   */
  appendAndRead(open: OpenWindow, records: readonly BudgetRecord[]): readonly BudgetRecord[] {
    const written = takeUnwritten(open, records);
    const bytes = encodeRecords(written);
    open.log.append(bytes);
    const read = open.log.read(open.offset);
    // Nearly always no other process has appended anything: what this one wrote need not be decoded.
    if (!read.equals(bytes) || !written.every(isStoredExactly)) return decodeNew(open, read);
    open.offset += bytes.length;
    return written;
  }

  /**
   * Reads a log that was just opened: its summary and the records after it, or all records. Saves a new summary after
   * many records, if `maySave` is true, before the state depends on anything but the records.
   */
  #readSummarized(open: OpenWindow, maySave: boolean): void {
    const { log, state } = open;
    const saved = decodeSummary(log.readSummary?.(), (from) => log.read(from));
    for (const record of saved?.records ?? []) state.apply(record);
    open.offset = saved?.bytes ?? 0;
    const from = open.offset;
    const records = this.readNew(open);
    for (const record of records) state.apply(record);
    const isWhole = open.offset - from === records.length * RECORD_BYTES;
    // Bytes that were skipped as damaged may be a record that another process has not written completely.
    if (!maySave || !isWhole || records.length < SUMMARIZED_RECORDS) return;
    const summary = state.summary(open.offset);
    if (summary !== undefined) log.saveSummary?.(encodeSummary(summary, records.at(-1)!), open.offset);
  }

  append(open: OpenWindow, records: readonly BudgetRecord[]): void {
    for (const record of this.appendAndRead(open, records)) open.state.apply(record);
  }

  /** Adds a record that goes to the log of an open window with the next records, or with `flush`. */
  appendLater(index: number, record: BudgetRecord): void {
    this.#open.get(index)!.unwritten.push(record);
  }

  /** Appends the records that no other append has taken along. */
  flush(): void {
    for (const open of this.#open.values()) writeUnwritten(open);
  }

  /** Returns the number of the latest window before a given one that has a log. */
  newestBefore(end: number): number | undefined {
    const { key, windowMs } = this.#meter;
    const indices = this.#home.indices({ key, windowMs }).filter((index) => index < end);
    return indices.length === 0 ? undefined : Math.max(...indices);
  }

  /** Closes the logs of all windows before a given one. */
  closeBefore(end: number): void {
    for (const [index, open] of this.#open) {
      if (index >= end) continue;
      writeUnwritten(open);
      open.log.close();
      this.#open.delete(index);
    }
  }

  close(): void {
    this.closeBefore(Number.POSITIVE_INFINITY);
  }
}

/** Returns the records that wait for an append to a window's log, then further ones; the former wait no more. */
function takeUnwritten(open: OpenWindow, records: readonly BudgetRecord[]): readonly BudgetRecord[] {
  const { unwritten } = open;
  if (unwritten.length === 0) return records;
  open.unwritten = [];
  return [...unwritten, ...records];
}

/** Appends the records that wait for an append; the next read of the log finds them. */
function writeUnwritten(open: OpenWindow): void {
  if (open.unwritten.length > 0) open.log.append(encodeRecords(takeUnwritten(open, [])));
}

/** Returns the records in the bytes that a log has after those that were read. */
function decodeNew(open: OpenWindow, bytes: Buffer): readonly BudgetRecord[] {
  const { records, length } = decodeRecords(bytes);
  open.offset += length;
  return records;
}
