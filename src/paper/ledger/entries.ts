/** The journal of a paper ledger: entries in the order of time, each with the hash of the entry before it. */
import type { Action } from '../../thesis/contract.ts';
import { type CanonicalMembers, type CanonicalValue, canonicalText, sha256 } from '../canonical.ts';
import type { PriceSource } from '../market/path.ts';
import type { BookName, Trigger } from './position.ts';
import type { PostingRecord } from './postings.ts';

/** An execution as the journal records it; amounts are decimal strings, times Unix ms. */
export type ExecutionRecord = {
  readonly execution_id: string;
  readonly position_id: string;
  readonly symbol: string;
  readonly side: string;
  readonly effect: 'open' | 'add' | 'reduce' | 'close';
  readonly trigger: Trigger;
  readonly time: number;
  readonly quantity: string;
  readonly price: string;
  readonly value: string;
  readonly reference_price: string;
  readonly price_source: PriceSource | 'thesis';
  readonly slippage: string;
  readonly fee: string;
  readonly fee_kind: 'taker' | 'maker' | 'liquidation';
  readonly realised: string;
  /**
   * The margin of the execution: above zero where it was added to the position, below zero where it was
   * released.
   */
  readonly margin: string;
  readonly shortfall: string;
  /**
   * `adverse_first` where the data could not show which of two exits came first, and the worse one for the
   * account was assumed.
   */
  readonly assumed: 'adverse_first' | null;
};

/** The exit levels of a position as the journal records them. */
export type LevelsRecord = {
  readonly stop_loss_price: string | null;
  readonly take_profit_price: string | null;
  readonly deadline: number | null;
};

/** The paper position from which a watch position was copied. */
export type CopiedRecord = {
  readonly position_id: string;
  readonly quantity: string;
  readonly cost: string;
  readonly held_since: number;
};

export type EntryKind = 'open' | 'thesis' | 'exit' | 'funding' | 'copy';
export type ThesisStatus = 'applied' | 'recorded' | 'refused' | 'duplicate';

/** The content of a journal entry. Every member is always present, and null where it does not apply. */
export type EntryBody = {
  readonly time: number;
  readonly book: BookName;
  readonly kind: EntryKind;
  readonly decided_at: number | null;
  readonly thesis: string | null;
  readonly action: Action | null;
  readonly status: ThesisStatus | null;
  readonly reason: string | null;
  /** The number of the journal entry whose thesis is repeated by a duplicate. */
  readonly of: number | null;
  readonly warnings: readonly string[];
  readonly agent: string | null;
  readonly run_id: string | null;
  readonly source: string | null;
  readonly position_id: string | null;
  readonly executions: readonly ExecutionRecord[];
  readonly postings: readonly PostingRecord[];
  readonly rate: string | null;
  readonly mark: string | null;
  readonly levels: LevelsRecord | null;
  readonly copied: CopiedRecord | null;
};

/** An entry of the journal. */
export type LedgerEntry = EntryBody & {
  readonly seq: number;
  readonly previous_hash: string;
  readonly hash: string;
};

/** The number and the hash of the journal's last entry. */
export type Head = { readonly seq: number; readonly hash: string };

/** The hash that the first journal entry gives as that of the entry before it. */
export const NO_HASH = '0'.repeat(64);

/** What the caller says of a journal entry; the other members are null or empty. */
export type NewEntry = Partial<EntryBody> & Pick<EntryBody, 'time' | 'book' | 'kind'>;

/** An entry with every member empty. Its members have the order of canonical JSON, so that they are sorted already. */
const BLANK = {
  action: null,
  agent: null,
  book: 'paper',
  copied: null,
  decided_at: null,
  executions: [],
  kind: 'open',
  levels: null,
  mark: null,
  of: null,
  position_id: null,
  postings: [],
  rate: null,
  reason: null,
  run_id: null,
  seq: 0,
  source: null,
  status: null,
  thesis: null,
  time: 0,
  warnings: [],
} as const satisfies Omit<LedgerEntry, 'hash' | 'previous_hash'>;

/** Returns the hash of an entry; `text` is its canonical text without `hash` and `previous_hash`. */
export function entryHash(previous: string, text: string): string {
  return sha256(`${previous}\n${text}`);
}

/** The canonical texts of the entries that this process appended: the text that is hashed is most of what is printed. */
const writtenTexts = new WeakMap<object, string>();

/** Returns the canonical text of a journal entry, or of any other value. */
export function entryText(entry: CanonicalValue): string {
  const written = typeof entry === 'object' && entry !== null ? writtenTexts.get(entry) : undefined;
  return written ?? canonicalText(entry);
}

/**
 * Returns the members of an entry as canonical JSON without braces, in three parts: `hash` is written before the second
 * and `previous_hash` before the third.
 */
function membersOf(entry: Omit<LedgerEntry, 'hash' | 'previous_hash'>): readonly [string, string, string] {
  const { action, agent, book, copied, decided_at, executions } = entry;
  const { kind, levels, mark, of, position_id, postings } = entry;
  const { rate, reason, run_id, seq, source, status, thesis, time, warnings } = entry;
  return [
    withoutBraces({ action, agent, book, copied, decided_at, executions }),
    withoutBraces({ kind, levels, mark, of, position_id, postings }),
    withoutBraces({ rate, reason, run_id, seq, source, status, thesis, time, warnings }),
  ];
}

function withoutBraces(members: CanonicalMembers): string {
  return canonicalText(members).slice(1, -1);
}

/** Appends journal entries, each with the hash of the entry before it. */
export class Journal {
  readonly entries: LedgerEntry[] = [];

  /** The number of the next journal entry. */
  get nextSeq(): number {
    return this.entries.length + 1;
  }

  get head(): Head {
    const last = this.entries.at(-1);
    return { seq: last?.seq ?? 0, hash: last?.hash ?? NO_HASH };
  }

  append(body: NewEntry): LedgerEntry {
    const numbered = { ...BLANK, ...body, seq: this.nextSeq };
    const previous = this.head.hash;
    const [first, second, third] = membersOf(numbered);
    const hash = entryHash(previous, `{${first},${second},${third}}`);
    const entry: LedgerEntry = { ...numbered, previous_hash: previous, hash };
    writtenTexts.set(entry, `{${first},"hash":"${hash}",${second},"previous_hash":"${previous}",${third}}`);
    this.entries.push(entry);
    return entry;
  }

  /** Takes in the next entry of a journal that was written before, whose hash has been checked. */
  restore(entry: LedgerEntry): void {
    this.entries.push(entry);
  }
}
