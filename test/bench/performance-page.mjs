/**
 * Writes the figures of one or several runs of the benchmarks into docs/performance.md, and a chart of them.
 *
 * node test/bench/performance-page.mjs RESULTS...
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cellsOf, isMissed } from './measure.mjs';
import { peerCells } from './peers.mjs';
import { joinRuns } from './several-runs.mjs';

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const CHART = fileURLToPath(new URL('../../docs/pictures/performance.svg', import.meta.url));
const [BEGIN, END] = ['<!-- figures -->', '<!-- end of figures -->'];

const WIDTH = 896;
const ROW = 22;
/** Where bars begin, and the room behind them for a figure. */
const LABELS = 440;
const FIGURES = 90;
const LABEL_MAX = 58;
const OWN = /^bourse/;
const UNITS = { wallMs: 'time', cpuMs: 'CPU', peakKb: 'memory', bytes: 'bytes' };

const runs = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const { machine, benches } = joinRuns(runs);
const { peers = [], ...own } = benches;
const lines = Object.values(own).flat();

const page = readFileSync(PAGE, 'utf8');
const [before, rest] = page.split(BEGIN);
const after = rest.split(END)[1];
writeFileSync(PAGE, `${before}${BEGIN}\n\n${figures()}\n${END}${after}`);
writeFileSync(CHART, chart());

function figures() {
  const missed = lines.filter(isMissed).length;
  const withGoal = lines.filter(({ goal }) => goal !== null).length;
  return `Measured with Node ${machine.node} on ${machine.cores} cores (${machine.platform}): ${withGoal - missed} of ${withGoal} goals are reached. ${rangeNote()}

| what | bourse | limit | | ratio | all runs | goal | |
|---|--:|--:|---|--:|--:|--:|---|
${cellsOf(lines).map(withRange).map(row).join('\n')}

${peers.length === 0 ? '' : peerTable()}`;
}

function rangeNote() {
  if (runs.length === 1) return 'One run.';
  return `Of ${runs.length} runs a row shows the one with the median ratio (of two, the larger); "all runs" are the smallest and the largest ratio of a
row that was measured more than once.`;
}

/** Adds the range of all runs behind the ratio of a line. */
function withRange(cells, at) {
  const { lowest, highest } = lines[at];
  return cells.toSpliced(5, 0, lowest === highest ? '' : `${lowest.toFixed(2)} to ${highest.toFixed(2)}`);
}

function peerTable() {
  return `| program | CPU, ms | time, ms | memory, MB |
|---|--:|--:|--:|
${peerCells(peers)
  .map((cells) => row(cells.filter((_, at) => at !== 3)))
  .join('\n')}
`;
}

function row(cells) {
  return `| ${cells.join(' | ')} |`;
}

/** Returns bars of the clients' CPU time, and of each ratio with its goal. */
function chart() {
  const tasks = [...new Set(peers.map(({ task }) => task))];
  let top = 12;
  const parts = [];
  const section = (title, bars, draw) => {
    parts.push(`<text x="16" y="${top + 16}" class="title">${escapeXml(title)}</text>`);
    top += 28;
    for (const bar of bars) {
      parts.push(draw(bar, top));
      top += ROW;
    }
    top += 14;
  };
  for (const task of tasks) {
    const bars = peers.filter((one) => one.task === task);
    const most = Math.max(...bars.map(({ cpuMs }) => cpuMs));
    section(`A program that fetches ${task}: CPU time`, bars, ({ client, cpuMs }, y) => {
      const kind = OWN.test(client) ? 'own' : client === 'node:http' ? 'limit' : 'peer';
      return bar({ y, label: client, share: cpuMs / most, kind, figure: `${cpuMs.toFixed(0)} ms` });
    });
  }
  const bars = lines.filter(({ goal }) => goal !== null);
  const most = Math.max(...bars.map(({ ratio, goal }) => Math.max(ratio, goal)));
  section('bourse over the limit of each benchmark; the line is the goal', bars, (one, y) => {
    const kind = isMissed(one) ? 'missed' : 'own';
    const figure = `${one.ratio.toFixed(2)} x`;
    const drawn = bar({ y, label: labelOf(one), share: one.ratio / most, kind, figure });
    const x = LABELS + (one.goal / most) * (WIDTH - LABELS - FIGURES);
    return `${drawn}<rect x="${x.toFixed(1)}" y="${y - 1}" width="2" height="18" class="goal"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img" aria-label="Cost of bourse beside published clients, and over the limit of each benchmark">
<style>text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600}.page{fill:#fff}.own{fill:#1f6feb}.peer{fill:#8c959f}.limit{fill:#2da44e}.missed{fill:#cf222e}.goal{fill:#1f2328}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#0d1117}.goal{fill:#e6edf3}}</style>
<rect width="${WIDTH}" height="${top}" rx="8" class="page"/>
${parts.join('\n')}
</svg>
`;
}

/** Returns the name of a line with its quantity, which some names say themselves. */
function labelOf({ name, of }) {
  return /CPU$|wall$|memory|bytes$/.test(name) ? name : `${name}, ${UNITS[of]}`;
}

function bar({ y, label, share, kind, figure }) {
  const width = Math.max(1, share * (WIDTH - LABELS - FIGURES));
  const shown = label.length > LABEL_MAX ? `${label.slice(0, LABEL_MAX - 1)}…` : label;
  return [
    `<text x="${LABELS - 10}" y="${y + 13}" text-anchor="end">${escapeXml(shown)}</text>`,
    `<rect x="${LABELS}" y="${y}" width="${width.toFixed(1)}" height="16" rx="2" class="${kind}"/>`,
    `<text x="${WIDTH - 16}" y="${y + 13}" text-anchor="end">${escapeXml(figure)}</text>`,
  ].join('');
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
