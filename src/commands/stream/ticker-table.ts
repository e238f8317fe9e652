/** Draws tickers as a table that is updated in place: one row per symbol, in order of first arrival. */
import { parseJson } from '../../core/json.ts';
import { padEnd, padStart, safeText } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import type { JsonValue } from '../../core/words.ts';
import { unwrapMessage } from '../../stream/router.ts';
import type { CommandCall } from '../types.ts';
import { decimalPlaces, fitToWidth, Screen, withDecimalPlaces } from './screen.ts';

type Ticker = Readonly<Record<string, JsonValue>>;

/** Columns and the message fields they show; a narrow terminal hides columns from the end of the list. */
const COLUMNS = [
  { title: 'last', letter: 'c' },
  { title: 'change %', letter: 'P' },
  { title: 'high', letter: 'h' },
  { title: 'low', letter: 'l' },
  { title: 'volume', letter: 'v' },
] as const;

const DRAW_MS = 250;
const SYMBOL_WIDTH = 12;
const COLUMN_WIDTH = 16;
/** Max rows of the table. */
const ROWS_MAX = 40;

export class TickerTable {
  readonly #call: CommandCall;
  readonly #signal: AbortSignal;
  readonly #screen: Screen;
  readonly #rows = new Map<string, Ticker>();
  readonly #places = new Map<string, number>();

  constructor(call: CommandCall, signal: AbortSignal) {
    this.#call = call;
    this.#signal = signal;
    this.#screen = new Screen(call.services.world.stdout);
  }

  /** Updates the table with a message; ignores messages other than tickers. */
  message(bytes: Buffer): void {
    try {
      const value = parseJson(unwrapMessage(bytes).toString('utf8')) as Ticker;
      if (typeof value?.['s'] === 'string') this.#rows.set(value['s'], value);
    } catch {
      return;
    }
  }

  /** Draws the table four times a second until the stream ends. */
  async draw(): Promise<void> {
    const { clock } = this.#call.services.world;
    while (!this.#signal.aborted) {
      await clock.sleep(DRAW_MS, this.#signal).catch(() => {});
      this.#screen.draw(this.#lines());
    }
  }

  close(): void {
    this.#screen.close();
  }

  /**
   * Returns a number without trailing zeros, but with as many decimals as an earlier number of its cell had,
   * so that the width of the column is stable.
   */
  #alignedText(symbol: string, letter: string, text: string): string {
    const key = `${symbol} ${letter}`;
    const places = Math.max(this.#places.get(key) ?? 0, decimalPlaces(text));
    this.#places.set(key, places);
    return withDecimalPlaces(text, places);
  }

  #lines(): readonly string[] {
    const { output, services } = this.#call;
    const { paint } = output;
    const width = services.world.stdout.columns;
    const columnCount = Math.max(1, Math.floor((width - SYMBOL_WIDTH - 1) / COLUMN_WIDTH));
    const columns = COLUMNS.slice(0, columnCount);
    const header =
      padEnd('symbol', SYMBOL_WIDTH) + columns.map(({ title }) => padStart(title, COLUMN_WIDTH)).join('');
    const times = [...this.#rows.values()].map(({ E }) => (typeof E === 'number' ? E : 0));
    const rows = [...this.#rows].slice(0, ROWS_MAX).map(([symbol, row]) => {
      const cells = columns.map(({ letter }) =>
        padStart(safeText(this.#alignedText(symbol, letter, String(row[letter] ?? '-'))), COLUMN_WIDTH),
      );
      const line = fitToWidth(padEnd(safeText(symbol), SYMBOL_WIDTH) + cells.join(''), width);
      const change = row['P'];
      if (typeof change !== 'string' || Number(change) === 0) return line;
      return change.startsWith('-') ? paint.red(line) : paint.green(line);
    });
    const footer = times.length === 0 ? 'waiting for the first message' : formatTime(Math.max(...times));
    return [paint.bold(fitToWidth(header, width)), ...rows, paint.dim(fitToWidth(footer, width))];
  }
}
