/** A map of what is missing: a strip for each series, a place on it for each day, coloured by cause. */
import { escapeHtml } from '../../charts-page/escape.ts';
import { svgOf, type TimeAxis, timeLabels, timePlace } from '../../charts-page/panel.ts';
import { DAY_MS } from '../../core/time-units.ts';
import type { Hole, SeriesStatus } from '../status.ts';
import type { Series } from '../tables.ts';

/** Room for a title in the large type of a narrow screen. */
const TITLE_HEIGHT = 34;
const STRIP_HEIGHT = 24;
const LABEL_HEIGHT = 32;

/** How much of a day may be missing for a mark of a third or two thirds of the strip. */
const LITTLE = 0.1;

/** The causes, in the order of the key; what they mean for a reader of the page. */
export const CAUSES: Readonly<Record<Hole['cause'], string>> = {
  failed: 'refused or not answered',
  'absent-in-file': 'a file covers the time and lacks the rows',
  'not-imported': 'no file was imported',
  'not-asked': 'a sync ended before it',
  'none-at-exchange': 'the exchange has no such rows',
  conflict: 'two sources differ',
};

/** A day of a series. */
interface DayState {
  /** Undefined for a day without a hole. */
  readonly cause: Hole['cause'] | undefined;
  /** Whether the day lies before the first row of the series or after its last. */
  readonly isOutside: boolean;
  /** The height of the mark, in thirds of the strip. */
  readonly thirds: number;
}

/** Returns the map as SVG, in HTML. */
export function holeMap(axis: TimeAxis, all: readonly SeriesStatus[], holes: readonly Hole[]): string {
  let content = '';
  let top = 0;
  for (const series of all) {
    const own = holes.filter((hole) => nameOf(hole) === nameOf(series));
    content += `<text class="title" x="4" y="${top + TITLE_HEIGHT - 7}">${escapeHtml(nameOf(series))}</text>`;
    content += strip(axis, top + TITLE_HEIGHT, daysOf(axis, series, own));
    top += TITLE_HEIGHT + STRIP_HEIGHT;
  }
  top += LABEL_HEIGHT;
  return svgOf(top, 'What is missing, by day', content + timeLabels(axis, top - 10));
}

/** Returns the colours of the map and what they mean. */
export function holeKey(holes: readonly Hole[]): string {
  const used = (Object.keys(CAUSES) as Hole['cause'][]).filter((cause) =>
    holes.some((one) => one.cause === cause),
  );
  const entries = [
    ['whole', 'complete', 'every row is there'] as const,
    ...used.map((cause) => [cause, cause, CAUSES[cause]] as const),
    ['outside', 'no rows', 'before the first row or after the last'] as const,
  ];
  const items = entries.map(
    ([kind, name, text]) =>
      `<dt><span><svg viewBox="0 0 12 12" width="12" aria-hidden="true"><rect class="day ${kind}" width="12" height="12"/></svg> ${name}</span></dt><dd>${text}</dd>`,
  );
  return `<dl class="key">${items.join('')}</dl>`;
}

/** Returns the name of a series, such as candles 1m. */
export function nameOf({ table, interval }: Pick<Series, 'table' | 'interval'>): string {
  return interval === '' ? table : `${table} ${interval}`;
}

function daysOf({ from, to }: TimeAxis, series: SeriesStatus, holes: readonly Hole[]): readonly DayState[] {
  const days: DayState[] = [];
  for (let day = dayOf(from); day < to; day += DAY_MS) {
    const own = holes
      .map(({ cause, from: start, to: end }) => ({ cause, ms: overlap(day, start, end) }))
      .filter(({ ms }) => ms > 0);
    const largest = own.reduce((most, one) => (most === undefined || one.ms > most.ms ? one : most), own[0]);
    const isOutside =
      series.from === null || series.to === null || day + DAY_MS <= series.from || day >= series.to;
    const share = own.reduce((sum, { ms }) => sum + ms, 0) / DAY_MS;
    const thirds = share >= 1 ? 3 : share > LITTLE ? 2 : 1;
    days.push({ cause: largest?.cause, isOutside, thirds });
  }
  return days;
}

function overlap(day: number, from: number, to: number): number {
  // A hole between two rows with the same time has no length, and is a hole all the same.
  if (from === to) return from >= day && from < day + DAY_MS ? 1 : 0;
  return Math.min(to, day + DAY_MS) - Math.max(from, day);
}

/** Draws days; those that are alike side by side are one piece. */
function strip(axis: TimeAxis, top: number, days: readonly DayState[]): string {
  let content = '';
  for (let at = 0; at < days.length; ) {
    const day = days[at]!;
    let end = at + 1;
    while (end < days.length && isAlike(days[end]!, day)) end += 1;
    content += piece(axis, top, day, [at, end]);
    at = end;
  }
  return content;
}

function piece(
  axis: TimeAxis,
  top: number,
  { cause, isOutside, thirds }: DayState,
  [at, end]: readonly [number, number],
): string {
  const [from, to] = [at, end].map((index) =>
    Math.min(axis.to, Math.max(axis.from, dayOf(axis.from) + index * DAY_MS)),
  ) as [number, number];
  const x = timePlace(from, axis);
  const width = Math.max(1, timePlace(to, axis) - x).toFixed(1);
  const days = end - at === 1 ? dateOf(from) : `${dateOf(from)} to ${dateOf(to - 1)}`;
  const rect = (kind: string, thirdsHigh: number) => {
    const height = (STRIP_HEIGHT * thirdsHigh) / 3;
    return `<rect class="day ${kind}" x="${x}" y="${top + STRIP_HEIGHT - height}" width="${width}" height="${height}"/>`;
  };
  const base = rect(isOutside ? 'outside' : 'whole', 3);
  const text = cause ?? (isOutside ? 'no rows' : 'complete');
  return `<g><title>${days}: ${text}</title>${base}${cause === undefined ? '' : rect(cause, thirds)}</g>`;
}

function isAlike(one: DayState, other: DayState): boolean {
  return one.cause === other.cause && one.isOutside === other.isOutside && one.thirds === other.thirds;
}

function dayOf(time: number): number {
  return time - (time % DAY_MS);
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
