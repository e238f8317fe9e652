/**
 * Draws a market stream as a table that is updated in place: one row for each symbol, or the last events of a stream
 * whose events stand for themselves, such as trades.
 */
import { plainCell } from '../../core/cells.ts';
import { compare, parseDecimal } from '../../core/decimal.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { eventValue } from '../../stream/events/event-fields.ts';
import type { CommandCall } from '../types.ts';
import { type ChosenFields, readFields } from './lines/chosen-fields.ts';
import { chosenSource } from './lines/event-choice.ts';
import { chosenEvents, type EventSource, type ReadEvent, readMessage } from './lines/event-source.ts';
import { EventTable } from './lines/event-table.ts';
import { canDraw, Screen } from './screen.ts';

/** The number of rows if `--top` is omitted; few enough for most terminals. */
const ROWS_USUAL = 20;
/** The most rows of `--top`. */
const ROWS_MAX = 1000;

/** Throws a usage error if the terminal cannot redraw a table. */
export function assertCanDraw(call: CommandCall): void {
  if (canDraw(call)) return;
  throw usageError(
    '--watch redraws a table on a terminal, and stdout is none that can.',
    'Omit --watch to write one line for each event, such as with -o ndjson.',
  );
}

export class WatchTable {
  readonly #call: CommandCall;
  readonly #signal: AbortSignal;
  readonly #source: EventSource;
  readonly #chosen: EventSource;
  readonly #table: EventTable;
  readonly #screen: Screen;
  readonly #sort: ChosenFields | undefined;
  readonly #top: number;
  /** The last event of each symbol; of events that stand for themselves, the last ones by their number. */
  readonly #rows = new Map<string, ReadEvent>();
  #count = 0;

  /** Throws a usage error for several kinds of streams, and for a field that their events do not have. */
  constructor(call: CommandCall, signal: AbortSignal, source: EventSource) {
    assertCanDraw(call);
    const { output, options, services } = call;
    if (source.kinds.length !== 1 || source.isMixed)
      throw usageError('--watch shows one kind of stream.', 'Omit --also, or run a command for each kind.');
    const { stdout } = services.world;
    this.#call = call;
    this.#signal = signal;
    this.#source = source;
    this.#chosen = chosenSource(call, source);
    this.#sort = readFields('sort', options['sort'], source);
    this.#top = rowCount(options['top']);
    this.#screen = new Screen(stdout);
    const fields = readFields('fields', options['fields'], source);
    this.#table = new EventTable({ source, fields, paint: output.paint, width: () => stdout.columns });
  }

  /** Updates the rows with the events of a message; ignores what is not JSON. */
  message(bytes: Buffer, stream: string | undefined): void {
    for (const event of readMessage(this.#source, bytes, stream)?.events ?? []) {
      const { isLog, symbolAt } = event.kind?.view ?? {};
      const [shown] = chosenEvents(this.#chosen, [event]);
      if (isLog === true && shown === undefined) continue;
      this.#count += 1;
      const symbol =
        symbolAt && plainCell(eventValue(event.value, { path: symbolAt.split('.') }, event.inName));
      const key = isLog === true ? String(this.#count) : (symbol ?? '');
      // A symbol whose last event does not meet the condition has no row.
      if (shown === undefined) this.#rows.delete(key);
      else this.#rows.set(key, shown);
      const [oldest] = this.#rows.keys();
      if (isLog === true && this.#rows.size > this.#top) this.#rows.delete(oldest!);
    }
  }

  /** Draws until the stream ends. */
  draw(): Promise<void> {
    return this.#screen.drawUntil(this.#signal, this.#call.services.world.clock, () => this.#lines());
  }

  /** Leaves the last table on the terminal, and shows its cursor again. */
  close(): void {
    this.#screen.close();
  }

  #lines(): readonly string[] {
    if (this.#rows.size === 0) return [this.#call.output.paint.dim('waiting for the first message')];
    return this.#table.page(this.#sorted([...this.#rows.values()]).slice(0, this.#top));
  }

  /** Sorts rows by the fields of `--sort`: numbers by value, text by code units, rows without a value last. */
  #sorted(rows: readonly ReadEvent[]): readonly ReadEvent[] {
    const fields = this.#sort;
    if (fields === undefined) return rows;
    const sign = this.#call.options['desc'] === true ? -1 : 1;
    const keyed = rows.map((row) => ({
      row,
      keys: fields.names.map((name) => plainCell(fields.value(row, name))),
    }));
    keyed.sort((a, b) => {
      for (const [at, key] of a.keys.entries()) {
        const order = orderOf(key, b.keys[at]!, sign);
        if (order !== 0) return order;
      }
      return 0;
    });
    return keyed.map(({ row }) => row);
  }
}

function orderOf(a: string, b: string, sign: 1 | -1): number {
  if (a === '' || b === '') return (a === '' ? 1 : 0) - (b === '' ? 1 : 0);
  const [first, second] = [parseDecimal(a), parseDecimal(b)];
  if (first !== undefined && second !== undefined) return sign * compare(first, second);
  return a === b ? 0 : sign * (a < b ? -1 : 1);
}

function rowCount(typed: CommandCall['options'][string]): number {
  if (typeof typed !== 'string') return ROWS_USUAL;
  const count = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  if (count > 0 && count <= ROWS_MAX) return count;
  throw usageError(`--top must be 1 to ${ROWS_MAX}, was "${safeText(typed.slice(0, 40))}".`);
}
