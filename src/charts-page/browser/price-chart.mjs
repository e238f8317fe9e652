/** A chart of the candles of one symbol, with executions and levels over them. */
import { CandlestickSeries, ColorType, CrosshairMode, createChart } from 'lightweight-charts';
import { Overlay } from './overlay.mjs';
import { timeText } from './time-text.mjs';

const HEIGHT = 340;
/** Marks within this many pixels of a click are chosen. */
const CLICK_PIXELS = 12;

/** Draws the prices of a symbol; shows the values under the pointer in `reading`. */
export class PriceChart {
  #api;
  #series;
  #overlay;
  #color;
  #shown;

  constructor(element, reading, chart, color, choose) {
    this.#color = color;
    this.#shown = chart;
    this.#api = createChart(element, {
      autoSize: true,
      height: HEIGHT,
      // The logo would bring a style of its own, which the page's policy refuses; the page names the package instead.
      layout: { attributionLogo: false },
      crosshair: { mode: CrosshairMode.Normal },
      localization: { locale: 'en', timeFormatter: (seconds) => timeText(seconds * 1000) },
      // On a narrow screen, many candles share a pixel.
      timeScale: { timeVisible: true, secondsVisible: false, minBarSpacing: 0.005 },
      rightPriceScale: { minimumWidth: 84 },
    });
    this.#series = this.#api.addSeries(CandlestickSeries, {
      priceFormat: { type: 'price', precision: chart.digits, minMove: 10 ** -chart.digits },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#overlay = new Overlay(color);
    this.#series.attachPrimitive(this.#overlay);
    this.recolor();
    this.#api.subscribeCrosshairMove(({ logical }) => {
      reading.textContent = logical === undefined ? '' : this.#valuesAt(Math.round(logical));
    });
    this.#api.subscribeDblClick(() => this.#api.timeScale().fitContent());
    this.#api.subscribeClick(({ point }) => {
      const mark = point && this.#overlay.markNear(point, CLICK_PIXELS);
      if (mark !== undefined) choose(mark.part);
    });
  }

  /** Shows candles with their marks and levels. */
  show(part) {
    this.#shown = part;
    this.#series.setData(
      part.bars.map(([time, open, high, low, close]) =>
        // A time without a candle keeps its place.
        open === null
          ? { time: time / 1000 }
          : {
              time: time / 1000,
              open: Number(open),
              high: Number(high),
              low: Number(low),
              close: Number(close),
            },
      ),
    );
    this.#overlay.show(part);
    this.#api.timeScale().fitContent();
  }

  /** Moves to a range of times in seconds. */
  setRange(from, to) {
    if (this.#shown.bars.length > 0) this.#api.timeScale().setVisibleRange({ from, to });
  }

  /** Calls `use` with the range that a reader moved the chart to. */
  onRange(use) {
    let isHeld = false;
    const element = this.#api.chartElement();
    // The chart reports ranges that the page sets too, so only those during a reader's input are passed on.
    const hold = () => {
      isHeld = true;
    };
    for (const kind of ['pointerdown', 'wheel', 'touchstart', 'dblclick']) {
      element.addEventListener(kind, hold, { capture: true, passive: true });
    }
    element.addEventListener('pointerleave', () => {
      isHeld = false;
    });
    this.#api.timeScale().subscribeVisibleTimeRangeChange((range) => {
      if (isHeld && range !== null) use(range.from, range.to);
    });
  }

  recolor() {
    const color = this.#color;
    this.#api.applyOptions({
      layout: {
        background: { type: ColorType.Solid, color: color('page') },
        textColor: color('faint'),
        fontFamily: 'system-ui, sans-serif',
      },
      grid: { vertLines: { color: color('rule') }, horzLines: { color: color('rule') } },
      rightPriceScale: { borderColor: color('rule') },
      timeScale: { borderColor: color('rule') },
    });
    this.#series.applyOptions({
      upColor: color('rising'),
      downColor: color('falling'),
      wickUpColor: color('rising'),
      wickDownColor: color('falling'),
      borderVisible: false,
    });
  }

  /** Returns the candle and the executions at an index, with all their digits. */
  #valuesAt(index) {
    const bar = this.#shown.bars[index];
    if (bar === undefined) return '';
    const [time, open, high, low, close] = bar;
    if (open === null) return `${timeText(time)}  no candle`;
    const marks = this.#overlay.marksIn(index).map(({ text }) => text);
    return [`${timeText(time)}  open ${open}  high ${high}  low ${low}  close ${close}`, ...marks].join('\n');
  }
}
