/** One book of a paper ledger, and the changes that a journal entry makes to it. */
import { add, type Decimal, negate, ZERO } from '../../core/decimal.ts';
import type { Side } from '../../thesis/contract.ts';
import type { BookSnapshot, SpentDepth } from '../market/depth.ts';
import type { ExecutionRecord } from './entries.ts';
import { forSide } from './liquidation.ts';
import type { BookName, Position } from './position.ts';
import { Balances, Postings } from './postings.ts';

/** The positions, executions, balances and spent depth of one book. */
export class PaperBook {
  readonly name: BookName;
  readonly asset: string;
  readonly balances = new Balances();
  /** The positions by their ids, in order of opening. */
  readonly positions = new Map<string, Position>();
  /** The position id of each execution, keyed by execution id. */
  readonly executions = new Map<string, string>();
  /** By symbol. */
  readonly spentDepth = new Map<string, SpentDepth>();
  readonly #open = new Map<string, readonly Position[]>();

  constructor(name: BookName, asset: string) {
    this.name = name;
    this.asset = asset;
  }

  get cash(): Decimal {
    return this.balances.balanceOf('cash', this.asset);
  }

  /** Returns the open positions of a symbol in order of opening. */
  openOf(symbol: string): readonly Position[] {
    return this.#open.get(symbol) ?? NO_POSITIONS;
  }

  /** Returns all open positions by symbol, in the order in which the symbols had their first position. */
  allOpen(): readonly Position[] {
    const all: Position[] = [];
    for (const positions of this.#open.values()) all.push(...positions);
    return all;
  }

  /** Stores the present state of a position. */
  put(position: Position): void {
    this.positions.set(position.id, position);
    const others = this.openOf(position.symbol).filter(({ id }) => id !== position.id);
    const all = position.closedAt === null ? [...others, position] : others;
    all.sort((a, b) => numberOf(a) - numberOf(b));
    this.#open.set(position.symbol, all);
  }
}

/** Returns the number within a position's id, which counts the positions in order of opening. */
function numberOf({ id }: Position): number {
  return Number(id.slice(id.indexOf('-') + 1));
}

const NO_POSITIONS: readonly Position[] = [];

/** The postings and executions of one journal entry. */
export class EntryParts {
  readonly postings = new Postings();
  readonly executions: ExecutionRecord[] = [];
}

/** Changes to a book that take effect when they are committed; a refused thesis drops them. */
export class Draft {
  readonly book: PaperBook;
  readonly positions = new Map<string, Position>();
  readonly #parts: EntryParts[] = [];
  readonly #spent = new Map<string, SpentDepth>();
  #opened = 0;
  #executed = 0;

  constructor(book: PaperBook) {
    this.book = book;
  }

  /** Starts the postings and executions of a further journal entry. */
  begin(): EntryParts {
    const parts = new EntryParts();
    this.#parts.push(parts);
    return parts;
  }

  /** The free cash of the book after all postings of the draft. */
  get cash(): Decimal {
    return this.#parts.reduce(
      (sum, { postings }) => add(sum, postings.amountOf('cash', this.book.asset)),
      this.book.cash,
    );
  }

  nextPositionId(): string {
    this.#opened += 1;
    return `${this.#prefix}pos-${this.book.positions.size + this.#opened}`;
  }

  nextExecutionId(): string {
    this.#executed += 1;
    return `${this.#prefix}exe-${this.book.executions.size + this.#executed}`;
  }

  get #prefix(): string {
    return this.book.name === 'watch' ? 'w' : '';
  }

  /** Returns the quantities that fills of this book have taken from an order book snapshot. */
  spentOf(symbol: string, snapshot: BookSnapshot): SpentDepth {
    const spent = this.#spent.get(symbol) ?? this.book.spentDepth.get(symbol);
    return spent?.snapshot === snapshot ? spent : { snapshot, bids: ZERO, asks: ZERO };
  }

  spend(symbol: string, snapshot: BookSnapshot, taken: 'bids' | 'asks', quantity: Decimal): void {
    const spent = this.spentOf(symbol, snapshot);
    this.#spent.set(symbol, { ...spent, [taken]: add(spent[taken], quantity) });
  }

  /**
   * Writes the changes of the draft into the book. `seqsOf` returns the numbers of the journal entries that
   * changed a position.
   */
  commit(seqsOf: (position: Position) => readonly number[]): void {
    for (const position of this.positions.values()) {
      this.book.put({ ...position, history: [...position.history, ...seqsOf(position)] });
    }
    for (const { postings, executions } of this.#parts) {
      this.book.balances.add(postings.list());
      for (const { execution_id: id, position_id: position } of executions) {
        this.book.executions.set(id, position);
      }
    }
    for (const [symbol, spent] of this.#spent) this.book.spentDepth.set(symbol, spent);
  }
}

/** Posts the quantity by which a position grows (above zero) or shrinks (below zero). */
export function postExposure(
  postings: Postings,
  position: { readonly id: string; readonly symbol: string; readonly side: Side },
  quantity: Decimal,
): void {
  const signedQuantity = forSide(position.side, quantity);
  postings.post(`exposure:${position.id}`, position.symbol, signedQuantity);
  postings.post('market', position.symbol, negate(signedQuantity));
}
