/** The charts of a report as data, for the script that lets a reader zoom them. */

import type {
  ChartBar,
  ChartLevel,
  ChartMark,
  ChartPart,
  ChartPrices,
  PriceChartData,
  ValueChartData,
} from '../../charts-page/charts-data.ts';
import type { Bar, TimeAxis } from '../../charts-page/panel.ts';
import { type Decimal, formatTrimmed } from '../../core/decimal.ts';
import type { EquitySample } from '../engine/ledger.ts';
import { barLength, barsOf } from './bars.ts';
import { fallsOf, markOf, type PriceChart, thinSamples } from './chart.ts';
import type { LevelTrail } from './trail.ts';

/** The candles of all charts over the whole time together, and the samples of a chart of equity, at most. */
const BARS_MAX = 6000;
const BARS_MIN = 300;
const SAMPLES_MAX = 4000;

/** The custom properties of the style in which the pictures draw the same kinds of marks and lines. */
export const CHART_COLORS: Readonly<Record<string, string>> = {
  long: '--rising',
  short: '--falling',
  'by-thesis': '--line',
  'by-flip': '--text',
  'by-stop_loss': '--stop',
  'by-take_profit': '--target',
  'by-deadline': '--faint',
  'by-liquidation': '--liquidation',
};

/** Returns the charts of prices over the whole time. */
export function priceCharts(axis: TimeAxis, charts: readonly PriceChart[]): readonly PriceChartData[] {
  const barsMax = Math.max(BARS_MIN, Math.floor(BARS_MAX / Math.max(1, charts.length)));
  return charts.map((chart) => ({
    title: chart.data.rules.symbol,
    digits: chart.data.rules.tick.scale,
    ...pricesOf(axis, chart, barLength(axis.to - axis.from, barsMax)),
  }));
}

/** Returns the part of a chart of prices in which a position was open. */
export function chartPart(
  axis: TimeAxis,
  chart: PriceChart,
  about: Pick<ChartPart, 'id' | 'caption' | 'chart'>,
): ChartPart {
  return { ...about, ...axis, ...pricesOf(axis, chart, barLength(axis.to - axis.from)) };
}

/** Returns the charts of equity and drawdown. */
export function valueCharts(equity: readonly EquitySample[], start: Decimal): readonly ValueChartData[] {
  const samples = thinSamples(equity, SAMPLES_MAX);
  const pointOf = (time: number, value: Decimal) => [time, formatTrimmed(value)] as const;
  return [
    { title: 'Equity', kind: 'line', points: samples.map((one) => pointOf(one.time, one.equity)) },
    {
      title: 'Drawdown',
      kind: 'drawdown',
      points: fallsOf(samples, start).map(({ time, value }) => pointOf(time, value)),
    },
  ];
}

function pricesOf(axis: TimeAxis, chart: PriceChart, lengthMs: number): ChartPrices {
  const { data, executions, trails, showsLevels } = chart;
  return {
    bars: barsOf(data, axis.from, axis.to, lengthMs).map(chartBar),
    lengthMs,
    marks: executions.map((one): ChartMark => {
      const { shape, kind, isFaint, text } = markOf(one);
      return { time: one.time, price: one.price, shape, kind, isFaint, text, part: one.position_id };
    }),
    levels: trails.flatMap(levelsOf),
    showsLevels,
  };
}

function chartBar({ time, open, high, low, close }: Bar): ChartBar {
  return [time, formatTrimmed(open), formatTrimmed(high), formatTrimmed(low), formatTrimmed(close)];
}

/** Returns the levels of a position that it ever had. */
function levelsOf({ steps }: LevelTrail): readonly ChartLevel[] {
  const kinds = ['stop', 'target', 'liquidation'] as const;
  return kinds.flatMap((kind) => {
    const points = steps.map((step) => {
      const price = step[kind];
      return [step.time, price === null ? null : formatTrimmed(price)] as const;
    });
    return points.some(([, price]) => price !== null) ? [{ kind, points }] : [];
  });
}
