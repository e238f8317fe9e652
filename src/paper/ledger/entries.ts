/** The journal of a paper ledger: entries in the order of time, each with the hash of the entry before it. */
import type { Action } from '../../thesis/contract.ts';
import { type CanonicalValue, canonicalText, sha256 } from '../canonical.ts';
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

/** An entry whose hashes are not set yet. */
type UnhashedEntry = Omit<LedgerEntry, 'hash' | 'previous_hash'> & {
  readonly hash: undefined;
  readonly previous_hash: undefined;
};

/** The number and the hash of the journal's last entry. */
export type Head = { readonly seq: number; readonly hash: string };

/** The hash that the first journal entry gives as that of the entry before it. */
export const NO_HASH = '0'.repeat(64);

/** What the caller says of a journal entry; the other members are null or empty. */
export type NewEntry = Partial<EntryBody> & Pick<EntryBody, 'time' | 'book' | 'kind'>;

/**
 * Returns an entry with every member. Its members, and those of the records within, are in the order of canonical JSON, so
 * that `JSON.stringify` writes its canonical text; hashes that are not set are left out. Postings, levels and copies are
 * made in this order, executions in that of the columns of tables.
 */
function unhashedEntry(body: NewEntry, seq: number): UnhashedEntry {
  return {
    action: body.action ?? null,
    agent: body.agent ?? null,
    book: body.book,
    copied: body.copied ?? null,
    decided_at: body.decided_at ?? null,
    executions: (body.executions ?? []).map(inCanonicalOrder),
    hash: undefined,
    kind: body.kind,
    levels: body.levels ?? null,
    mark: body.mark ?? null,
    of: body.of ?? null,
    position_id: body.position_id ?? null,
    postings: body.postings ?? [],
    previous_hash: undefined,
    rate: body.rate ?? null,
    reason: body.reason ?? null,
    run_id: body.run_id ?? null,
    seq,
    source: body.source ?? null,
    status: body.status ?? null,
    thesis: body.thesis ?? null,
    time: body.time,
    warnings: body.warnings ?? [],
  };
}

function inCanonicalOrder(one: ExecutionRecord): ExecutionRecord {
  return {
    assumed: one.assumed,
    effect: one.effect,
    execution_id: one.execution_id,
    fee: one.fee,
    fee_kind: one.fee_kind,
    margin: one.margin,
    position_id: one.position_id,
    price: one.price,
    price_source: one.price_source,
    quantity: one.quantity,
    realised: one.realised,
    reference_price: one.reference_price,
    shortfall: one.shortfall,
    side: one.side,
    slippage: one.slippage,
    symbol: one.symbol,
    time: one.time,
    trigger: one.trigger,
    value: one.value,
  };
}

/** Returns the hash of an entry; `text` is its canonical text without `hash` and `previous_hash`. */
export function entryHash(previous: string, text: string): string {
  return sha256(`${previous}\n${text}`);
}

/** The texts that were hashed of the entries that this process appended. */
const hashedTexts = new WeakMap<object, string>();

/** Returns the canonical text of a journal entry, or of any other value. */
export function entryText(value: CanonicalValue): string {
  const hashed = typeof value === 'object' && value !== null ? hashedTexts.get(value) : undefined;
  return hashed === undefined ? canonicalText(value) : withHashes(hashed, value as LedgerEntry);
}

/**
 * Returns the canonical text of an entry from its text without hashes. A name in quotes after a comma is always that of a
 * member, since a text has its quotes escaped, and of an entry and the records within only the entry has a `kind` and a
 * `rate`.
 */
function withHashes(text: string, { hash, previous_hash: previous }: LedgerEntry): string {
  const kind = text.indexOf(',"kind":');
  const rate = text.indexOf(',"rate":', kind);
  return `${text.slice(0, kind)},"hash":"${hash}"${text.slice(kind, rate)},"previous_hash":"${previous}"${text.slice(rate)}`;
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
    const previous = this.head.hash;
    const unhashed = unhashedEntry(body, this.nextSeq);
    const text = JSON.stringify(unhashed);
    const entry = Object.assign(unhashed, {
      executions: body.executions ?? [],
      hash: entryHash(previous, text),
      previous_hash: previous,
    });
    hashedTexts.set(entry, text);
    this.entries.push(entry);
    return entry;
  }

  /** Takes in the next entry of a journal that was written before, whose hash has been checked. */
  restore(entry: LedgerEntry): void {
    this.entries.push(entry);
  }
}
