/** Panels of a chart as SVG: where a time and a price lie, and the marks at them. */
import { add, type Decimal, divide, formatDecimal, ONE, subtract, ZERO } from '../core/decimal.ts';
import { DAY_MS } from '../core/time-units.ts';
import { escapeHtml } from './escape.ts';
import { timeTicks, valueTicks } from './ticks.ts';

/** The width of charts and of their axis of prices, in units of the picture. */
export const WIDTH = 960;
const AXIS_WIDTH = 84;
const PLOT_WIDTH = WIDTH - AXIS_WIDTH;
/** Room at the left for half of a mark. */
const MARK_WIDTH = 8;
/** Times and values along the axes are at least so far apart. */
const TIME_DISTANCE = 110;
const VALUE_DISTANCE = 32;

/** The time axis that all panels of a chart share, in Unix ms. */
export interface TimeAxis {
  readonly from: number;
  readonly to: number;
}

/** A candle of a chart. */
export interface Bar {
  readonly time: number;
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
}

/** One panel of a chart. Only its places on the picture are numbers of the machine; prices stay exact. */
export class Panel {
  readonly #axis: TimeAxis;
  readonly #top: number;
  readonly #height: number;
  readonly #low: Decimal;
  readonly #span: Decimal;

  /** `low` and `high` are the values at the bottom and the top, equal if there is but one value. */
  constructor(axis: TimeAxis, top: number, height: number, [low, high]: readonly [Decimal, Decimal]) {
    const span = subtract(high, low);
    this.#axis = axis;
    this.#top = top;
    this.#height = height;
    this.#low = low;
    this.#span = span.value === 0n ? ONE : span;
  }

  /** Returns where a time lies, from left to right. */
  x(time: number): number {
    return timePlace(time, this.#axis);
  }

  /** Returns where a value lies, from the top down. */
  y(value: Decimal): number {
    const share = divide(subtract(value, this.#low), this.#span, 6, 'nearest');
    return rounded(this.#top + this.#height * (1 - Number(share.value) / 1e6));
  }

  /** Returns the frame with its title, and round values along the right side. */
  frame(title: string): string {
    const high = add(this.#low, this.#span);
    const lines = valueTicks(this.#low, high, Math.floor(this.#height / VALUE_DISTANCE)).map((value) => {
      const y = this.y(value);
      return `<path class="grid" d="M0 ${y}H${PLOT_WIDTH}"/><text class="value" x="${WIDTH}" y="${y}">${formatDecimal(value)}</text>`;
    });
    return `${lines.join('')}<text class="title" x="4" y="${this.#top - 6}">${escapeHtml(title)}</text>`;
  }

  /** Returns candles: a wick and a body each, rising and falling ones as one path each. */
  candles(bars: readonly Bar[], lengthMs: number): string {
    const width = Math.max(1, rounded((this.x(this.#axis.from + lengthMs) - this.x(this.#axis.from)) * 0.7));
    const paths = { rising: '', falling: '' };
    for (const { time, open, high, low, close } of bars) {
      const x = rounded(this.x(time) + width / 2);
      const [o, c] = [this.y(open), this.y(close)];
      const body = `M${x} ${this.y(high)}V${this.y(low)}M${rounded(x - width / 2)} ${Math.min(o, c)}h${width}v${Math.max(1, rounded(Math.abs(o - c)))}h${-width}z`;
      paths[c <= o ? 'rising' : 'falling'] += body;
    }
    return `<path class="rising" d="${paths.rising}"/><path class="falling" d="${paths.falling}"/>`;
  }

  /** Returns a bar for each value from the bottom of the panel up; null has none. */
  bars(
    points: readonly { readonly time: number; readonly value: Decimal | null }[],
    lengthMs: number,
    className: string,
  ): string {
    const width = Math.max(1, rounded((this.x(this.#axis.from + lengthMs) - this.x(this.#axis.from)) * 0.7));
    const foot = this.#top + this.#height;
    const path = points.map(({ time, value }) => {
      if (value === null) return '';
      const y = this.y(value);
      return `M${this.x(time)} ${y}h${width}V${foot}h${-width}z`;
    });
    return `<path class="${className}" d="${path.join('')}"/>`;
  }

  /** Returns a line through values; null interrupts it. Each value holds until the next if `isStepped`. */
  line(
    points: readonly { readonly time: number; readonly value: Decimal | null }[],
    className: string,
    isStepped = false,
  ): string {
    let path = '';
    let isDown = false;
    for (const { time, value } of points) {
      const x = this.x(time);
      if (value === null) {
        if (isDown && isStepped) path += `H${x}`;
        isDown = false;
        continue;
      }
      const y = this.y(value);
      if (!isDown) path += `M${x} ${y}`;
      else path += isStepped ? `H${x}V${y}` : `L${x} ${y}`;
      isDown = true;
    }
    return path === '' ? '' : `<path class="line ${className}" d="${path}"/>`;
  }

  /** Returns the area between a value's line and the top of the panel, for values from zero downwards. */
  area(points: readonly { readonly time: number; readonly value: Decimal }[], className: string): string {
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return '';
    const path = points.map(({ time, value }) => `L${this.x(time)} ${this.y(value)}`).join('');
    const zero = this.y(ZERO);
    return `<path class="${className}" d="M${this.x(first.time)} ${zero}${path}L${this.x(last.time)} ${zero}z"/>`;
  }

  /** Returns a clip path by its id, so that lines beyond the values of the panel do not leave it. */
  clip(id: string): string {
    return `<clipPath id="${id}"><rect x="0" y="${this.#top}" width="${PLOT_WIDTH}" height="${this.#height}"/></clipPath>`;
  }
}

/** Returns the axis of times below the panels. */
export function timeLabels(axis: TimeAxis, y: number): string {
  const times = timeTicks(axis.from, axis.to, Math.floor(PLOT_WIDTH / TIME_DISTANCE));
  const isDaily = times.every((time) => time % DAY_MS === 0);
  const labels = times.map((time, index) => {
    const text = new Date(time).toISOString();
    const label = isDaily ? text.slice(0, 10) : text.slice(5, 16).replace('T', ' ');
    const x = timePlace(time, axis);
    const anchor = x < TIME_DISTANCE / 2 ? 'start' : 'middle';
    const kind = index % 2 === 1 ? ' class="odd"' : '';
    return `<text${kind} x="${x}" y="${y}" text-anchor="${anchor}">${label}</text>`;
  });
  return labels.join('');
}

/** Returns where a time lies on the axis, from left to right. */
export function timePlace(time: number, { from, to }: TimeAxis): number {
  return rounded(MARK_WIDTH + ((time - from) / (to - from)) * (PLOT_WIDTH - MARK_WIDTH));
}

/** Returns a picture. `label` describes it for those who cannot see it. */
export function svgOf(height: number, label: string, content: string): string {
  return `<div class="scroll"><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(label)}">${content}</svg></div>`;
}

function rounded(place: number): number {
  return Math.round(place * 10) / 10;
}
