/** A page with charts: its frame, its style, and the script that draws the charts. It loads nothing. */
import { createHash } from 'node:crypto';
import { chartsScript, chartsStyle } from '../generated/charts-script.js';
import { type ChartsData, inlineJson } from './charts-data.ts';
import { escapeHtml } from './escape.ts';

const STYLE = `${chartsStyle}
:root { color-scheme: light dark; --page: #fff; --text: #1b2330; --faint: #5c6675; --rule: #d8dde5; --box: #f4f6f9;
  --rising: #0f7b5f; --falling: #c0392b; --stop: #c2185b; --target: #00796b; --liquidation: #b26a00; --line: #1f5fbf; }
@media (prefers-color-scheme: dark) { :root { --page: #11161d; --text: #dfe5ee; --faint: #95a1b2; --rule: #2c3642;
  --box: #1a212b; --rising: #3fbf9a; --falling: #ef7568; --stop: #f06ba0; --target: #4dc3b4; --liquidation: #e0a440;
  --line: #7db0ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1100px; padding: 16px; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 22px; margin: 8px 0 4px; } h2 { font-size: 17px; margin: 32px 0 8px; }
p { margin: 4px 0 10px; } .faint { color: var(--faint); } a { color: inherit; }
.box { background: var(--box); border: 1px solid var(--rule); border-radius: 6px; padding: 10px 14px; margin: 14px 0; }
.box p { margin: 2px 0; }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px 20px; }
.figures b { display: block; font-size: 19px; font-variant-numeric: tabular-nums; white-space: nowrap; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px; }
figure { margin: 16px 0; } figcaption { font-weight: 600; }
th, td { text-align: left; padding: 4px 10px 4px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { color: var(--faint); font-weight: 600; white-space: nowrap; } .number { text-align: right; } td.number, td.short { white-space: nowrap; }
td.long { min-width: 240px; }
td { font-variant-numeric: tabular-nums; } td.long, .below td { overflow-wrap: anywhere; }
.hash { overflow-wrap: anywhere; } .below td { color: var(--faint); } tr:has(+ .below) td { border-bottom: 0; }
.gain { color: var(--rising); } .loss { color: var(--falling); }
svg { display: block; width: 100%; height: auto; }
svg text { font: 11px system-ui, sans-serif; fill: var(--faint); } svg text.title { font-weight: 600; fill: var(--text); }
svg .value { text-anchor: end; dominant-baseline: central; paint-order: stroke; stroke: var(--page); stroke-width: 4px; }
.grid { stroke: var(--rule); stroke-width: 1; }
.rising { stroke: var(--rising); fill: var(--rising); } .falling { stroke: var(--falling); fill: var(--falling); }
.line { fill: none; stroke-width: 1.5; } .line.equity { stroke: var(--line); }
.line.stop { stroke: var(--stop); stroke-dasharray: 4 3; } .line.target { stroke: var(--target); stroke-dasharray: 4 3; }
.line.liquidation { stroke: var(--liquidation); stroke-dasharray: 1 3; } .drawdown { fill: var(--falling); opacity: .55; }
.mark { stroke: var(--page); stroke-width: 1; } .mark.watch { fill-opacity: .45; }
.mark.long { fill: var(--rising); } .mark.short { fill: var(--falling); } .mark.by-thesis { fill: var(--line); }
.mark.by-flip { fill: var(--text); } .mark.by-stop_loss { fill: var(--stop); } .mark.by-take_profit { fill: var(--target); }
.mark.by-deadline { fill: var(--faint); } .mark.by-liquidation { fill: var(--liquidation); }
.volume { fill: var(--line); opacity: .55; } .day.whole { fill: var(--rising); opacity: .35; } .day.outside { fill: var(--rule); }
.day.failed { fill: var(--falling); } .day.absent-in-file { fill: var(--liquidation); } .day.not-imported { fill: var(--text); }
.day.not-asked { fill: var(--line); } .day.none-at-exchange { fill: var(--faint); } .day.conflict { fill: var(--stop); }
.key { display: grid; grid-template-columns: max-content 1fr; gap: 0 14px; margin: 4px 0 10px; } .key dd { margin: 0; }
.key span { white-space: nowrap; margin-right: 12px; } .key svg { display: inline; width: auto; height: 12px; }
#charts { display: none; } #charts .title { font-size: 13px; margin: 12px 0 0; } #charts .chosen { min-height: 1.5em; }
#charts .reading { font-size: 12px; min-height: 3em; margin: 0; white-space: pre-wrap; font-variant-numeric: tabular-nums; }
#charts .prices { height: 340px; } #charts .u-legend { font-size: 12px; text-align: left; margin: 0; } #charts .u-legend :is(th, td) { border: 0; }
.credit { margin-top: 32px; font-size: 12px; }
.part { display: none; } .part:target { display: block; } .part:target ~ .hint { display: none; }
tr:has(a:focus) { background: var(--box); }
@media screen and (min-width: 1000px) { .figures { grid-template-columns: repeat(8, auto); } }
@media screen and (max-width: 1150px) { .wide { font-size: 12px; } .wide :is(th, td) { padding-right: 7px; } }
@media screen and (max-width: 1060px) {
  .wide, .wide tbody { display: block; } .wide thead { display: none; }
  .wide tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); gap: 0 16px; padding: 8px 0;
    border-bottom: 1px solid var(--rule); }
  .wide :is(td, td.short, td.number) { display: flex; justify-content: space-between; gap: 8px; padding: 1px 0; border: 0;
    text-align: right; white-space: normal; overflow-wrap: anywhere; }
  .wide td::before { content: attr(data-title); color: var(--faint); white-space: nowrap; }
  .wide tr:has(+ .below) { border-bottom: 0; padding-bottom: 0; } .wide .below { display: block; padding-top: 0; }
  .wide .below td { display: block; text-align: left; } .wide .below td::before { content: none; } }
@media screen and (max-width: 690px) {
  .figures { grid-template-columns: repeat(2, 1fr); } .scroll { overflow-x: visible; }
  svg text { font-size: 24px; } svg .odd { display: none; } .line { stroke-width: 3; } .grid { stroke-width: 2; }
  .scroll .mark * { transform: scale(1.8); transform-box: fill-box; transform-origin: center; }
  td:is(.short, .number, .long) { white-space: normal; min-width: 0; overflow-wrap: anywhere; } }
@media screen { .scripted #charts { display: block; } .scripted .pictures, .scripted .part { display: none; } }
@media print { :root { color-scheme: light; --page: #fff; --text: #000; --faint: #444; --rule: #bbb; --box: #fff;
  --rising: #0f7b5f; --falling: #c0392b; --stop: #c2185b; --target: #00796b; --liquidation: #8a5200; --line: #1f5fbf; }
  body { max-width: none; padding: 0; font-size: 11px; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .scroll { overflow: visible; } h2, tr, svg { break-inside: avoid; } h2, .key, tr:has(+ .below) { break-after: avoid; }
  table { font-size: 8px; } .wide { width: 100%; } th, td { padding-right: 6px; } .hint { display: none; } }
`;

/** What the browser may load and run: the style and the script of this page, and nothing else from anywhere. */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashSource(chartsScript)}`,
  `style-src ${hashSource(STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The names of the packages that draw the charts, as the licence of one of them asks for. */
const CREDIT =
  '<p class="faint credit">Charts by <a href="https://www.tradingview.com/">TradingView Lightweight Charts™</a> (Apache-2.0) and uPlot (MIT).</p>';

/**
 * Returns the charts as HTML: the pictures, which are read without scripts and printed, and the box in which the script of
 * the page draws the same charts so that they can be zoomed.
 */
export function chartsBox(pictures: string): string {
  return `<div class="pictures">${pictures}</div><div id="charts"></div>`;
}

/** Returns a whole page. `content` is HTML that holds one `chartsBox`, in which the charts are drawn. */
export function pageOf(title: string, content: string, charts: ChartsData): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${content}
${CREDIT}
<script type="application/json" id="chart-data">${inlineJson(charts)}</script>
<script>${chartsScript}</script>
</body>
</html>
`;
}
