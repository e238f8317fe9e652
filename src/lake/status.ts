/** What a lake holds by its ledger, and what is missing between the first row of each series and the last. */
import { intervalSpan } from '../catalogue/candle-intervals.ts';
import { HOUR_MS, MINUTE_MS } from '../core/time-units.ts';
import type { LakePart, LakeSource, LakeSpan } from './ledger-records.ts';
import type { LakeRows } from './ledger-rows.ts';
import type { Series } from './tables.ts';

/** One series of the lake. */
export interface SeriesStatus extends Series {
  readonly from: number | null;
  /** The first moment after the last row. */
  readonly to: number | null;
  readonly rows: number;
  readonly parts: number;
  readonly bytes: number;
  readonly holes: number;
  readonly conflicts: number;
  /** Partitions to which a process is writing now. */
  readonly writing: number;
}

/** A span of a series without rows, or with rows that contradict each other. */
export interface Hole extends Series {
  readonly from: number;
  readonly to: number;
  /** How many candles or ids are missing; null where nobody can know. */
  readonly missing: number | null;
  readonly cause:
    | 'absent-in-file'
    | 'none-at-exchange'
    | 'not-imported'
    | 'not-asked'
    | 'failed'
    | 'conflict';
  readonly why: string;
}

export interface LakeStatus {
  readonly series: readonly SeriesStatus[];
  readonly holes: readonly Hole[];
}

/** The longest time between two funding rates of a symbol. */
const FUNDING_MS = 8 * HOUR_MS + MINUTE_MS;

/** Returns the state of a lake. `now` bounds the time that a file covers by its name, Unix ms. */
export function lakeStatus(rows: LakeRows, now: number): LakeStatus {
  const sources = rows.sources();
  const spans = groupBy(rows.spans(), keyOf);
  const byId = new Map(sources.map((one) => [one.id, one]));
  const parts = groupBy(
    rows.parts().flatMap((part) => sharesOf(part, byId)),
    ({ series: own }) => keyOf(own),
  );
  const claims = rows.claims().map(({ partition }) => partition);
  const all = new Map<string, Series>();
  for (const [key, [share]] of parts) all.set(key, share!.series);
  for (const [key, [span]] of spans) all.set(key, span!);
  const holes: Hole[] = [];
  const series = [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { table, product, symbol, interval }]) => {
      const own = { table, product, symbol, interval };
      const covered = sources.filter(
        (one) => one.outcome === 'imported' && one.origin !== 'api' && keyOf(one) === key,
      );
      const found = holesOf(own, spans.get(key) ?? [], covered, now);
      for (const hole of found) holes.push(hole);
      const files = parts.get(key) ?? [];
      const have = (spans.get(key) ?? []).filter(({ state }) => state === 'have');
      const extent = have.length === 0 ? NO_ROWS : { from: earliest(have), to: latest(have) };
      const writing = claims.filter((one) => files.some(({ partition }) => partition === one)).length;
      return { ...own, ...extent, ...countsOf(files, found), writing };
    });
  return { series, holes };
}

/** Returns the state of a lake as it was, of which only the files and the holes are known. */
export function statusOfFiles(
  parts: readonly LakePart[],
  sources: readonly LakeSource[],
  holes: readonly Hole[],
): LakeStatus {
  const byId = new Map(sources.map((one) => [one.id, one]));
  const shares = groupBy(
    parts.flatMap((part) => sharesOf(part, byId).map((share) => ({ ...share, part }))),
    ({ series }) => keyOf(series),
  );
  const series = [...shares]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, files]): SeriesStatus => {
      const own = files[0]!.series;
      const found = holes.filter((one) => keyOf(one) === key);
      const stepMs = intervalSpan(own.interval) ?? 1;
      const extent = {
        from: earliest(files.map(({ part }) => ({ from: part.firstMs }))),
        to: latest(files.map(({ part }) => ({ to: part.lastMs + stepMs }))),
      };
      return { ...own, ...extent, ...countsOf(files, found), writing: 0 };
    });
  return { series, holes };
}

const NO_ROWS = { from: null, to: null };

function countsOf(files: readonly PartShare[], found: readonly Hole[]) {
  return {
    rows: sum(files, 'rows'),
    parts: files.length,
    bytes: sum(files, 'bytes'),
    holes: found.filter(({ cause }) => cause !== 'conflict').length,
    conflicts: found.filter(({ cause }) => cause === 'conflict').length,
  };
}

/** The rows of a series in a file. */
interface PartShare {
  readonly series: Series;
  readonly partition: string;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Returns the series of a file: that of its partition, where funding rates have no symbol, else those of its sources. Of
 * the bytes each series has the part that its rows are.
 */
function sharesOf(
  { partition, table, product, source, rows, bytes, segments }: LakePart,
  sources: ReadonlyMap<number, LakeSource>,
): readonly PartShare[] {
  const [, symbol] = /\/symbol=([^/]+)/.exec(partition) ?? [];
  const [, interval = ''] = /\/interval=([^/]+)/.exec(partition) ?? [];
  const share = (name: string, count: number): PartShare => ({
    series: { table, product, symbol: name, interval },
    partition,
    rows: count,
    bytes: count === rows ? bytes : Math.round((bytes * count) / rows),
  });
  if (symbol !== undefined) return [share(decodeURIComponent(symbol), rows)];
  const counts = new Map<string, number>();
  for (const one of segments.length === 0 ? [{ source, rows }] : segments) {
    const name = sources.get(one.source)?.symbol ?? '';
    counts.set(name, (counts.get(name) ?? 0) + one.rows);
  }
  return [...counts].map(([name, count]) => share(name, count));
}

function holesOf(
  series: Series,
  spans: readonly LakeSpan[],
  sources: readonly LakeSource[],
  now: number,
): readonly Hole[] {
  const have = spans.filter(({ state }) => state === 'have');
  const asked = spans.filter(({ askedAt, state }) => askedAt !== null && state !== 'complete');
  const failed = spans.filter((one) => one.state === 'failed' && one.askedAt === null && one.to > one.from);
  const conflicts = spans
    .filter(({ state }) => state === 'conflict')
    .map(({ from, to, why }): Hole => ({ ...series, from, to, missing: null, cause: 'conflict', why }));
  const pieces = piecesOf(series, { have, failed, asked, sources, now });
  const holes = pieces.map(({ from, to, missing, answer }): Hole => {
    if (answer !== undefined)
      return { ...series, from, to, missing, cause: causeOf(answer), why: answer.why };
    const failure = failed.find((one) => one.from < to && from < one.to);
    const file = sources.find((one) => one.spanMs !== undefined && one.from <= from && to <= one.to);
    const named = { ...series, from, to, missing };
    if (failure !== undefined) return { ...named, cause: 'failed', why: failure.why };
    if (file !== undefined) return { ...named, cause: 'absent-in-file', why: `absent in ${file.name}` };
    return { ...named, cause: 'not-imported', why: '' };
  });
  return [...holes, ...conflicts];
}

interface Known {
  readonly have: readonly LakeSpan[];
  readonly failed: readonly LakeSpan[];
  readonly asked: readonly LakeSpan[];
  readonly sources: readonly LakeSource[];
  readonly now: number;
}

/** Returns what is missing, each part with what the API said of it. */
function piecesOf(series: Series, { have, failed, asked, sources, now }: Known): readonly Piece[] {
  const spanMs = intervalSpan(series.interval);
  if (spanMs !== undefined) {
    const gaps = gapsOf(series, have, [...failed, ...asked, ...sources], now);
    return gaps.flatMap((gap) => byAnswer(gap, asked, spanMs));
  }
  const gaps = gapsOf(series, have, [...failed, ...sources], now);
  const pieces = gaps.map((gap): Piece => ({ ...gap, answer: answerTo(gap, asked) }));
  const others = asked.filter((one) => one.minId === null && !pieces.some(({ answer }) => answer === one));
  return [
    ...pieces,
    ...others.map((answer) => ({ from: answer.from, to: answer.to, missing: null, answer })),
  ];
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly missing: number | null;
  /** The missing ids; absent where rows have none. */
  readonly minId?: number;
  readonly maxId?: number;
}

interface Piece extends Gap {
  /** What the API said of the piece; undefined if it was not asked. */
  readonly answer: LakeSpan | undefined;
}

/** Splits a gap by what the API said of its parts. */
function byAnswer(gap: Gap, asked: readonly LakeSpan[], stepMs: number): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (from: number, to: number, answer: LakeSpan | undefined) => {
    if (from >= to) return;
    const before = pieces.at(-1);
    const isSame = before?.to === from && before.answer?.why === answer?.why;
    const start = isSame ? pieces.pop()!.from : from;
    pieces.push({ from: start, to, missing: Math.floor((to - start) / stepMs), answer });
  };
  let at = gap.from;
  for (const answer of asked.filter((one) => one.from < gap.to && one.to > gap.from)) {
    add(at, Math.min(answer.from, gap.to), undefined);
    add(Math.max(at, answer.from), Math.min(answer.to, gap.to), answer);
    at = Math.max(at, Math.min(answer.to, gap.to));
  }
  add(at, gap.to, undefined);
  return pieces;
}

/** Returns what the API said of a gap between rows that lie at no certain times. */
function answerTo(gap: Gap, asked: readonly LakeSpan[]): LakeSpan | undefined {
  return asked.find(({ from, to, minId, maxId }) => {
    if (gap.minId === undefined) return from < gap.to && to > gap.from;
    return minId !== null && minId <= gap.maxId! && maxId! >= gap.minId;
  });
}

function causeOf({ state }: LakeSpan): Hole['cause'] {
  return state === 'none-at-exchange' || state === 'not-asked' ? state : 'failed';
}

/** Returns what the spans leave open. Candles are also missing at the ends of the files that should have them. */
function gapsOf(
  { table, interval }: Series,
  have: readonly LakeSpan[],
  covered: readonly { readonly from: number; readonly to: number }[],
  now: number,
): readonly Gap[] {
  const spanMs = intervalSpan(interval);
  if (spanMs !== undefined) {
    const bounds = covered.map(({ from, to }) => ({ from, to: Math.min(to, now - (now % spanMs)) }));
    const extent = [...have, ...bounds];
    const end = latest(extent);
    let at = earliest(extent);
    const gaps: Gap[] = [];
    for (const { from, to } of [...have, { from: end, to: end }]) {
      if (from > at) gaps.push({ from: at, to: from, missing: Math.floor((from - at) / spanMs) });
      at = Math.max(at, to);
    }
    return gaps;
  }
  const failed = covered.filter(
    (one) => 'state' in one && !have.some(({ from, to }) => from < one.to && one.from < to),
  );
  const lost = failed.map(({ from, to }) => ({ from, to, missing: null }));
  return [...gapsBetween(table, have), ...lost];
}

/** Returns the gaps between spans of other rows than candles: ids that are not there, funding rates that are late. */
function gapsBetween(table: Series['table'], have: readonly LakeSpan[]): readonly Gap[] {
  const gaps: Gap[] = [];
  const sorted = [...have].sort((a, b) => (a.minId ?? a.from) - (b.minId ?? b.from));
  for (let index = 1; index < sorted.length; index += 1) {
    const [before, after] = [sorted[index - 1]!, sorted[index]!];
    if (before.maxId !== null && after.minId !== null) {
      const missing = after.minId - before.maxId - 1;
      const ids = { minId: before.maxId + 1, maxId: after.minId - 1 };
      if (missing > 0) gaps.push({ from: before.to, to: after.from, missing, ...ids });
    } else if (table === 'funding' || table === 'book') {
      const isLate =
        before.partition === after.partition || (table === 'funding' && after.from - before.to > FUNDING_MS);
      if (isLate) gaps.push({ from: before.to, to: after.from, missing: null });
    }
  }
  return gaps;
}

function keyOf({ table, product, symbol, interval }: Series): string {
  return [table, product, symbol, interval].join(' ');
}

function groupBy<T>(list: readonly T[], key: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const group = groups.get(key(one));
    if (group === undefined) groups.set(key(one), [one]);
    else group.push(one);
  }
  return groups;
}

/** Returns the first moment of spans. A series may have more spans than a call may have arguments. */
function earliest(spans: readonly { readonly from: number }[]): number {
  return spans.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY);
}

function latest(spans: readonly { readonly to: number }[]): number {
  return spans.reduce((most, { to }) => Math.max(most, to), Number.NEGATIVE_INFINITY);
}

function sum(parts: readonly PartShare[], name: 'rows' | 'bytes'): number {
  return parts.reduce((total, part) => total + part[name], 0);
}
