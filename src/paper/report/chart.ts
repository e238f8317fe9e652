/** Charts of a replay: candles with the executions on them, exit levels as they moved, equity and drawdown. */

import type { ChartMark } from '../../charts-page/charts-data.ts';
import { escapeHtml } from '../../charts-page/escape.ts';
import { Panel, svgOf, type TimeAxis, timeLabels } from '../../charts-page/panel.ts';
import { compare, type Decimal, decimalOf, max, subtract, ZERO } from '../../core/decimal.ts';
import { formatTime } from '../../core/time.ts';
import type { EquitySample } from '../engine/ledger.ts';
import type { ExecutionRecord } from '../ledger/entries.ts';
import type { SymbolData } from '../scenario/reader.ts';
import { barLength, barsOf, rangeOf } from './bars.ts';
import type { LevelTrail } from './trail.ts';

const TITLE_HEIGHT = 26;
const PRICE_HEIGHT = 300;
const EQUITY_HEIGHT = 130;
const DRAWDOWN_HEIGHT = 80;
const LABEL_HEIGHT = 24;
/** The equity samples of a picture, at most. */
const SAMPLES_MAX = 800;

/** An execution with its book. */
export type ChartExecution = ExecutionRecord & { readonly book: string };

/** What a chart of prices shows of one symbol. */
export interface PriceChart {
  readonly data: SymbolData;
  readonly executions: readonly ChartExecution[];
  readonly trails: readonly LevelTrail[];
  /** Whether the prices along the side reach stops and targets too. */
  readonly showsLevels: boolean;
}

/** Returns a chart of prices of each symbol, and below them equity and drawdown on the same time axis. */
export function overviewChart(
  axis: TimeAxis,
  prices: readonly PriceChart[],
  equity: readonly EquitySample[],
  start: Decimal,
): string {
  let top = 0;
  let content = '';
  for (const [index, one] of prices.entries()) {
    content += pricePanel(axis, one, top + TITLE_HEIGHT, `all-${index}`);
    top += TITLE_HEIGHT + PRICE_HEIGHT;
  }
  const samples = thinSamples(equity, SAMPLES_MAX);
  const range = rangeOf([start, ...samples.map((one) => one.equity)])!;
  const panel = new Panel(axis, top + TITLE_HEIGHT, EQUITY_HEIGHT, range);
  const points = samples.map((one) => ({ time: one.time, value: one.equity }));
  content += panel.frame('Equity') + panel.line(points, 'equity');
  top += TITLE_HEIGHT + EQUITY_HEIGHT;
  const falls = fallsOf(samples, start);
  const deepest = rangeOf([ZERO, ...falls.map(({ value }) => value)])!;
  const below = new Panel(axis, top + TITLE_HEIGHT, DRAWDOWN_HEIGHT, deepest);
  content += below.frame('Drawdown') + below.area(falls, 'drawdown');
  top += TITLE_HEIGHT + DRAWDOWN_HEIGHT + LABEL_HEIGHT;
  const names = prices.map(({ data }) => data.rules.symbol).join(', ');
  return svgOf(top, `Prices of ${names}, equity and drawdown`, content + timeLabels(axis, top - 6));
}

/** Returns a chart of the part of the prices in which a position was open. */
export function positionChart(axis: TimeAxis, chart: PriceChart, id: string): string {
  const height = TITLE_HEIGHT + PRICE_HEIGHT + LABEL_HEIGHT;
  const content = pricePanel(axis, chart, TITLE_HEIGHT, id) + timeLabels(axis, height - 6);
  return svgOf(height, `Prices while ${id} was open`, content);
}

function pricePanel(axis: TimeAxis, chart: PriceChart, top: number, id: string): string {
  const { data, executions, trails, showsLevels } = chart;
  const { symbol } = data.rules;
  const bars = barsOf(data, axis.from, axis.to);
  const levels = showsLevels
    ? trails.flatMap(({ steps }) => steps.flatMap(({ stop, target }) => [stop, target]))
    : [];
  const range = rangeOf([
    ...bars.flatMap(({ low, high }) => [low, high]),
    ...executions.map(({ price }) => decimalOf(price)),
    ...levels.filter((one) => one !== null),
  ]);
  if (range === undefined) return '';
  const panel = new Panel(axis, top, PRICE_HEIGHT, range);
  const lines = trails.flatMap(({ steps }) => [
    panel.line(
      steps.map(({ time, stop }) => ({ time, value: stop })),
      'stop',
      true,
    ),
    panel.line(
      steps.map(({ time, target }) => ({ time, value: target })),
      'target',
      true,
    ),
    panel.line(
      steps.map(({ time, liquidation }) => ({ time, value: liquidation })),
      'liquidation',
      true,
    ),
  ]);
  const clip = `clip-${id}`;
  return [
    panel.frame(symbol),
    panel.candles(bars, barLength(axis.to - axis.from)),
    panel.clip(clip),
    `<g clip-path="url(#${clip})">${lines.join('')}</g>`,
    ...executions.map((one) => mark(panel, one)),
  ].join('');
}

/** Returns the mark of an execution, which selects the position. */
function mark(panel: Panel, one: ChartExecution): string {
  const [x, y] = [panel.x(one.time), panel.y(decimalOf(one.price))];
  const { shape, kind, isFaint, text } = markOf(one);
  const height = shape === 'up' ? 11 : -11;
  const drawn =
    shape === 'circle' ? `<circle cx="${x}" cy="${y}" r="5"/>` : `<path d="M${x} ${y}l-6 ${height}h12z"/>`;
  const book = isFaint ? ' watch' : '';
  return `<a href="#${escapeHtml(one.position_id)}"><g class="mark ${kind}${book}"><title>${escapeHtml(text)}</title>${drawn}</g></a>`;
}

/** Returns how an execution is drawn: an entry as a triangle, an exit as a circle, one of the watch book faintly. */
export function markOf(one: ChartExecution): Pick<ChartMark, 'shape' | 'kind' | 'isFaint' | 'text'> {
  const isEntry = one.effect === 'open' || one.effect === 'add';
  const isBuy = (one.side === 'LONG') === isEntry;
  return {
    shape: isEntry ? (isBuy ? 'up' : 'down') : 'circle',
    kind: isEntry ? (one.side === 'LONG' ? 'long' : 'short') : `by-${one.trigger}`,
    isFaint: one.book === 'watch',
    text: `${one.position_id} ${one.effect} ${one.quantity} at ${one.price}, ${one.trigger}, ${formatTime(one.time)}`,
  };
}

/** Returns the lowest and the highest sample of each of many parts, in the order of time, at most so many. */
export function thinSamples(samples: readonly EquitySample[], samplesMax: number): readonly EquitySample[] {
  if (samples.length <= samplesMax) return samples;
  const size = Math.ceil((2 * samples.length) / samplesMax);
  const kept: EquitySample[] = [];
  for (let from = 0; from < samples.length; from += size) {
    const part = samples.slice(from, from + size);
    const lowest = part.reduce((a, b) => (compare(b.equity, a.equity) < 0 ? b : a));
    const highest = part.reduce((a, b) => (compare(b.equity, a.equity) > 0 ? b : a));
    kept.push(...(lowest.time <= highest.time ? [lowest, highest] : [highest, lowest]));
  }
  return kept;
}

/** Returns how far the equity was below its peak, as values from zero downwards. */
export function fallsOf(samples: readonly EquitySample[], start: Decimal) {
  let peak = start;
  return samples.map(({ time, equity }) => {
    peak = max(peak, equity);
    return { time, value: subtract(equity, peak) };
  });
}
