/** The key of the charts: what marks and lines mean. */

const ENTRIES = [
  ['long', 'LONG'],
  ['short', 'SHORT'],
] as const;

const EXITS = [
  ['by-thesis', 'thesis'],
  ['by-stop_loss', 'stop loss'],
  ['by-take_profit', 'take profit'],
  ['by-deadline', 'deadline'],
  ['by-liquidation', 'liquidation'],
  ['by-flip', 'flip'],
] as const;

const LINES = [
  ['stop', 'stop'],
  ['target', 'target'],
  ['liquidation', 'liquidation'],
] as const;

const TRIANGLES = { long: 'M7 0l-6 11h12z', short: 'M7 11l-6 -11h12z' } as const;

/** The key as HTML: a line each for entries, exits and lines. */
export const KEY = [
  '<dl class="key faint">',
  groupOf(
    'Entries',
    ENTRIES.map(([kind, name]) => sampleOf(markOf(kind, `<path d="${TRIANGLES[kind]}"/>`), name)),
  ),
  groupOf(
    'Exits by',
    EXITS.map(([kind, name]) => sampleOf(markOf(kind, '<circle cx="7" cy="6" r="5"/>'), name)),
  ),
  groupOf(
    'Lines of',
    LINES.map(([kind, name]) => sampleOf(`<path class="line ${kind}" d="M0 6H28"/>`, name, 28)),
  ),
  '</dl>',
].join('');

function groupOf(title: string, samples: readonly string[]): string {
  return `<dt>${title}</dt><dd>${samples.join(' ')}</dd>`;
}

function markOf(kind: string, shape: string): string {
  return `<g class="mark ${kind}">${shape}</g>`;
}

/** Returns a sample of a mark or line with its name, which never stand on different lines. */
function sampleOf(shape: string, name: string, width = 14): string {
  return `<span><svg viewBox="0 0 ${width} 12" width="${width}" height="12" aria-hidden="true">${shape}</svg> ${name}</span>`;
}
