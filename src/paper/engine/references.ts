/** Finds the position to which a thesis refers. */
import type { PaperBook } from '../ledger/book.ts';
import { isOpen, type Position } from '../ledger/position.ts';
import { symbolOf } from '../market/symbol-rules.ts';
import type { PaperRef, PaperThesis } from '../scenario/thesis-record.ts';
import { type RefusalReason, ThesisRefusal } from './refusal.ts';

/** The books of a ledger. */
export interface PaperBooks {
  readonly paper: PaperBook;
  readonly watch: PaperBook;
}

/**
 * The result of looking a reference up in one book: the position, or the reason of refusal;
 * `position_unknown` if there is no such position.
 */
type Found = { readonly position: Position } | { readonly refusal: RefusalReason };

/** Returns the position that has an id, or undefined. */
type Lookup = (id: string) => Position | undefined;

const UNKNOWN: Found = { refusal: 'position_unknown' };

/**
 * Returns the symbol on which a thesis acts, as it is written; undefined if it names none and its ids are unknown.
 */
export function symbolOfThesis(books: PaperBooks, thesis: PaperThesis): string | undefined {
  return writtenSymbol(thesis) ?? symbolOfReference(books, thesis);
}

/** Returns the symbol that a thesis names as the one on which it acts. */
export function writtenSymbol({ action, symbol, ref }: PaperThesis): string | undefined {
  return action === 'add' ? symbol : (ref.symbol ?? symbol);
}

/**
 * Returns the symbol of the position whose id a thesis gives; looks in the book of the thesis first, then in
 * the paper book.
 */
function symbolOfReference(books: PaperBooks, { mode, ref }: PaperThesis): string | undefined {
  for (const book of [books[mode], books.paper]) {
    const position =
      ref.positionId === undefined
        ? positionOfExecution(book, ref.executionId)
        : book.positions.get(ref.positionId);
    if (position !== undefined) return position.symbol;
  }
  return undefined;
}

function positionOfExecution(book: PaperBook, id: string | undefined): Position | undefined {
  const position = id === undefined ? undefined : book.executions.get(id);
  return position === undefined ? undefined : book.positions.get(position);
}

/**
 * Returns the open position to which a thesis refers. A watch thesis whose reference matches nothing in the
 * watch book may refer to an open position of the paper book, which is then to be copied. Refuses any other
 * reference.
 */
export function resolvePosition(
  books: PaperBooks,
  { mode, ref }: PaperThesis,
): { readonly position: Position; readonly isToCopy: boolean } {
  const own = mode === 'paper' ? findIn(books.paper, ref) : findInWatch(books, ref);
  if ('position' in own) return { position: own.position, isToCopy: false };
  if (mode === 'watch' && own.refusal === 'position_unknown') {
    const original = findIn(books.paper, ref);
    if ('position' in original) return { position: original.position, isToCopy: true };
  }
  throw new ThesisRefusal(own.refusal);
}

/** Throws a refusal if symbol or side of a thesis differ from those of the position to which it refers. */
export function checkAgreement({ symbol, side, action }: PaperThesis, position: Position): void {
  if (symbol !== undefined && symbolOf(symbol) !== position.symbol) {
    throw new ThesisRefusal('symbol_disagrees');
  }
  if (action === 'reduce' && side !== undefined && side !== position.side) {
    throw new ThesisRefusal('side_disagrees');
  }
}

function findIn(book: PaperBook, ref: PaperRef): Found {
  return find(
    book,
    ref,
    (id) => book.positions.get(id),
    (id) => positionOfExecution(book, id),
  );
}

/** Looks a reference up in the watch book; the id of a paper position finds its open copy there. */
function findInWatch({ paper, watch }: PaperBooks, ref: PaperRef): Found {
  const copyOf = (original: Position | undefined) =>
    original && watch.openOf(original.symbol).find(({ shadowOf }) => shadowOf === original.id);
  return find(
    watch,
    ref,
    (id) => watch.positions.get(id) ?? copyOf(paper.positions.get(id)),
    (id) => positionOfExecution(watch, id) ?? copyOf(positionOfExecution(paper, id)),
  );
}

function find(book: PaperBook, ref: PaperRef, byPosition: Lookup, byExecution: Lookup): Found {
  const symbol = ref.symbol === undefined ? undefined : symbolOf(ref.symbol);
  const found: (Position | undefined)[] = [];
  if (ref.positionId !== undefined) found.push(byPosition(ref.positionId));
  if (ref.executionId !== undefined) found.push(byExecution(ref.executionId));
  const [first] = found;
  if (found.length === 0) return findBySymbol(book, symbol!);
  if (first === undefined || found.includes(undefined)) return UNKNOWN;
  const agree = found.every((one) => one!.id === first.id);
  if (!agree || (symbol !== undefined && symbol !== first.symbol)) return { refusal: 'refs_disagree' };
  return isOpen(first) ? { position: first } : { refusal: 'position_closed' };
}

/**
 * Returns the only open position of a symbol, for a reference that gives no id; refuses where several are
 * open.
 */
function findBySymbol(book: PaperBook, symbol: string): Found {
  const open = book.openOf(symbol);
  if (open.length > 1) return { refusal: 'position_ambiguous' };
  return open[0] === undefined ? UNKNOWN : { position: open[0] };
}
