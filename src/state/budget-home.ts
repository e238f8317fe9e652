/** Where the logs of a budget are kept. Two homes exist: files that all processes share, and the memory of one. */

/** The log of one window of one limit. Every method may throw where the home cannot be used. */
export interface BudgetLog {
  /** Appends bytes at the end in one step, behind whatever others appended. */
  append(bytes: Buffer): void;
  /** Returns the bytes from an offset to the end; they are valid until the next read of any log. */
  read(from: number): Buffer;
  close(): void;
}

/** Names the log of a window. */
export interface LogName {
  /** The key of the limit. */
  readonly key: string;
  readonly windowMs: number;
  /** The window's number: its start in Unix ms of the server's clock, divided by its length. */
  readonly index: number;
}

export interface BudgetHome {
  /**
   * Whose clocks the users of this home read: one process alone its own, several that of one machine, or several
   * clocks that may differ.
   */
  readonly clocks: 'own' | 'common' | 'different';
  /** Returns the logs that exist, in no particular order. */
  list(): readonly LogName[];
  /** Opens a log; creates it where `mayCreate`, else returns undefined for one that does not exist. */
  open(name: LogName, mayCreate: boolean): BudgetLog | undefined;
  /** Removes logs whose windows have ended long before a time, but for the latest of each limit. */
  prune(now: number): void;
}

/** Returns the logs that a home no longer needs at a time: they ended some minutes ago and have a successor. */
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

/** How long an ended window is kept for requests that are answered late. */
const ENDED_KEPT_MS = 5 * 60_000;
/** How long the last window of a limit is kept for what it taught. */
const LATEST_KEPT_MS = 2 * 86_400_000;
