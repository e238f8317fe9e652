/**
 * The home of a budget is where its logs are kept. There are two kinds of homes: files that all processes share,
 * and the memory of one process.
 */
import { DAY_MS, MINUTE_MS } from '../core/time-units.ts';

/** The log of one window of one limit. Every method may throw if the files of the budget cannot be used. */
export interface BudgetLog {
  /** Appends bytes at the end of the log in one step, after all that other processes appended. */
  append(bytes: Buffer): void;
  /** Returns the bytes of the log from an offset to the end; the bytes are valid until the next read of any log. */
  read(from: number): Buffer;
  /** Returns the summary of the log that was saved last; undefined without one, or if its file cannot be trusted. */
  readSummary?(): Buffer | undefined;
  /**
   * Replaces the summary of the log in one step; `covered` is the number of bytes of the log that it covers. Does nothing
   * if the file cannot be written.
   */
  saveSummary?(bytes: Buffer, covered: number): void;
  close(): void;
}

/** The name of a budget log, which says the rate limit and the window whose requests the log records. */
export interface LogName {
  /** The key of the rate limit; requests that use the same limit have the same key. */
  readonly key: string;
  readonly windowMs: number;
  /** The window's number: its start in Unix ms of the server's clock, divided by its length. */
  readonly index: number;
}

export interface BudgetHome {
  /**
   * Which clocks the users of a budget's home read: `own` is the clock of a single process, `common` one clock that
   * several processes read, `different` means that the clocks of the processes may differ.
   */
  readonly clocks: 'own' | 'common' | 'different';
  /** Returns the budget logs that exist, in no particular order. */
  list(): readonly LogName[];
  /** Returns the numbers of the windows of one limit that have logs, in no particular order. */
  indices(limit: Pick<LogName, 'key' | 'windowMs'>): readonly number[];
  /**
   * Opens a budget log. If the log does not exist, it is created if `mayCreate` is true; otherwise the result is
   * undefined.
   */
  open(name: LogName, mayCreate: boolean): BudgetLog | undefined;
  /** Removes the logs of windows that ended long before a time, except the latest log of each limit. */
  prune(now: number): void;
}

/**
 * Returns the budget logs that are no longer needed at a time: their windows ended some minutes ago and later
 * windows have logs.
 */
export function outdatedLogs(names: readonly LogName[], now: number): readonly LogName[] {
  const latest = new Map<string, number>();
  for (const { key, windowMs, index } of names) {
    const limit = `${key}~${windowMs}`;
    latest.set(limit, Math.max(index, latest.get(limit) ?? index));
  }
  return names.filter(({ key, windowMs, index }) => {
    const ended = (index + 1) * windowMs;
    const isLatest = latest.get(`${key}~${windowMs}`) === index;
    return ended < now - (isLatest ? LATEST_KEPT_MS : ENDED_KEPT_MS);
  });
}

/** How long the log of an ended window is kept, in ms, for requests that are answered late. */
const ENDED_KEPT_MS = 5 * MINUTE_MS;
/** How long the log of the last window of a limit is kept, in ms, because of the limits and costs that it records. */
const LATEST_KEPT_MS = 2 * DAY_MS;
