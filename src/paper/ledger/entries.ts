/** The journal: entries in the order of time, each with the hash of the one before. */
import type { Action } from '../../thesis/contract.ts';
import { canonicalText, sha256 } from '../canonical.ts';
import type { PriceSource } from '../market/path.ts';
import type { BookName, Trigger } from './position.ts';
import type { PostingRecord } from './postings.ts';

/** A fill as it is recorded; amounts are printed decimals, times Unix ms. */
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
  /** Above zero where margin entered, below where it left. */
  readonly margin: string;
  readonly shortfall: string;
  /** `adverse_first` where the data could not decide and the worse exit counted. */
  readonly assumed: 'adverse_first' | null;
};

/** The exit levels of a position as they are recorded. */
export type LevelsRecord = {
  readonly stop_loss_price: string | null;
  readonly take_profit_price: string | null;
  readonly deadline: number | null;
};

/** The position of which a copy was made. */
export type CopiedRecord = {
  readonly position_id: string;
  readonly quantity: string;
  readonly cost: string;
  readonly held_since: number;
};

export type EntryKind = 'open' | 'thesis' | 'exit' | 'funding' | 'copy';
export type ThesisStatus = 'applied' | 'recorded' | 'refused' | 'duplicate';

/** What an entry says; every member is always present, null where it does not apply. */
export type EntryBody = {
  readonly time: number;
  readonly book: BookName;
  readonly kind: EntryKind;
  readonly decided_at: number | null;
  readonly thesis: string | null;
  readonly action: Action | null;
  readonly status: ThesisStatus | null;
  readonly reason: string | null;
  /** The entry that a duplicate repeats. */
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

/** The number and the hash of the last entry. */
export type Head = { readonly seq: number; readonly hash: string };

/** What precedes the first entry. */
const NO_HASH = '0'.repeat(64);

/** An entry without content, to be completed. */
export const EMPTY_BODY = {
  decided_at: null,
  thesis: null,
  action: null,
  status: null,
  reason: null,
  of: null,
  warnings: [],
  agent: null,
  run_id: null,
  source: null,
  position_id: null,
  executions: [],
  postings: [],
  rate: null,
  mark: null,
  levels: null,
  copied: null,
} as const satisfies Partial<EntryBody>;

/** Appends entries and chains their hashes. */
export class Journal {
  readonly entries: LedgerEntry[] = [];

  /** The number that the next entry gets. */
  get nextSeq(): number {
    return this.entries.length + 1;
  }

  get head(): Head {
    const last = this.entries.at(-1);
    return { seq: last?.seq ?? 0, hash: last?.hash ?? NO_HASH };
  }

  append(body: EntryBody): LedgerEntry {
    const numbered = { seq: this.nextSeq, ...body };
    const previous = this.head.hash;
    const hash = sha256(`${previous}\n${canonicalText(numbered)}`);
    const entry: LedgerEntry = { ...numbered, previous_hash: previous, hash };
    this.entries.push(entry);
    return entry;
  }
}
