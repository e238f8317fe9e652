/** The page of the lake that a browser opens: forty days with holes of every cause. */
import { seededRandom } from '../../../src/core/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../src/core/time-units.ts';
import { type CandleColumn, columnGrid } from '../../../src/lake/charts/candle-columns.ts';
import { CAUSES } from '../../../src/lake/charts/hole-map.ts';
import type { ReportData, ReportPoint } from '../../../src/lake/charts/report-data.ts';
import { lakePage } from '../../../src/lake/charts/report-page.ts';
import type { Hole, SeriesStatus } from '../../../src/lake/status.ts';

const FROM = Date.UTC(2025, 0, 1);
const span = { from: FROM, to: FROM + 40 * DAY_MS };

/** Returns the data of the page. Symbol and names of files are hostile. */
export function demoReport(symbol = '<img src=x onerror=alert(1)>'): ReportData {
  const series = { table: 'candles', product: 'usdm', symbol, interval: '1h' } as const;
  const columns = randomColumns();
  const grid = columnGrid('1h', span, 4000);
  const names = { product: 'usdm', symbol } as const;
  const status = (table: SeriesStatus['table'], interval: string, days: readonly [number, number]) => ({
    ...names,
    ...{ table, interval, from: FROM + days[0] * DAY_MS, to: FROM + days[1] * DAY_MS },
    ...{ rows: 1, parts: 1, bytes: 1, holes: 1, conflicts: 0, writing: 0 },
  });
  const causes = Object.keys(CAUSES) as Hole['cause'][];
  const holes = causes.map((cause, index): Hole => {
    const from = FROM + (5 * index + 3) * DAY_MS + 5 * HOUR_MS;
    const why = cause === 'absent-in-file' ? 'absent in </script><script>alert(2)</script>.zip' : '';
    return {
      ...names,
      ...{ table: 'candles', interval: '1h', cause, why, from, to: from + (index * 20 + 1) * HOUR_MS },
      missing: index * 20 + 1,
    };
  });
  const shown = columns.map((one) => (holes.some((hole) => isIn(one, hole)) ? emptied(one) : one));
  return {
    series,
    span,
    zoomed: grid,
    zoomedColumns: shown,
    picture: columnGrid('1h', span, 240),
    pictureColumns: shown.filter((_, index) => index % 4 === 0),
    funding: columns.filter((_, index) => index % 8 === 0).map((one) => pointOf(one, '0.0001')),
    openInterest: columns.map((one, index) =>
      index > 300 && index < 400 ? { time: one.openTime, value: null } : pointOf(one, one.close!),
    ),
    all: [
      status('candles', '1h', [0, 40]),
      status('funding', '', [0, 40]),
      status('openInterest', '1h', [10, 38]),
    ],
    holes,
  };
}

/** Returns the page as HTML. */
export function demoPage(): string {
  return lakePage(demoReport());
}

function isIn({ openTime }: CandleColumn, { from, to, cause }: Hole): boolean {
  return cause !== 'conflict' && openTime >= from && openTime < to;
}

function emptied(column: CandleColumn): CandleColumn {
  const none = { open: null, high: null, low: null, close: null, volume: null };
  return { ...column, ...none, candles: 0, missing: 1 };
}

function pointOf({ openTime }: CandleColumn, value: string): ReportPoint {
  return { time: openTime, value };
}

function randomColumns(): readonly CandleColumn[] {
  const random = seededRandom(4);
  let cents = 9_000_000;
  const text = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
  return Array.from({ length: 40 * 24 }, (_, hour): CandleColumn => {
    const open = cents;
    cents += Math.round((random.next() - 0.49) * 80_000);
    const [low, high] = [Math.min(open, cents), Math.max(open, cents)];
    const wick = () => Math.round(random.next() * 20_000);
    return {
      openTime: FROM + hour * HOUR_MS,
      open: text(open),
      high: text(high + wick()),
      low: text(low - wick()),
      close: text(cents),
      volume: String(Math.round(random.next() * 900) + 100),
      candles: 1,
      missing: 0,
    };
  });
}
