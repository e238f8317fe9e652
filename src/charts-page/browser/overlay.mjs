/** Executions and levels over the candles of a chart, drawn at their own times and prices. */

/** Half of the width of a mark, in pixels. */
const MARK = 6;

/** How the lines of levels are dashed. */
const DASHES = { stop: [4, 3], target: [4, 3], liquidation: [1, 3] };

/** A primitive of lightweight-charts, which attaches it to the series of the candles. */
export class Overlay {
  #color;
  #part = { bars: [], marks: [], levels: [], lengthMs: 1 };
  #chart;
  #series;
  #update = () => {};

  constructor(color) {
    this.#color = color;
  }

  attached({ chart, series, requestUpdate }) {
    this.#chart = chart;
    this.#series = series;
    this.#update = requestUpdate;
  }

  /** Shows the marks and levels of a part. */
  show(part) {
    this.#part = part;
    this.#update();
  }

  /** Returns the marks in the candle at an index. */
  marksIn(index) {
    return this.#part.marks.filter(({ time }) => this.#indexAt(time) === index);
  }

  /** Returns the mark nearest to a point of the chart, at most some pixels away. */
  markNear({ x, y }, pixels) {
    let near;
    let least = pixels;
    for (const mark of this.#part.marks) {
      const distance = Math.hypot(this.#x(mark.time) - x, this.#y(mark.price) - y);
      if (distance > least) continue;
      least = distance;
      near = mark;
    }
    return near;
  }

  /** Keeps the marks, and the levels of a single part, within the prices along the side. */
  autoscaleInfo(from, to) {
    const { marks, levels, showsLevels } = this.#part;
    const inView = (time) => {
      const index = this.#indexAt(time);
      return index >= from && index <= to;
    };
    const prices = marks.filter(({ time }) => inView(time)).map(({ price }) => Number(price));
    if (showsLevels) {
      for (const { kind, points } of levels) {
        if (kind !== 'liquidation') prices.push(...points.flatMap(([, price]) => price ?? []).map(Number));
      }
    }
    if (prices.length === 0) return null;
    return { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } };
  }

  updateAllViews() {}

  paneViews() {
    return [this];
  }

  zOrder() {
    return 'top';
  }

  renderer() {
    return { draw: (target) => target.useMediaCoordinateSpace((space) => this.#draw(space)) };
  }

  #draw({ context, mediaSize: { width } }) {
    const isInView = (from, to) => this.#x(to) >= -MARK && this.#x(from) <= width + MARK;
    context.lineWidth = 1.5;
    for (const level of this.#part.levels) {
      if (isInView(level.points[0][0], level.points.at(-1)[0])) this.#drawLevel(context, level);
    }
    context.setLineDash([]);
    context.lineWidth = 1;
    for (const mark of this.#part.marks) {
      if (isInView(mark.time, mark.time)) this.#drawMark(context, mark);
    }
    context.globalAlpha = 1;
  }

  /** Draws a level, which holds from each of its points to the next; null interrupts it. */
  #drawLevel(context, { kind, points }) {
    context.strokeStyle = this.#color(kind);
    context.setLineDash(DASHES[kind] ?? []);
    context.beginPath();
    let last = null;
    for (const [time, price] of points) {
      const x = this.#x(time);
      if (last !== null) context.lineTo(x, this.#y(last));
      if (price !== null) {
        const y = this.#y(price);
        if (last === null) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      last = price;
    }
    context.stroke();
  }

  #drawMark(context, { time, price, shape, kind, isFaint }) {
    const [x, y] = [this.#x(time), this.#y(price)];
    context.beginPath();
    if (shape === 'circle') context.arc(x, y, MARK - 1, 0, 2 * Math.PI);
    else {
      const height = shape === 'up' ? 11 : -11;
      context.moveTo(x, y);
      context.lineTo(x - MARK, y + height);
      context.lineTo(x + MARK, y + height);
      context.closePath();
    }
    context.globalAlpha = isFaint ? 0.45 : 1;
    context.fillStyle = this.#color(kind);
    context.strokeStyle = this.#color('page');
    context.fill();
    context.stroke();
  }

  #y(price) {
    return this.#series.priceToCoordinate(Number(price));
  }

  /** Returns where a time lies within its candle, whose middle the chart gives for whole numbers only. */
  #x(time) {
    const scale = this.#chart.timeScale();
    const index = Math.max(0, this.#indexAt(time));
    const bar = this.#part.bars[index];
    const share = bar === undefined ? 0 : Math.min(1, Math.max(0, (time - bar[0]) / this.#part.lengthMs));
    return scale.logicalToCoordinate(index) + (share - 0.5) * scale.options().barSpacing;
  }

  /** Returns the index of the last candle that does not begin after a time; -1 for none. */
  #indexAt(time) {
    const { bars } = this.#part;
    let low = 0;
    let high = bars.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bars[middle][0] <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
