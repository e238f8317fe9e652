/** The report of a symbol in the lake: one page with candles, volume, funding, open interest and what is missing. */
import type { ChartsData, ValueChartData } from '../../charts-page/charts-data.ts';
import { escapeHtml } from '../../charts-page/escape.ts';
import { chartsBox, pageOf } from '../../charts-page/page.ts';
import { Panel, svgOf, type TimeAxis, timeLabels } from '../../charts-page/panel.ts';
import { tableOf } from '../../charts-page/table.ts';
import {
  compare,
  type Decimal,
  decimalOf,
  formatTrimmed,
  max,
  min,
  sumOf,
  ZERO,
} from '../../core/decimal.ts';
import { formatDuration, formatTime } from '../../core/time.ts';
import type { DecimalString } from '../../core/words.ts';
import type { Hole } from '../status.ts';
import type { CandleColumn } from './candle-columns.ts';
import { holeKey, holeMap, nameOf } from './hole-map.ts';
import type { ReportData, ReportPoint } from './report-data.ts';

const TITLE_HEIGHT = 26;
const PRICE_HEIGHT = 300;
const VALUE_HEIGHT = 90;
const LABEL_HEIGHT = 24;
/** At most so many holes are listed. */
const HOLES_MAX = 200;

/** Returns the report as HTML. */
export function lakePage(data: ReportData): string {
  const { series, span, holes, all } = data;
  const name = `${series.symbol} ${series.interval}`;
  const title = `${name} of ${series.product}, ${formatTime(span.from)} to ${formatTime(span.to)}`;
  return pageOf(
    title,
    [
      `<h1>${escapeHtml(title)}</h1>`,
      figures(data),
      `<p class="faint">${escapeHtml(lengthText(data))}</p>`,
      '<h2>Prices, volume, funding and open interest</h2>',
      chartsBox(picture(data)),
      absentText(data),
      '<h2>What is missing, by day</h2>',
      '<p class="faint">A low mark is a day that lacks less than a tenth, a higher one a day that lacks more, a full one a day without rows.</p>',
      holeKey(holes),
      holeMap(span, all, holes),
      '<h2>Holes</h2>',
      holeTable(holes),
    ].join('\n'),
    chartsOf(data),
  );
}

type Candle = CandleColumn & Readonly<Record<'open' | 'high' | 'low' | 'close', string>>;

function isCandle(column: CandleColumn): column is Candle {
  return column.open !== null;
}

/** Returns the most important numbers in large type. */
function figures({ zoomedColumns, holes }: ReportData): string {
  const candles = zoomedColumns.filter(isCandle);
  const sumCount = (name: 'candles' | 'missing') => zoomedColumns.reduce((sum, one) => sum + one[name], 0);
  const volumes = candles.flatMap(({ volume }) => (volume === null ? [] : [decimalOf(volume)]));
  const shown: readonly (readonly [string, string])[] = [
    ['Open', candles[0]?.open ?? '-'],
    [
      'High',
      textOf(
        candles.map(({ high }) => decimalOf(high)),
        max,
      ),
    ],
    [
      'Low',
      textOf(
        candles.map(({ low }) => decimalOf(low)),
        min,
      ),
    ],
    ['Close', candles.at(-1)?.close ?? '-'],
    ['Volume', volumes.length === 0 ? '-' : formatTrimmed(sumOf(volumes))],
    ['Candles', String(sumCount('candles'))],
    ['Missing', String(sumCount('missing'))],
    ['Holes of all series', String(holes.length)],
  ];
  return `<div class="box figures">${shown.map(([name, value]) => `<div><span class="faint">${escapeHtml(name)}</span><b>${escapeHtml(value)}</b></div>`).join('')}</div>`;
}

function textOf(values: readonly Decimal[], choose: (one: Decimal, other: Decimal) => Decimal): string {
  return values.length === 0 ? '-' : formatTrimmed(values.reduce(choose));
}

/** Says how many candles of the lake one of a chart stands for. */
function lengthText({ series: { interval }, zoomed, picture: still }: ReportData): string {
  const [length, stillLength] = [zoomed, still].map(({ lengthMs }) => formatDuration(lengthMs));
  return `The lake has candles of ${interval}. The chart that can be zoomed shows candles of ${length}, the printed one of ${stillLength}: the first opening and the last closing price, the highest, the lowest, and the sum of the volume of those that the lake has. Of funding rates and open interest, each shows the last value. All numbers are exact.`;
}

function absentText({ series: { symbol, product }, funding, openInterest }: ReportData): string {
  const absent = [
    ...(funding.length === 0 ? ['funding rates'] : []),
    ...(openInterest.length === 0 ? ['open interest'] : []),
  ];
  if (absent.length === 0) return '';
  return `<p class="faint">${escapeHtml(`The lake has no ${absent.join(' and no ')} of ${symbol} of ${product} in this time.`)}</p>`;
}

function holeTable(holes: readonly Hole[]): string {
  if (holes.length === 0)
    return '<p>Nothing is missing between the first and the last row of each series.</p>';
  const rows = holes
    .slice(0, HOLES_MAX)
    .map((hole) => [
      escapeHtml(nameOf(hole)),
      escapeHtml(formatTime(hole.from)),
      escapeHtml(formatTime(hole.to)),
      hole.missing === null ? '-' : String(hole.missing),
      escapeHtml(hole.cause),
      escapeHtml(hole.why),
    ]);
  const rest = holes.length - rows.length;
  return [
    tableOf(['series', 'from', 'to', 'missing', 'cause', 'why'], rows),
    rest === 0 ? '' : `<p class="faint">${rest} more: bourse lake status --gaps lists all.</p>`,
  ].join('\n');
}

/** The values below the candles: their titles, how they are drawn, and their points. */
interface ValuePanel {
  readonly title: string;
  readonly kind: 'line' | 'bars';
  readonly points: readonly ReportPoint[];
}

function panelsOf(
  { funding, openInterest }: ReportData,
  columns: readonly CandleColumn[],
): readonly ValuePanel[] {
  const volume = columns.map((one): ReportPoint => ({ time: one.openTime, value: one.volume }));
  const panels: readonly ValuePanel[] = [
    { title: 'Volume', kind: 'bars', points: volume },
    { title: 'Funding rate', kind: 'line', points: funding },
    { title: 'Open interest', kind: 'line', points: openInterest },
  ];
  return panels.filter(({ points }) => points.some(({ value }) => value !== null));
}

/** Returns the charts that a script draws. */
function chartsOf(data: ReportData): ChartsData {
  const { series, span, zoomed, zoomedColumns } = data;
  const digits = zoomedColumns.reduce(
    (most, { close }) => Math.max(most, close === null ? 0 : decimalOf(close).scale),
    0,
  );
  const bars = zoomedColumns.map((one) => {
    const prices = isCandle(one) ? [one.open, one.high, one.low, one.close] : [null, null, null, null];
    return [one.openTime, ...prices] as unknown as ChartsData['prices'][number]['bars'][number];
  });
  return {
    axis: span,
    prices: [
      {
        title: `${series.symbol} ${series.interval}`,
        digits,
        bars,
        lengthMs: zoomed.lengthMs,
        marks: [],
        levels: [],
        showsLevels: false,
      },
    ],
    parts: [],
    values: panelsOf(data, zoomedColumns).map(
      ({ title, kind, points }): ValueChartData => ({
        title,
        kind,
        points: points.map(({ time, value }) => [time, value as DecimalString | null]),
      }),
    ),
    colors: {},
  };
}

/** Returns the charts as a picture, for print and for browsers without scripts. */
function picture(data: ReportData): string {
  const { series, span, picture: grid, pictureColumns } = data;
  const axis: TimeAxis = { from: grid.origin, to: span.to };
  const candles = pictureColumns.filter(isCandle).map(({ openTime, open, high, low, close }) => ({
    time: openTime,
    open: decimalOf(open),
    high: decimalOf(high),
    low: decimalOf(low),
    close: decimalOf(close),
  }));
  const range = [
    candles.map(({ low }) => low).reduce(min),
    candles.map(({ high }) => high).reduce(max),
  ] as const;
  let top = TITLE_HEIGHT;
  const prices = new Panel(axis, top, PRICE_HEIGHT, range);
  let content = prices.frame(`${series.symbol} ${series.interval}`) + prices.candles(candles, grid.lengthMs);
  top += PRICE_HEIGHT;
  for (const one of panelsOf(data, pictureColumns)) {
    top += TITLE_HEIGHT;
    content += valuePanel(axis, top, one, grid.lengthMs);
    top += VALUE_HEIGHT;
  }
  top += LABEL_HEIGHT;
  return svgOf(top, `Prices of ${series.symbol}, and values below them`, content + timeLabels(axis, top - 6));
}

function valuePanel(
  axis: TimeAxis,
  top: number,
  { title, kind, points }: ValuePanel,
  lengthMs: number,
): string {
  const drawn = points.map(({ time, value }) => ({ time, value: value === null ? null : decimalOf(value) }));
  const values = drawn.flatMap(({ value }) => (value === null ? [] : [value]));
  const [low, high] = [values.reduce(min), values.reduce(max)];
  // A panel of one value reaches from zero to it.
  const reachesZero = kind === 'bars' || compare(low, high) === 0;
  const range = reachesZero ? ([min(low, ZERO), max(high, ZERO)] as const) : ([low, high] as const);
  const panel = new Panel(axis, top, VALUE_HEIGHT, range);
  const shape = kind === 'bars' ? panel.bars(drawn, lengthMs, 'volume') : panel.line(drawn, 'equity');
  return panel.frame(title) + shape;
}
