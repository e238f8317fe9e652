/** The report of a replay as a page: what it shows, and that nothing in it can run or load (section 20). */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ChartsData } from '../../../src/charts-page/charts-data.ts';
import { escapeHtml } from '../../../src/charts-page/escape.ts';
import { timeTicks, valueTicks } from '../../../src/charts-page/ticks.ts';
import { compare, decimalOf, formatDecimal, formatTrimmed } from '../../../src/core/decimal.ts';
import { formatTime } from '../../../src/core/time.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/core/time-units.ts';
import { runScenario, type ScenarioRun } from '../../../src/paper/engine/moments.ts';
import { BOOK_NAMES, isOpen } from '../../../src/paper/ledger/position.ts';
import { formatTrimmedOrNull } from '../../../src/paper/numbers.ts';
import { barsOf } from '../../../src/paper/report/bars.ts';
import { reportPage } from '../../../src/paper/report/report.ts';
import { trailsOf } from '../../../src/paper/report/trail.ts';
import { type Scenario, ScenarioReader } from '../../../src/paper/scenario/reader.ts';
import { randomScenario } from '../oracle/random-scenarios.ts';
import { at, settings, symbol } from '../scenarios.ts';
import { demoScenario, HOSTILE } from './demo-scenario.ts';

const demo = demoScenario(1440);
const played = runScenario(demo);
/** The page as it is written, and without what the script of the charts is and reads. */
const wholePage = reportPage(demo, played);
const page = wholePage.replace(/<script[\s\S]*?<\/script>\n/g, '');
const charts = chartsOf(wholePage);

/** Returns the data of the charts as a browser reads it. */
function chartsOf(html: string): ChartsData {
  const data = /<script type="application\/json" id="chart-data">([^<>&]*)<\/script>/.exec(html);
  return JSON.parse(data![1]!);
}

const count = (text: string) => page.split(text).length - 1;

describe('the report of a replay', () => {
  it('shows each execution of the paper book in the chart, and each position in the table and on its own', () => {
    const { entries } = played.ledger.journal;
    const executions = entries.flatMap(({ book, executions: list }) => (book === 'paper' ? list : []));
    const positions = BOOK_NAMES.flatMap((name) => [...played.ledger.books[name].positions.values()]);
    expect(executions.length).toBeGreaterThan(15);
    const overview = page.slice(0, page.indexOf('<h2>Positions</h2>'));
    expect(overview.match(/<a href="#pos-\d+"><g class="mark/g)).toHaveLength(executions.length);
    for (const { id } of positions) {
      expect(page).toContain(`<a href="#${id}">${id}</a></td>`);
      expect(page).toContain(`<figure class="part" id="${id}">`);
    }
    expect(page).toMatch(
      /pos-3: LONG BTCUSDT, held 1h35m, net <span class="loss"><span title="-54\.\d{3,}">-54\.34</,
    );
    for (const line of ['stop', 'target', 'liquidation', 'equity'])
      expect(page).toContain(`class="line ${line}"`);
    for (const title of ['Metrics', 'By agent', 'By run', 'Refusals', 'Settings']) {
      expect(count(`<h2>${title}</h2>`)).toBe(1);
    }
    expect(page).toContain(played.ledger.journal.head.hash);
  });

  it('writes the texts of theses as texts, whatever they hold', () => {
    expect(count(escapeHtml(HOSTILE))).toBeGreaterThan(3);
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
    expect(page.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\s(?:on\w+|style|src|srcset|action|data)=/);
    expect(escapeHtml(`<&>"'\u001b[31m`)).toMatch(/^&lt;&amp;&gt;&quot;&#39;[^\u001b]*31m$/);
  });

  it('loads nothing: no address but parts of the page, and a policy that allows its own style and script alone', () => {
    expect([
      ...new Set([...page.matchAll(/(?:href|url)[=(]"?([^")]*)/g)].map(([, to]) => to!.replace(/^#.*/, '#'))),
    ]).toEqual(['#', 'https://www.tradingview.com/']);
    expect(page.match(/https?:/g)).toHaveLength(1);
    expect(page).not.toMatch(/@import|<link|<iframe|<object/);
    const style = /<style>([\s\S]*)<\/style>/.exec(page)![1]!;
    const [, script] = /<script>([\s\S]*?)<\/script>/.exec(wholePage)!;
    const [styleSum, scriptSum] = [style, script!].map((text) =>
      createHash('sha256').update(text).digest('base64'),
    );
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${scriptSum}'; style-src 'sha256-${styleSum}'; base-uri 'none'; form-action 'none'">`,
    );
    expect(wholePage.match(/<script/g)).toHaveLength(2);
    const notices = ['TradingView Lightweight Charts', 'Apache License 2.0', 'Leon Sorokin', 'fancy-canvas'];
    expect(notices.filter((one) => !script!.includes(one))).toEqual([]);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style>'));
  });

  it('gives the script of the charts every digit as text, and the marks and levels of the pictures', () => {
    const [chart] = charts.prices;
    expect([charts.prices.length, chart!.title, chart!.digits]).toEqual([1, 'BTCUSDT', 1]);
    const marks = chart!.marks.map(({ part, price, time }) => [part, price, time]);
    const executions = played.ledger.journal.entries.flatMap(({ book, executions: list }) =>
      book === 'paper' ? list : [],
    );
    expect(marks).toEqual(executions.map((one) => [one.position_id, one.price, one.time]));
    const { minutes } = demo.symbols[0]!;
    expect(chart!.bars.length).toBe(minutes.size);
    expect(chart!.bars[7]).toEqual([
      minutes.time(7),
      ...[minutes.open(7), minutes.high(7), minutes.low(7), minutes.close(7)].map(formatTrimmed),
    ]);
    expect(new Set(chart!.levels.map(({ kind }) => kind))).toEqual(
      new Set(['stop', 'target', 'liquidation']),
    );
    const [equity, drawdown] = charts.values;
    expect(equity!.points.at(-1)).toEqual([
      played.end,
      formatTrimmed(played.ledger.equity.paper.at(-1)!.equity),
    ]);
    expect(drawdown!.points.every(([, value]) => /^(?:0|-\d+(?:\.\d+)?)$/.test(value ?? ''))).toBe(true);
    for (const { kind } of charts.prices.flatMap((one) => one.marks)) {
      expect(page).toContain(`var(${charts.colors[kind]})`);
    }
  });

  it('lets a reader choose each position that has a picture, by the same id', () => {
    const figures = [...page.matchAll(/<figure class="part" id="([^"]*)"/g)].map(([, id]) => id);
    expect(charts.parts.map(({ id }) => id)).toEqual(figures);
    const part = charts.parts.find(({ id }) => id === 'pos-3')!;
    expect(part.caption).toMatch(/^pos-3: LONG BTCUSDT, held 1h35m, net -54\.34\d+$/);
    expect(part.bars[0]![0]).toBeGreaterThanOrEqual(part.from);
    expect(part.bars.at(-1)![0]).toBeLessThan(part.to);
    expect(part.marks.every((mark) => mark.part === 'pos-3')).toBe(true);
  });

  it('leaves the pictures where scripts do not run, and on paper', () => {
    const style = /<style>([\s\S]*)<\/style>/.exec(page)![1]!;
    expect(page).toMatch(
      /<div class="pictures"><div class="scroll"><svg[\s\S]*<\/div><div id="charts"><\/div>/,
    );
    expect(style).toContain('#charts { display: none; }');
    // Only a script that has read its data sets the class `scripted`, and only a screen shows what it draws.
    const [, screen] = /@media screen \{ (\.scripted[^@]*)\n@media print/.exec(style)!;
    expect(screen).toContain('.scripted .pictures, .scripted .part { display: none; }');
    expect(style.split('.scripted').length).toBe(screen!.split('.scripted').length);
  });

  it('rounds the numbers of tiles and positions for display, and keeps the whole number beside them', () => {
    const tiles = page.slice(page.indexOf('<div class="box figures">'), page.indexOf('worse one counted'));
    const table = page.slice(page.indexOf('<h2>Positions</h2>'), page.indexOf('<figure class="part"'));
    const shown = (html: string) => html.replace(/<[^>]*>/g, ' ');
    expect(shown(tiles)).not.toMatch(/\d\.\d{3}/);
    expect(shown(table).replace(/:\d\d\.\d{3}Z/g, '')).not.toMatch(/\d\.\d{3}/);
    expect(tiles).toMatch(/title="-?\d+\.\d{3,}">-?\d+\.\d{2}</);
    expect(table).toMatch(/<span title="\d+\.\d{3,12}">\d+\.\d<\/span><\/td>/);
  });

  it('never breaks a short text or a number of a table into lines, but on a narrow screen', () => {
    const style = /<style>([\s\S]*?)@media screen/.exec(page)![1]!;
    const printed = page.slice(page.indexOf('@media print'), page.indexOf('</style>'));
    expect(style).toMatch(/td\.number, td\.short \{ white-space: nowrap/);
    expect(`${style}${printed}`).not.toMatch(/^td \{[^}]*overflow-wrap: anywhere/m);
    expect(printed).not.toContain('white-space: normal');
  });

  it('writes a long name of an agent in a row of its own, whole, and a short one in its column', () => {
    const agents = page.slice(page.indexOf('<h2>By agent</h2>'), page.indexOf('<h2>By run</h2>'));
    expect(agents).toContain(`<tr class="below"><td colspan="10">agent: ${escapeHtml(HOSTILE)}</td></tr>`);
    expect(agents).toContain('<td class="short" data-title="agent">momentum</td>');
    expect(page).not.toMatch(new RegExp(`class="long"[^>]*>${escapeHtml(HOSTILE).slice(0, 10)}`));
  });

  it('has round values and times along the axes of its charts', () => {
    const chart = page.slice(page.indexOf('<svg viewBox="0 0 960'), page.indexOf('<h2>Positions</h2>'));
    const values = [...chart.matchAll(/class="value"[^>]*>([^<]+)</g)].map(([, value]) => value!);
    const times = [...chart.matchAll(/text-anchor="\w+">([^<]+)</g)].map(([, time]) => time!);
    expect(values.length).toBeGreaterThan(7);
    for (const value of values) expect(value).toMatch(/^(?:0|-?\d+00)$/);
    expect(times).toEqual(Array.from({ length: 5 }, (_, index) => formatTime(at(index * 360)).slice(5, 16)));
  });

  it('shows what an open position gained beside what it has realised', () => {
    const titles = (html: string) =>
      [
        ...html
          .slice(html.indexOf('<h2>Positions</h2>'))
          .split('</thead>')[0]!
          .matchAll(/<th(?: [^>]*)?>([^<]*)/g),
      ].map(([, title]) => title);
    expect(titles(page)).not.toContain('unrealised');
    const early = demoScenario(25);
    const open = reportPage(early, runScenario(early));
    expect(titles(open).slice(3, 5)).toEqual(['net', 'unrealised']);
    expect(open).toMatch(/data-title="unrealised"><span class="(?:gain|loss)">/);
  });

  it('closes every element that it opens', () => {
    const open: string[] = [];
    for (const [tag, slash, name, , end] of page.matchAll(
      /<(\/?)([a-zA-Z][\w]*)((?:"[^"]*"|[^">])*?)(\/?)>/g,
    )) {
      if (slash === '/') expect([open.pop(), tag]).toEqual([name, tag]);
      else if (end === '' && name !== 'meta') open.push(name!);
    }
    expect(open).toEqual([]);
  });

  it('is written of a replay without theses, and without any data', () => {
    for (const scenario of [{ ...demo, theses: [] }, emptyScenario()]) {
      const html = reportPage(scenario, runScenario(scenario));
      const empty = html.replace(/<script>[\s\S]*?<\/script>/, '');
      expect(chartsOf(html).parts).toEqual([]);
      expect(empty).toContain('No position was opened.');
      expect(empty).toContain('No thesis was refused.');
      expect(empty).not.toMatch(/NaN|undefined|Infinity/);
    }
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });
});

function emptyScenario(): Scenario {
  const reader = new ScenarioReader('the scenario');
  for (const one of [settings(5), symbol()]) reader.addLine(JSON.stringify(one));
  return reader.finish();
}

describe('the levels of positions as they moved', () => {
  it('end at what the positions have, in random scenarios', () => {
    let open = 0;
    for (let seed = 1; seed <= 60; seed += 1) {
      const reader = new ScenarioReader('the scenario');
      for (const one of randomScenario(seed)) reader.addLine(JSON.stringify(one));
      const run = runScenario(reader.finish());
      const trails = trailsOfRun(run);
      for (const position of BOOK_NAMES.flatMap((name) => [...run.ledger.books[name].positions.values()])) {
        const last = trails.get(position.id)!.steps.at(-1)!;
        const expected = isOpen(position)
          ? [position.stopLoss, position.takeProfit, position.liquidationPrice]
          : [null, null, null];
        const found = [last.stop, last.target, last.liquidation];
        expect([seed, position.id, ...found.map(formatTrimmedOrNull)]).toEqual([
          seed,
          position.id,
          ...expected.map(formatTrimmedOrNull),
        ]);
        open += isOpen(position) ? 1 : 0;
      }
    }
    expect(open).toBeGreaterThan(20);
  });
});

function trailsOfRun({ ledger }: ScenarioRun) {
  const positions = BOOK_NAMES.flatMap((name) => [...ledger.books[name].positions.values()]);
  const rules = new Map([...ledger.instruments.values()].map((one) => [one.rules.symbol, one.rules]));
  return trailsOf(ledger.journal.entries, positions, rules);
}

describe('the candles of a chart', () => {
  it('are few, and have the extremes, opening and close of the data that they join', () => {
    const [data] = demo.symbols;
    const { minutes } = data!;
    const bars = barsOf(data!, at(0), at(1440));
    expect(bars.length).toBe(288);
    for (const [index, bar] of bars.entries()) {
      const within = [0, 1, 2, 3, 4].map((minute) => index * 5 + minute);
      expect(bar.time).toBe(at(index * 5));
      expect(formatDecimal(bar.open)).toBe(formatDecimal(minutes.open(within[0]!)));
      expect(formatDecimal(bar.close)).toBe(formatDecimal(minutes.close(within[4]!)));
      for (const minute of within) {
        expect(compare(bar.high, minutes.high(minute))).not.toBe(-1);
        expect(compare(bar.low, minutes.low(minute))).not.toBe(1);
      }
    }
    expect(barsOf(data!, at(10), at(20)).map(({ time }) => time)).toEqual(
      Array.from({ length: 10 }, (_, index) => at(10 + index)),
    );
  });
});

describe('the values and times along an axis', () => {
  it.each([
    ['47109.3', '50274', 5, '48000 49000 50000'],
    ['0', '1', 2, '0.0 0.5 1.0'],
    ['-1612.49', '0', 2, '-1000 0'],
    ['0.000012345', '0.000012358', 4, '0.000012345 0.000012350 0.000012355'],
    ['99.99', '100.01', 9, '99.990 99.995 100.000 100.005 100.010'],
  ])('are round: from %s to %s in at most %i steps', (low, high, parts, expected) => {
    expect(valueTicks(decimalOf(low), decimalOf(high), parts).map(formatDecimal).join(' ')).toBe(expected);
  });

  it('are round minutes, hours or days of UTC', () => {
    expect(timeTicks(7 * MINUTE_MS, 22 * MINUTE_MS, 4).map((time) => time / MINUTE_MS)).toEqual([10, 15, 20]);
    expect(timeTicks(1, 9 * DAY_MS, 5).map((time) => time / DAY_MS)).toEqual([2, 4, 6, 8]);
    expect(timeTicks(0, 4000 * DAY_MS, 5).length).toBe(3);
  });
});
