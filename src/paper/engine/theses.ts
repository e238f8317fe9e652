/**
 * The queue of theses: a thesis arrives, waits for a price of its symbol, and is applied as a whole or not at
 * all.
 */
import { compare } from '../../core/decimal.ts';
import { Draft, type EntryParts } from '../ledger/book.ts';
import type { EntryBody, LedgerEntry } from '../ledger/entries.ts';
import type { Position } from '../ledger/position.ts';
import { symbolOf } from '../market/symbol-rules.ts';
import { ONE } from '../numbers.ts';
import type { TimedThesis } from '../scenario/reader.ts';
import type { PaperThesis } from '../scenario/thesis-record.ts';
import { type ActionOutcome, addToPosition, leverageOf } from './add.ts';
import { adjustExits } from './adjust.ts';
import { copiedRecord, copyPosition, levelsRecord } from './copies.ts';
import { type MarketContext, usableSnapshot } from './fills.ts';
import type { Instrument, Quote } from './instrument.ts';
import { closePosition, reducePosition } from './leave.ts';
import type { Evidence, PaperLedger } from './ledger.ts';
import { checkAgreement, resolvePosition, symbolOfThesis } from './references.ts';
import { type RefusalReason, ThesisRefusal } from './refusal.ts';

/** A thesis that waits for a price of its symbol. */
export interface WaitingThesis {
  readonly time: number;
  readonly thesis: PaperThesis;
  readonly instrument: Instrument;
  /** The earliest time at which the thesis can be applied. */
  readonly readyAt: number;
}

/** The theses of a ledger: those that wait for a price, and the journal entries of those already applied. */
export class ThesisQueue {
  readonly #ledger: PaperLedger;
  /** In order of arrival. */
  waiting: readonly WaitingThesis[] = [];
  /** The number of the last journal entry that applied or recorded a thesis, keyed by the thesis hash. */
  readonly #done = new Map<string, number>();

  constructor(ledger: PaperLedger) {
    this.#ledger = ledger;
  }

  /** Returns whether a thesis was applied or recorded, or waits. */
  isKnown(hash: string): boolean {
    return this.#done.has(hash) || this.waiting.some((one) => one.thesis.hash === hash);
  }

  /** Notes that a journal entry of an earlier run applied or recorded a thesis. */
  restoreDone(hash: string, seq: number): void {
    this.#done.set(hash, seq);
  }

  /** Lets a thesis of an earlier run go on waiting for its price. */
  restoreWaiting(time: number, thesis: PaperThesis, readyAt: number): void {
    const symbol = symbolOfThesis(this.#ledger.books, thesis);
    const instrument = symbol === undefined ? undefined : this.#ledger.instruments.get(symbolOf(symbol));
    if (instrument === undefined)
      throw new RangeError(`the waiting thesis ${thesis.hash} names no known symbol`);
    this.waiting = [...this.waiting, { time, thesis, instrument, readyAt }];
  }

  /**
   * Takes a thesis whose time of decision has come: refuses it, records it if it changes no position, or lets it wait until
   * its symbol has a price.
   */
  arrive({ time, thesis, isAgain }: TimedThesis): void {
    if (thesis === null) {
      this.#ledger.append({
        time,
        book: 'paper',
        kind: 'thesis',
        decided_at: time,
        status: 'refused',
        reason: 'invalid_thesis',
      });
      return;
    }
    if (!isAgain && this.isKnown(thesis.hash)) {
      const of = this.#done.get(thesis.hash) ?? null;
      this.#appendThesis(thesis, time, time, { status: 'duplicate', of });
      return;
    }
    const outcome = this.#admit(thesis);
    if (typeof outcome === 'string') this.#refuse(thesis, time, time, outcome);
    else if (outcome === undefined) {
      const { seq } = this.#appendThesis(thesis, time, time, { status: 'recorded' });
      this.#done.set(thesis.hash, seq);
    } else {
      const readyAt = time + this.#ledger.settings.latencyMs;
      this.waiting = [...this.waiting, { time, thesis, instrument: outcome, readyAt }];
    }
  }

  /**
   * Returns the instrument on which a thesis acts; undefined for a thesis that is only recorded; or the
   * reason of refusal.
   */
  #admit(thesis: PaperThesis): Instrument | RefusalReason | undefined {
    const { books, instruments, settings } = this.#ledger;
    if (!thesis.isOk) return 'not_ok';
    if (thesis.action === 'hold' || thesis.action === 'noop') return undefined;
    const isAdd = thesis.action === 'add';
    const symbol = symbolOfThesis(books, thesis);
    if (symbol === undefined) return 'position_unknown';
    const instrument = instruments.get(symbolOf(symbol));
    if (instrument === undefined) return 'unknown_symbol';
    if (!isAdd) return instrument;
    if (instrument.rules.quote !== settings.asset) return 'quote_asset';
    if (compare(leverageOf(thesis), ONE) < 0) return 'leverage_out_of_range';
    return instrument;
  }

  /** Applies the waiting theses that are ready and whose symbol has a price now. */
  carryOut(now: number, quoteOf: (instrument: Instrument) => Quote | undefined): void {
    if (this.waiting.length === 0) return;
    const left: WaitingThesis[] = [];
    for (const one of this.waiting) {
      const quote = one.readyAt <= now ? quoteOf(one.instrument) : undefined;
      if (quote === undefined) left.push(one);
      else this.#carryOutOne(one, now, quote);
    }
    this.waiting = left;
  }

  /** Refuses the theses that have waited for a price longer than the settings allow. */
  refuseOverdue(now: number): void {
    const { maxWaitMs } = this.#ledger.settings;
    const isOverdue = ({ readyAt }: WaitingThesis) => readyAt + maxWaitMs <= now;
    const overdue = this.waiting.filter(isOverdue);
    if (overdue.length === 0) return;
    this.waiting = this.waiting.filter((one) => !isOverdue(one));
    for (const { thesis, time } of overdue) this.#refuse(thesis, time, now, 'no_price');
  }

  /** Returns the time at which the next waiting thesis is refused because it got no price. */
  get nextOverdue(): number {
    const first = this.waiting[0];
    return first === undefined ? Number.POSITIVE_INFINITY : first.readyAt + this.#ledger.settings.maxWaitMs;
  }

  #carryOutOne({ thesis, time, instrument }: WaitingThesis, now: number, quote: Quote): void {
    const ledger = this.#ledger;
    const draft = new Draft(ledger.books[thesis.mode]);
    const context: MarketContext = { settings: ledger.settings, instrument, draft, now, quote };
    const snapshot = usableSnapshot(context);
    const spent = snapshot && draft.spentOf(instrument.rules.symbol, snapshot);
    const decidedBy: Evidence = { kind: 'thesis', quote, snapshot, spent };
    try {
      this.#apply(context, thesis, time, decidedBy);
    } catch (thrown) {
      if (!(thrown instanceof ThesisRefusal)) throw thrown;
      this.#refuse(thesis, time, now, thrown.reason, decidedBy);
    }
  }

  /**
   * Applies a thesis to a draft of the book, and commits the draft with its journal entries unless the thesis
   * is refused.
   */
  #apply(context: MarketContext, thesis: PaperThesis, time: number, decidedBy: Evidence): void {
    const { draft, now } = context;
    const ledger = this.#ledger;
    const target = thesis.action === 'add' ? undefined : resolvePosition(ledger.books, thesis);
    if (target !== undefined) checkAgreement(thesis, target.position);
    const copyParts = target?.isToCopy ? draft.begin() : undefined;
    const copy = copyParts && copyPosition(draft, copyParts, target!.position, now);
    const parts = draft.begin();
    const { position, warnings } = act(context, parts, thesis, copy ?? target?.position);
    const copySeq =
      copy &&
      ledger.append(
        {
          time: now,
          book: 'watch',
          kind: 'copy',
          agent: copy.agent,
          run_id: copy.runId,
          position_id: copy.id,
          levels: levelsRecord(copy),
          copied: copiedRecord(target!.position),
        },
        copyParts!.postings,
        decidedBy,
      ).seq;
    const { seq } = this.#appendThesis(
      thesis,
      time,
      now,
      {
        status: 'applied',
        warnings: [...new Set(warnings)].sort(),
        position_id: position.id,
        executions: parts.executions,
        levels: thesis.action === 'adjust_exit' ? levelsRecord(position) : null,
      },
      parts,
      decidedBy,
    );
    draft.commit(({ id }) => (copySeq !== undefined && id === copy!.id ? [copySeq, seq] : [seq]));
    this.#done.set(thesis.hash, seq);
  }

  #refuse(thesis: PaperThesis, time: number, now: number, reason: RefusalReason, decidedBy?: Evidence): void {
    this.#appendThesis(thesis, time, now, { status: 'refused', reason }, undefined, decidedBy);
  }

  #appendThesis(
    thesis: PaperThesis,
    time: number,
    now: number,
    body: Partial<EntryBody>,
    parts?: EntryParts,
    decidedBy?: Evidence,
  ): LedgerEntry {
    return this.#ledger.append(
      {
        time: now,
        book: thesis.mode,
        kind: 'thesis',
        decided_at: time,
        thesis: thesis.hash,
        action: thesis.action,
        agent: thesis.agent,
        run_id: thesis.runId,
        source: thesis.source,
        ...body,
      },
      parts?.postings,
      decidedBy,
    );
  }
}

/**
 * Carries out the action of a thesis on the position to which it refers; the action `add` finds its position
 * itself.
 */
function act(
  context: MarketContext,
  parts: EntryParts,
  thesis: PaperThesis,
  position: Position | undefined,
): ActionOutcome {
  if (thesis.action === 'add') return addToPosition(context, parts, thesis);
  if (thesis.action === 'reduce') return reducePosition(context, parts, thesis, position!);
  if (thesis.action === 'close') return closePosition(context, parts, thesis, position!);
  return adjustExits(context, thesis, position!);
}
