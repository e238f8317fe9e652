/** Draws an account on the terminal while its user stream runs: balances, positions, open orders, and the last events. */
import type { UserStreamProduct } from '../../catalogue/stream-types.ts';
import { WATCHED_LISTS } from '../../catalogue/watched-account.ts';
import { readJson } from '../../core/json.ts';
import { safeText, truncate } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import type { CommandCall } from '../types.ts';
import { chosenSource } from './lines/event-choice.ts';
import { type EventSource, readMessage, userSource } from './lines/event-source.ts';
import { EventTable } from './lines/event-table.ts';
import { Screen } from './screen.ts';
import { assertCanDraw } from './watch-table.ts';
import { WatchedRows } from './watched-rows.ts';

/** The number of events that stand below the lists. */
const EVENTS_SHOWN = 6;
/** Rows of a terminal whose height is not known. */
const ROWS_USUAL = 40;

/** A part of the screen: its heading and its lines. */
interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

export class AccountScreen {
  readonly #call: CommandCall;
  readonly #signal: AbortSignal;
  readonly #screen: Screen;
  readonly #lists: readonly WatchedRows[];
  readonly #source: EventSource;
  readonly #events: EventTable;
  #last: readonly string[] = [];
  #note = '';

  /** Throws a usage error if the terminal cannot redraw lines. */
  constructor(call: CommandCall, product: UserStreamProduct, signal: AbortSignal) {
    assertCanDraw(call);
    const { stdout } = call.services.world;
    this.#call = call;
    this.#signal = signal;
    this.#screen = new Screen(stdout);
    this.#lists = WATCHED_LISTS[product].map((list) => new WatchedRows(list));
    this.#source = chosenSource(call, userSource(product));
    this.#events = this.#tableOf(this.#source);
  }

  /** Takes over what a query showed, at the start and after each connection. */
  queried(kind: string, data: JsonValue): void {
    for (const list of this.#lists) list.query(kind, data);
  }

  /** Takes over an event of the stream. */
  event(bytes: Buffer): void {
    const read = readJson(bytes.toString('utf8'));
    if (read.ok && isObject(read.value)) for (const list of this.#lists) list.event(read.value);
    const lines = this.#events.lines(readMessage(this.#source, bytes, undefined)?.events ?? []);
    this.#last = [...this.#last, ...lines].slice(-EVENTS_SHOWN);
  }

  /** Keeps the last thing that happened to the connection at the end of the screen. */
  note(text: string): void {
    this.#note = `${formatTime(this.#call.services.world.clock.now())}  ${safeText(text)}`;
  }

  /** Draws until the stream ends. */
  draw(): Promise<void> {
    return this.#screen.drawUntil(this.#signal, this.#call.services.world.clock, () => this.#lines());
  }

  /** Leaves the last lines on the terminal, and shows its cursor again. */
  close(): void {
    this.#screen.close();
  }

  #lines(): readonly string[] {
    const { stdout } = this.#call.services.world;
    const { paint } = this.#call.output;
    const sections = [
      ...this.#lists.map((rows): Section => {
        const { kind, shown } = rows;
        const known = { kind, inName: {} };
        const source = { kinds: [kind], isMixed: false, hasStreams: false, kindOf: () => known };
        const events = shown.map((value) => ({ value, stream: undefined, ...known }));
        return { title: kind.title, lines: this.#tableOf(source).page(events) };
      }),
      { title: 'last events', lines: this.#last },
    ];
    const note = this.#note === '' ? [] : [paint.dim(truncate(this.#note, stdout.columns))];
    const room = (stdout.rows ?? ROWS_USUAL) - note.length - 1;
    const fitted = fitToRows(sections, room);
    return [
      ...fitted.flatMap(({ title, lines }) => [
        paint.cyan(title),
        ...(lines.length === 0 ? [paint.dim('none')] : lines),
      ]),
      ...note,
    ];
  }

  #tableOf(source: EventSource): EventTable {
    const { services, output } = this.#call;
    const width = () => services.world.stdout.columns;
    return new EventTable({ source, fields: undefined, paint: output.paint, width });
  }
}

/** Shortens the longest lists until all sections fit into so many rows, and says how many lines are missing. */
export function fitToRows(sections: readonly Section[], rows: number): readonly Section[] {
  const kept = sections.map(({ lines }) => lines.length);
  const height = () => kept.reduce((sum, count) => sum + Math.max(1, count) + 1, 0);
  while (height() > rows && Math.max(...kept) > 2) {
    const longest = kept.indexOf(Math.max(...kept));
    kept[longest] = kept[longest]! - 1;
  }
  return sections.map(({ title, lines }, at) => {
    const count = kept[at]!;
    if (count === lines.length) return { title, lines };
    const missing = lines.length - count + 1;
    return { title, lines: [...lines.slice(0, count - 1), `and ${missing} more`] };
  });
}
