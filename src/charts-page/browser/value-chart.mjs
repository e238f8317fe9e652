/** Charts of one value over time, such as equity and drawdown, with a common pointer. */
import UPlot from 'uplot';
import { tickText, timeText } from './time-text.mjs';

const HEIGHT = 150;
/** The width of the values along the side, that of a chart of prices. */
const AXIS_WIDTH = 84;
/** The width of a time along the axis. */
const TICK_WIDTH = 40;
/** The name under which the charts share their pointer. */
const GROUP = 'values';

/** Draws each chart into an element that `add` makes, and returns them. */
export function openValueCharts(charts, add, color) {
  return charts.map((chart) => {
    add('h3', 'title', chart.title);
    return new ValueChart(add('div', 'values'), chart, color);
  });
}

/** Returns the texts of times along the axis; one that would be cut off at the left has none. */
function tickTexts(plot, seconds) {
  return seconds.map((one) => (plot.valToPos(one, 'x') < TICK_WIDTH / 2 ? '' : tickText(one)));
}

class ValueChart {
  #plot;
  #applied = [];
  #use = () => {};

  constructor(element, { title, kind, points }, color) {
    const times = points.map(([time]) => time / 1000);
    const texts = points.map(([, value]) => value);
    const line = kind === 'drawdown' ? 'falling' : 'line';
    const axis = { stroke: () => color('faint'), grid: { stroke: () => color('rule'), width: 1 } };
    this.#plot = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        // The times lie below those of the charts of prices.
        padding: [8, 0, 0, 0],
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        cursor: { sync: { key: GROUP }, drag: { x: true, y: false } },
        scales: {
          x: { time: true },
          ...(kind === 'bars' ? { y: { range: (_, __, most) => [0, most] } } : {}),
        },
        axes: [
          { ...axis, ticks: axis.grid, values: tickTexts },
          {
            ...axis,
            ticks: axis.grid,
            side: 1,
            size: AXIS_WIDTH,
            values: (_, values) => values.map(String),
          },
        ],
        series: [
          { label: 'Time', value: (_, seconds) => (seconds === null ? '' : timeText(seconds * 1000)) },
          {
            label: title,
            stroke: () => color(line),
            width: 1.5,
            ...(kind === 'line' ? {} : { fill: () => `${color(line)}88` }),
            ...(kind === 'bars' ? { width: 0, paths: UPlot.paths.bars({ size: [0.8], align: 1 }) } : {}),
            points: { show: false },
            // The text of the data, not the float that is drawn.
            value: (_, __, ___, index) => (index === null ? '' : (texts[index] ?? 'none')),
          },
        ],
        hooks: { setScale: [(plot, name) => this.#rangeSet(plot, name)] },
      },
      [times, texts.map((text) => (text === null ? null : Number(text)))],
      element,
    );
    new ResizeObserver(() => {
      if (element.clientWidth > 0) this.#plot.setSize({ width: element.clientWidth, height: HEIGHT });
    }).observe(element);
  }

  /** Moves to a range of times in seconds. */
  setRange(from, to) {
    this.#applied = [from, to];
    this.#plot.setScale('x', { min: from, max: to });
  }

  /** Calls `use` with the range that a reader chose in the chart. */
  onRange(use) {
    this.#use = use;
  }

  recolor() {
    this.#plot.redraw(false, true);
  }

  #rangeSet(plot, name) {
    const { min, max } = plot.scales.x;
    const [from, to] = this.#applied;
    if (name !== 'x' || min === null || (min === from && max === to)) return;
    this.#applied = [min, max];
    this.#use(min, max);
  }
}
