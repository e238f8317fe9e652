/** Draws order books on the terminal: side by side where it is wide enough, below each other where it is not. */
import type { Sink } from '../../app/world.ts';
import { padEnd, plural } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import type { UnixMs } from '../../core/words.ts';
import type { Paint } from '../types.ts';
import { ladderHeight, renderBook, type ShownBook } from './book-view.ts';
import { fitToWidth, Screen } from './screen.ts';

/** The largest number of price levels on each side of a ladder. */
const LEVELS_MAX = 15;
/** The fewest columns of a ladder that stands beside another one. */
const COLUMNS_MIN = 38;
const GAP = '  ';
/** Rows below the books: an empty one, the last note, and that of the cursor. */
const ROWS_BELOW = 3;
const COLOUR_CODES = /\u001b\[[\d;]*m/g;

/** How books are arranged on a terminal. */
export interface BookLayout {
  /** Ladders beside each other. */
  readonly across: number;
  /** Columns of each ladder. */
  readonly width: number;
  /** Price levels on each side. */
  readonly levels: number;
  /** How many books fit. */
  readonly count: number;
}

/** Returns the layout that shows the most books, and as many levels of each as fit; `rows` is undefined if not known. */
export function layoutOf(
  books: number,
  levels: number,
  { columns, rows }: { readonly columns: number; readonly rows?: number | undefined },
): BookLayout {
  const most = Math.max(1, Math.floor((columns + GAP.length) / (COLUMNS_MIN + GAP.length)));
  const across = Math.min(books, most);
  const width = Math.floor((columns - (across - 1) * GAP.length) / across);
  const wanted = Math.min(levels, LEVELS_MAX);
  if (rows === undefined) return { across, width, levels: wanted, count: books };
  const height = Math.max(ladderHeight(1), rows - ROWS_BELOW);
  const bands = Math.min(Math.ceil(books / across), Math.floor(height / ladderHeight(1)));
  const fitting = Math.floor((Math.floor(height / bands) - ladderHeight(0)) / 2);
  return {
    across,
    width,
    levels: Math.max(1, Math.min(wanted, fitting)),
    count: Math.min(books, bands * across),
  };
}

export class BookScreen {
  readonly #sink: Sink;
  readonly #screen: Screen;
  readonly #paint: Paint;
  readonly #levels: number;
  #note = '';

  constructor(sink: Sink, paint: Paint, levels: number) {
    this.#sink = sink;
    this.#screen = new Screen(sink);
    this.#paint = paint;
    this.#levels = levels;
  }

  /** Keeps the last thing that went wrong below the books. */
  note(text: string, at: UnixMs): void {
    this.#note = `${formatTime(at)}  ${text}`;
  }

  /** Draws the books in their order, and how many do not fit. */
  draw(books: readonly ShownBook[]): void {
    const { across, width, levels, count } = layoutOf(books.length, this.#levels, this.#sink);
    const ladders = books
      .slice(0, count)
      .map((book) => renderBook(book, { width, levels, paint: this.#paint }));
    const bands = Array.from({ length: Math.ceil(count / across) }, (_, band) =>
      besideEachOther(ladders.slice(band * across, (band + 1) * across), width),
    );
    const hidden = books.length - count;
    const below =
      hidden > 0 ? `${plural(hidden, 'more book')}: make the terminal larger to see more` : this.#note;
    const last = below === '' ? [] : ['', this.#paint.dim(fitToWidth(below, this.#sink.columns))];
    this.#screen.draw([...bands.flat(), ...last]);
  }

  /** Leaves the last ladders on the terminal, and shows its cursor again. */
  close(): void {
    this.#screen.close();
  }
}

function besideEachOther(ladders: readonly (readonly string[])[], width: number): readonly string[] {
  const [first = []] = ladders;
  return first.map((_, row) =>
    ladders
      .map((ladder) => padded(ladder[row]!, width))
      .join(GAP)
      .trimEnd(),
  );
}

/** Returns a line padded to a width; colour codes take no columns. */
function padded(line: string, width: number): string {
  const plain = line.replace(COLOUR_CODES, '');
  return `${line}${padEnd(plain, width).slice(plain.length)}`;
}
