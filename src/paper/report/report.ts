/** The report of a replay: one page with charts, positions, metrics and what was assumed, for people. */

import type { ChartsData } from '../../charts-page/charts-data.ts';
import { escapeHtml } from '../../charts-page/escape.ts';
import { chartsBox, pageOf } from '../../charts-page/page.ts';
import type { TimeAxis } from '../../charts-page/panel.ts';
import { tableOf } from '../../charts-page/table.ts';
import { abs, compare, type Decimal, formatTrimmed } from '../../core/decimal.ts';
import { plural } from '../../core/text.ts';
import { formatDuration, formatTime } from '../../core/time.ts';
import { MINUTE_MS, SECOND_MS } from '../../core/time-units.ts';
import type { CanonicalValue } from '../canonical.ts';
import type { ScenarioRun } from '../engine/moments.ts';
import { REFUSALS } from '../engine/refusal.ts';
import { BOOK_NAMES, netOf, type Position } from '../ledger/position.ts';
import { metricRows } from '../records/metric-rows.ts';
import { type ReplayRecord, replayRecord } from '../records/replay-record.ts';
import type { Scenario, SymbolData } from '../scenario/reader.ts';
import { type ChartExecution, overviewChart, type PriceChart, positionChart } from './chart.ts';
import { CHART_COLORS, chartPart, priceCharts, valueCharts } from './chart-data.ts';
import { KEY } from './key.ts';
import { type LevelTrail, trailsOf } from './trail.ts';
import { amountText, percentText, priceText, signedText, text, timeText } from './values.ts';

/** At most so many positions have a chart of their own, those that gained or lost most. */
const PARTS_MAX = 200;
/** At most so many refused theses are listed. */
const REFUSALS_MAX = 200;

/** Returns the report of a scenario that was replayed, as HTML. */
export function reportPage(scenario: Scenario, run: ScenarioRun): string {
  const record = replayRecord(run);
  const positions = BOOK_NAMES.flatMap((name) => [...run.ledger.books[name].positions.values()]);
  const executions = record.entries.flatMap(({ book, executions: list }) =>
    list.map((one): ChartExecution => ({ ...one, book })),
  );
  const rules = new Map(scenario.symbols.map((one) => [one.rules.symbol, one.rules]));
  const trails = trailsOf(record.entries, positions, rules);
  const axis: TimeAxis = { from: scenario.settings.start, to: run.end };
  const used = scenario.symbols.filter(({ rules: { symbol } }) =>
    positions.some((one) => one.symbol === symbol),
  );
  const shown = used.length === 0 ? scenario.symbols.slice(0, 1) : used;
  const prices = shown.map((data) => ({
    data,
    executions: executions.filter(({ symbol, book }) => symbol === data.rules.symbol && book === 'paper'),
    trails: trailsOfBook(positions, trails, data),
    showsLevels: false,
  }));
  const { equity } = run.ledger;
  const title = `Paper replay, ${formatTime(axis.from)} to ${formatTime(axis.to)}`;
  const parts = positionParts({ positions, scenario, executions, trails, axis });
  const charts: ChartsData = {
    axis,
    prices: priceCharts(axis, prices),
    parts: parts.flatMap(({ axis: part, chart, id, caption }) => {
      const index = shown.indexOf(chart.data);
      return index < 0 ? [] : [chartPart(part, chart, { id, caption, chart: index })];
    }),
    values: valueCharts(equity.paper, scenario.settings.cash),
    colors: CHART_COLORS,
  };
  return pageOf(
    title,
    [
      `<h1>${escapeHtml(title)}</h1>`,
      figures(record),
      assumptions(record),
      `<h2>Prices, equity and drawdown</h2>${KEY}`,
      chartsBox(overviewChart(axis, prices, equity.paper, scenario.settings.cash)),
      `<h2>Positions</h2>${positionTable(record, rules)}`,
      ...positionFigures(parts, positions.length),
      `<h2>Metrics</h2>${metricsTable(record)}`,
      `<h2>By agent</h2>${groupTable('agent', record.by_agent)}`,
      `<h2>By run</h2>${groupTable('run', record.by_run_id)}`,
      `<h2>Refusals</h2>${refusalTables(record)}`,
      `<h2>Settings</h2>${settingsTable(record)}`,
      `<p class="faint hash">Head ${record.head.seq} ${escapeHtml(record.head.hash)}</p>`,
    ].join('\n'),
    charts,
  );
}

/** Returns the trails of a symbol's positions in the paper book. */
function trailsOfBook(
  positions: readonly Position[],
  trails: ReadonlyMap<string, LevelTrail>,
  { rules }: SymbolData,
): readonly LevelTrail[] {
  return positions
    .filter(({ symbol, book }) => symbol === rules.symbol && book === 'paper')
    .map(({ id }) => trails.get(id)!);
}

/** Returns the most important numbers in large type. */
function figures({ metrics, settings }: ReplayRecord): string {
  const { paper } = metrics;
  const asset = String((settings as Readonly<Record<string, CanonicalValue>>)['asset']);
  const shown: readonly (readonly [string, string])[] = [
    [`Net, ${asset}`, signedText(paper['net'])],
    ['Return', percentText(paper['return'])],
    ['Largest fall', percentText(paper['max_drawdown_fraction'])],
    ['Win rate', percentText(paper['win_rate'])],
    ['Profit factor', amountText(paper['profit_factor'])],
    ['Sharpe', amountText(paper['sharpe'])],
    ['Positions', text(paper['positions_opened'])],
    [`Fees, ${asset}`, amountText(paper['fees'])],
  ];
  return `<div class="box figures">${shown.map(([name, value]) => `<div><span class="faint">${escapeHtml(name)}</span><b>${value}</b></div>`).join('')}</div>`;
}

/** Returns the box of what the data could not decide. */
function assumptions({ metrics, pending }: ReplayRecord): string {
  const sum = (name: string) => BOOK_NAMES.reduce((count, book) => count + Number(metrics[book][name]), 0);
  const sentences = [
    `${plural(sum('assumed_exits'), 'exit')} assumed: both levels lay in one candle, and the worse one counted.`,
    `${plural(sum('unseen_minutes'), 'minute')} of positions without market data.`,
    `${plural(pending.length, 'thesis', 'theses')} pending at the end.`,
    'Fills are simulated from the market data and the settings below; no order was placed.',
  ];
  return `<div class="box">${sentences.map((one) => `<p>${escapeHtml(one)}</p>`).join('')}</div>`;
}

/** Returns the positions as a table; the column of unrealised profit is there if any position is open. */
function positionTable(
  { positions }: ReplayRecord,
  rules: ReadonlyMap<string, { readonly tick: Decimal }>,
): string {
  const rows = positions.map((one) => positionCells(one, rules.get(String(one['symbol']))!));
  const hasOpen = positions.some((one) => one['closed_at'] === null);
  const titles = Object.keys(rows[0] ?? {}).filter((title) => hasOpen || title !== 'unrealised');
  return rows.length === 0
    ? '<p>No position was opened.</p>'
    : tableOf(
        titles,
        rows.map((cells) => titles.map((title) => cells[title]!)),
      );
}

/** Returns the cells of a position by their titles. */
function positionCells(
  one: ReplayRecord['positions'][number],
  { tick }: { readonly tick: Decimal },
): Readonly<Record<string, string>> {
  const isOpen = one['closed_at'] === null;
  return {
    position: `<a href="#${text(one['position_id'])}">${text(one['position_id'])}</a>`,
    symbol: text(one['symbol']),
    side: text(one['side']),
    net: signedText(one['net']),
    unrealised: isOpen ? signedText(one['unrealised']) : '-',
    'closed by': text(one['close_trigger']),
    opened: timeText(one['opened_at']),
    closed: isOpen ? 'open' : timeText(one['closed_at']),
    entry: priceText(one['entry_price'], tick),
    exit: priceText(one['exit_price'], tick),
    stop: priceText(one['stop_loss_price'], tick),
    target: priceText(one['take_profit_price'], tick),
    fees: amountText(one['fees']),
    agent: text(one['agent']),
  };
}

/** The part of a chart in which a position was open. */
interface PositionPart {
  readonly id: string;
  readonly axis: TimeAxis;
  readonly chart: PriceChart;
  /** What the position was and gained, as text. */
  readonly caption: string;
  /** The same as HTML. */
  readonly captionHtml: string;
}

/** Returns the parts of the positions that have charts of their own. */
function positionParts({
  positions,
  scenario,
  executions,
  trails,
  axis,
}: {
  readonly positions: readonly Position[];
  readonly scenario: Scenario;
  readonly executions: readonly ChartExecution[];
  readonly trails: ReadonlyMap<string, LevelTrail>;
  readonly axis: TimeAxis;
}): readonly PositionPart[] {
  const bySize = [...positions].sort((a, b) => compare(abs(netOf(b)), abs(netOf(a)))).slice(0, PARTS_MAX);
  const chosen = new Set(bySize.map(({ id }) => id));
  return positions
    .filter(({ id }) => chosen.has(id))
    .map((one) => {
      const data = scenario.symbols.find(({ rules }) => rules.symbol === one.symbol)!;
      const own = executions.filter((execution) => execution.position_id === one.id);
      const chart = { data, executions: own, trails: [trails.get(one.id)!], showsLevels: true };
      const heldMs = (one.closedAt ?? axis.to) - one.openedAt;
      const held = formatDuration(Math.round(heldMs / SECOND_MS) * SECOND_MS);
      const about = `${one.id}: ${one.side} ${one.symbol}, held ${held}`;
      const net = formatTrimmed(netOf(one));
      return {
        id: one.id,
        axis: partAround(one, axis),
        chart,
        caption: `${about}, net ${net}`,
        captionHtml: `${escapeHtml(about)}, net ${signedText(net)}`,
      };
    });
}

/** Returns the pictures of single positions; the one that is chosen in the table is visible. */
function positionFigures(parts: readonly PositionPart[], positions: number): readonly string[] {
  if (parts.length === 0) return [];
  const figures = parts.map(
    ({ id, axis, chart, captionHtml }) =>
      `<figure class="part" id="${escapeHtml(id)}"><figcaption>${captionHtml}</figcaption>${positionChart(axis, chart, id)}</figure>`,
  );
  const rest = positions - parts.length;
  const left = rest === 0 ? '' : ` The ${rest} that gained or lost least have no chart of their own.`;
  return [...figures, `<p class="hint faint">Choose a position to see its part of the chart.${left}</p>`];
}

/** Returns the time from before the opening of a position until after its end. */
function partAround({ openedAt, closedAt }: Position, axis: TimeAxis): TimeAxis {
  const end = closedAt ?? axis.to;
  const margin = Math.max(5 * MINUTE_MS, Math.ceil((end - openedAt) / 10));
  return { from: Math.max(axis.from, openedAt - margin), to: Math.min(axis.to, end + margin) };
}

function metricsTable({ metrics }: ReplayRecord): string {
  const hasWatch = metrics.watch['positions_opened'] !== 0;
  const books = hasWatch ? BOOK_NAMES : (['paper'] as const);
  const rows = metricRows(books.map((book) => metrics[book]));
  return tableOf(
    ['metric', ...books],
    rows.map(({ name, values }) => [escapeHtml(name), ...values.map(text)]),
  );
}

function groupTable(
  name: string,
  groups: ReadonlyMap<string, Readonly<Record<string, CanonicalValue>>>,
): string {
  const [first] = groups.values();
  if (first === undefined) return '<p>No thesis and no position.</p>';
  const columns = Object.keys(first);
  const rows = [...groups].map(([group, values]) => [
    escapeHtml(group === '' ? '(no name)' : group),
    ...columns.map((column) => (column === 'net' ? signedText(values[column]) : amountText(values[column]))),
  ]);
  return tableOf([name, ...columns], rows);
}

function refusalTables({ entries, metrics }: ReplayRecord): string {
  const counts = BOOK_NAMES.flatMap((book) => [
    ...(metrics[book]['refusals'] as ReadonlyMap<keyof typeof REFUSALS, number>),
  ]);
  if (counts.length === 0) return '<p>No thesis was refused.</p>';
  const refused = entries.filter(({ status }) => status === 'refused');
  const rows = refused
    .slice(0, REFUSALS_MAX)
    .map(({ seq, time, action, agent, reason }) => [
      String(seq),
      escapeHtml(formatTime(time)),
      text(action),
      text(agent),
      text(reason),
    ]);
  const rest = refused.length - rows.length;
  return [
    tableOf(
      ['reason', 'count', 'means'],
      counts.map(([reason, count]) => [escapeHtml(reason), String(count), escapeHtml(REFUSALS[reason])]),
    ),
    '<h3>Single refusals</h3>',
    tableOf(['entry', 'time', 'action', 'agent', 'reason'], rows),
    rest === 0 ? '' : `<p class="faint">${rest} more are in the entries.</p>`,
  ].join('\n');
}

function settingsTable({ settings }: ReplayRecord): string {
  const rows = Object.entries(settings as Readonly<Record<string, CanonicalValue>>).map(([name, value]) => [
    escapeHtml(name),
    text(value),
  ]);
  return tableOf(['setting', 'value'], rows);
}
