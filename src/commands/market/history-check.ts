/** Checks the rows of a history one by one: times, ids, order, gaps and values. */
import { candleNumber, candleOpen, type Interval, zoneMinutesOf } from '../../catalogue/candle-intervals.ts';
import type { Column, Continuity } from '../../catalogue/types.ts';
import { compare, type Decimal, parseDecimal, sign } from '../../core/decimal.ts';
import { safeText } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import { type ExpectedEnd, GapTracker, gapText } from '../../request/gaps.ts';
import type { RowSteps } from '../../request/row-steps.ts';

/** What a history holds, and where its rows should lie. */
export interface HistoryForm {
  readonly continuity: Continuity;
  readonly steps: RowSteps;
  /** The column of ids or open times. */
  readonly key: string;
  readonly columns: readonly Column[];
  /** The interval of candles; undefined for other rows. */
  readonly interval: Interval | undefined;
  /** Minutes east of UTC of the time zone in which candles of days, weeks and months open. */
  readonly zone: string;
  readonly start: bigint | undefined;
}

type Cells = Readonly<Record<string, string>>;

/** Values that are greater than 0 in every trade. */
const POSITIVE = new Set(['price', 'qty', 'p', 'q']);
/** Values of candles that may not be negative; an index of premiums may have negative prices. */
const NOT_NEGATIVE = new Set([
  'volume',
  'quoteVolume',
  'trades',
  'takerBuyVolume',
  'takerBuyQuoteVolume',
  'points',
]);
/** Numbers that no row lacks. */
const REQUIRED = new Set(['openTime', 'open', 'high', 'low', 'close', ...POSITIVE]);
/** Columns in which time never steps back from row to row. */
const TIMES = new Set(['time', 'T']);

export class HistoryCheck {
  readonly #form: HistoryForm;
  readonly #tracker: GapTracker;
  #first: bigint | undefined;
  #lastTime: bigint | undefined;

  constructor(form: HistoryForm) {
    this.#form = form;
    this.#tracker = new GapTracker(form);
  }

  get gaps(): number {
    return this.#tracker.gaps;
  }

  get missing(): bigint {
    return this.#tracker.missing;
  }

  get rows(): number {
    return this.#tracker.rows;
  }

  /** The first and last key as text. */
  get span(): { readonly first: string | null; readonly last: string | null } {
    const show = (key: bigint | undefined) => (key === undefined ? null : this.#show(key));
    return { first: show(this.#first), last: show(this.#tracker.last) };
  }

  /** Returns what is wrong with the next row, each as "kind: sentence". */
  take(cells: Cells): readonly string[] {
    const { key, continuity } = this.#form;
    const text = cells[key] ?? '';
    if (!/^\d{1,20}$/.test(text)) return [`values: ${key} must be a whole number, was ${quote(text)}.`];
    const value = BigInt(text);
    const last = this.#tracker.last;
    const gap = this.#tracker.take(value);
    this.#first ??= value;
    return [
      ...(last === undefined || value > last ? [] : [this.#orderFault(value, last)]),
      ...(gap === undefined ? [] : [`gap: ${gapText(continuity, gap)}`]),
      ...this.#alignment(value, cells),
      ...this.#timeFaults(cells),
      ...this.#valueFaults(cells),
    ];
  }

  /** Returns the gap between the last row and the end of the window. */
  end(expected: ExpectedEnd): readonly string[] {
    const gap = this.#tracker.end(expected);
    return gap === undefined ? [] : [`gap: ${gapText(this.#form.continuity, gap)}`];
  }

  #orderFault(value: bigint, last: bigint): string {
    const name = `${this.#form.key} ${this.#show(value)}`;
    return value === last
      ? `duplicate: ${name} stands in the row before as well.`
      : `order: ${name} follows ${this.#show(last)}.`;
  }

  #show(key: bigint): string {
    return this.#form.continuity.step.by === 'one' ? String(key) : formatTime(key);
  }

  /** Whether a candle opens where candles of its interval do, and closes 1 ms before the next one opens. */
  #alignment(open: bigint, cells: Cells): string[] {
    const { interval, zone, steps } = this.#form;
    if (interval === undefined) return [];
    // The day on which candles of three days begin is not published; their hour is.
    const grid = interval === '3d' ? '1d' : interval;
    const zoneMinutes = zoneMinutesOf(zone);
    const expected = candleOpen(grid, zoneMinutes, candleNumber(grid, zoneMinutes, Number(open)));
    if (BigInt(expected) !== open)
      return [`alignment: openTime ${formatTime(open)} is no boundary of ${interval}.`];
    const close = cells['closeTime'];
    const closes = steps.move(open, 1n) - 1n;
    return close === undefined || close === String(closes)
      ? []
      : [`values: closeTime ${safeText(close)} must be ${closes}.`];
  }

  #timeFaults(cells: Cells): string[] {
    const name = Object.keys(cells).find((one) => TIMES.has(one));
    if (name === undefined || !/^\d{1,20}$/.test(cells[name]!)) return [];
    const time = BigInt(cells[name]!);
    const before = this.#lastTime;
    this.#lastTime = time;
    if (before === undefined || time >= before) return [];
    return [`order: ${name} ${formatTime(time)} is before ${formatTime(before)} of the row before.`];
  }

  #valueFaults(cells: Cells): string[] {
    const faults: string[] = [];
    const numbers = new Map<string, Decimal>();
    for (const column of this.#form.columns) {
      const text = cells[column.name];
      if (text === undefined || column.is === 'text' || column.is === 'boolean') continue;
      const number = parseDecimal(text);
      const fault = valueFault(column, text, number);
      if (fault !== undefined) faults.push(`values: ${fault}`);
      if (number !== undefined) numbers.set(column.name, number);
    }
    return [...faults, ...rangeFaults(cells, numbers)];
  }
}

/** Returns what is wrong with a number in a column. An exchange leaves out numbers that it has not recorded. */
function valueFault({ name, is }: Column, text: string, number: Decimal | undefined): string | undefined {
  if (text === '' && !REQUIRED.has(name)) return undefined;
  const mustBeWhole = is === 'integer' || is === 'time';
  if (number === undefined || (mustBeWhole && !/^-?\d+$/.test(text)))
    return `${name} must be a ${mustBeWhole ? 'whole' : 'decimal'} number, was ${quote(text)}.`;
  if (POSITIVE.has(name) && sign(number) <= 0) return `${name} must be greater than 0, was ${text}.`;
  return NOT_NEGATIVE.has(name) && sign(number) < 0 ? `${name} ${text} is below 0.` : undefined;
}

/** Values of which the first is never below the second. */
const ORDERED = [
  ['high', 'low'],
  ['high', 'open'],
  ['high', 'close'],
  ['open', 'low'],
  ['close', 'low'],
  ['volume', 'takerBuyVolume'],
  ['quoteVolume', 'takerBuyQuoteVolume'],
  ['l', 'f'],
] as const;

function rangeFaults(cells: Cells, numbers: ReadonlyMap<string, Decimal>): string[] {
  return ORDERED.flatMap(([greater, less]) => {
    const [above, below] = [numbers.get(greater), numbers.get(less)];
    if (above === undefined || below === undefined || compare(above, below) >= 0) return [];
    return [`values: ${greater} ${cells[greater]} is below ${less} ${cells[less]}.`];
  });
}

function quote(text: string): string {
  return `"${safeText(text.slice(0, 40))}"`;
}
