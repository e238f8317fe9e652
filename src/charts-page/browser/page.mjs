/**
 * What runs in the browser that opens a page with charts: it reads the data in the page and draws charts that can be
 * zoomed. Prices are decimal strings and become floats only to be drawn; what is shown as text are the strings.
 */
import { PriceChart } from './price-chart.mjs';
import { openValueCharts } from './value-chart.mjs';

/** The id of the element that holds the data as JSON. */
const DATA = 'chart-data';
/** The id of the element in which the charts are drawn. */
const BOX = 'charts';

/** The colours that were read from the style, which takes too long for each of thousands of marks. */
const colors = new Map();

const data = JSON.parse(document.getElementById(DATA).textContent);
const box = document.getElementById(BOX);
// Only now does the style hide the pictures that stand for the charts where no script runs.
document.documentElement.classList.add('scripted');
openCharts();

function openCharts() {
  const note = add('p', 'chosen');
  const prices = data.prices.map((chart) => {
    const title = add('h3', 'title', chart.title);
    const reading = add('p', 'reading');
    return { chart, title, view: new PriceChart(add('div', 'prices'), reading, chart, color, choose) };
  });
  const views = [...prices.map(({ view }) => view), ...openValueCharts(data.values, add, color)];
  linkRanges(views);
  const follow = () => showPart(note, prices, views);
  addEventListener('hashchange', follow);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    colors.clear();
    for (const view of views) view.recolor();
  });
  follow();
}

/** Shows the part of the charts that the address names, or the whole. */
function showPart(note, prices, views) {
  const id = decodeURIComponent(location.hash.slice(1));
  const part = data.parts.find((one) => one.id === id);
  for (const [index, { chart, view }] of prices.entries()) view.show(part?.chart === index ? part : chart);
  const span = part ?? data.axis;
  for (const view of views) view.setRange(span.from / 1000, span.to / 1000);
  note.replaceChildren();
  if (part === undefined) {
    note.textContent =
      'Drag or turn the wheel over a chart to move and zoom it; double-click shows it whole.';
    return;
  }
  const link = document.createElement('a');
  link.href = '#';
  link.textContent = 'Show the whole';
  note.append(`${part.caption} `, link);
  box.scrollIntoView();
}

/** Moves all charts to the range of times that a reader chose in one of them. */
function linkRanges(views) {
  for (const view of views) {
    view.onRange((from, to) => {
      for (const other of views) if (other !== view) other.setRange(from, to);
    });
  }
}

function choose(part) {
  location.hash = part;
}

function add(name, className, text = '') {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  box.append(element);
  return element;
}

/** Returns the present colour of a kind of mark or line, which follows the light or dark setting. */
function color(kind) {
  let value = colors.get(kind);
  if (value === undefined) {
    const name = data.colors[kind] ?? `--${kind}`;
    value = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    colors.set(kind, value);
  }
  return value;
}
