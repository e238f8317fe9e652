/** Writes the rows of pages as text, one file a partition, for DuckDB to read. */
import { appendFileSync, rmSync } from 'node:fs';
import { type LakeHome, lakePath } from '../home.ts';
import type { StagedPartition } from '../staging.ts';
import { partitionEnd, partitionOf, type Series, tableOf } from '../tables.ts';
import type { PageCell } from './page-layouts.ts';
import type { PageRows } from './page-rows.ts';

/** How much text of a partition is gathered before it is written. */
const BUFFER_CHARACTERS = 1 << 20;

interface Open {
  readonly path: string;
  readonly end: number;
  text: string;
  rows: number;
  firstMs: number;
  lastMs: number;
  hasLongAmounts: boolean;
}

/** Rows of one series while they are staged. */
export class PageStaging {
  readonly #home: LakeHome;
  readonly #series: Series;
  readonly #cells: readonly PageCell[];
  readonly #prefix: string;
  readonly #partitions = new Map<string, Open>();
  #last: Open | undefined;
  #rows = 0;

  constructor(home: LakeHome, series: Series, cells: readonly PageCell[], prefix: string) {
    this.#home = home;
    this.#series = series;
    this.#cells = cells;
    this.#prefix = prefix;
  }

  /** The rows that were added. */
  get rows(): number {
    return this.#rows;
  }

  /** Adds the rows of a page that lie in the span from `from` to before `to`. */
  add({ csv, times, hasLongAmounts }: PageRows, from: number, to: number): void {
    let line = 0;
    for (let at = 0; at < times.length; ) {
      const time = times[at]!;
      const isWanted = time >= from && time < to;
      const open = isWanted ? this.#openAt(time) : undefined;
      // Rows that follow each other in a partition are added at once.
      const end = open === undefined ? 0 : Math.min(open.end, to);
      const count = open === undefined ? 1 : countWhile(times, at, (one) => one >= time && one < end);
      const next = at + count === times.length ? csv.length : lineAfter(csv, line, count);
      if (open !== undefined) {
        open.text += csv.slice(line, next);
        open.rows += count;
        open.firstMs = Math.min(open.firstMs, time);
        for (let row = at; row < at + count; row += 1) open.lastMs = Math.max(open.lastMs, times[row]!);
        open.hasLongAmounts ||= hasLongAmounts;
        this.#rows += count;
        if (open.text.length >= BUFFER_CHARACTERS) flush(open);
      }
      at += count;
      line = next;
    }
  }

  /** Writes the rest and returns the partitions in the order of their names. */
  finish(): readonly StagedPartition[] {
    const table = tableOf(this.#series.table, this.#series.product);
    return [...this.#partitions]
      .map(([partition, open]) => {
        flush(open);
        const { path, rows, firstMs, lastMs, hasLongAmounts } = open;
        const about = { partition, series: this.#series, table, cells: this.#cells, unit: 'ms' };
        return { ...about, path, rows, firstMs, lastMs, hasLongAmounts };
      })
      .sort((a, b) => (a.partition < b.partition ? -1 : 1));
  }

  /** Removes the files. */
  remove(): void {
    for (const { path } of this.#partitions.values()) rmSync(path, { force: true });
  }

  #openAt(time: number): Open {
    const last = this.#last;
    if (last !== undefined && time >= last.firstMs && time < last.end) return last;
    const partition = partitionOf(this.#series, time);
    let open = this.#partitions.get(partition);
    if (open === undefined) {
      open = {
        path: lakePath(this.#home, `${this.#prefix}-${this.#partitions.size}.rows.tmp`),
        end: partitionEnd(this.#series.table, time),
        text: '',
        rows: 0,
        firstMs: Number.POSITIVE_INFINITY,
        lastMs: 0,
        hasLongAmounts: false,
      };
      this.#partitions.set(partition, open);
    }
    this.#last = open;
    return open;
  }
}

function countWhile(times: readonly number[], from: number, isIn: (time: number) => boolean): number {
  let at = from;
  while (at < times.length && isIn(times[at]!)) at += 1;
  return at - from;
}

function lineAfter(csv: string, line: number, count: number): number {
  let at = line;
  for (let row = 0; row < count; row += 1) at = csv.indexOf('\n', at) + 1;
  return at;
}

function flush(open: Open): void {
  appendFileSync(open.path, open.text, { mode: 0o600 });
  open.text = '';
}
