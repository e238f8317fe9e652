/**
 * Tracks the ids of one stream and classifies each message as new, duplicate, late, or following a gap. A
 * tracker outlives connections, so it detects what was missed between two of them.
 */
import type { Sequence } from '../catalogue/stream-types.ts';
import { countBetween, IdFinder, type MessageId, nextId, previousId } from './ids.ts';

/** A range of skipped ids, both ends included. */
export interface MissingRange {
  readonly first: MessageId;
  readonly last: MessageId;
}

export interface StreamCounts {
  readonly messages: number;
  readonly doubles: number;
  /** Messages that arrived after newer ones and fill a reported gap. */
  readonly late: number;
  readonly gaps: number;
  /** The number of ids that never arrived; null if a gap could not be counted. */
  readonly missing: number | null;
  readonly firstId: MessageId | undefined;
  readonly lastId: MessageId | undefined;
}

/** The largest number of remembered gaps, by which late messages are distinguished from duplicates. */
const OPEN_GAPS_MAX = 64;
/** The largest number of messages that are remembered while two connections overlap, which lasts seconds. */
const SEEN_MAX = 20_000;

export type SequenceVerdict = 'new' | 'duplicate' | 'late' | 'gap';

export class Tracker {
  readonly name: string;
  readonly sequence: Sequence | undefined;
  readonly #last: IdFinder | undefined;
  readonly #first: IdFinder | undefined;
  readonly #before: IdFinder | undefined;
  readonly #isAscending: boolean;
  readonly #isStep: boolean;
  #messages = 0;
  #duplicates = 0;
  #late = 0;
  #gaps = 0;
  #firstId: MessageId | undefined;
  #lastId: MessageId | undefined;
  #openGaps: MissingRange[] = [];
  /** The number of missing ids in gaps that are no longer remembered. */
  #droppedGapIds = 0;
  #hasUncountedGap = false;
  #seen: Set<string> | undefined;
  #hadBreak = false;
  /** The gap of the last `gap` verdict; undefined if the stream has no ids from which to count it. */
  missing: { readonly after: MessageId; readonly before: MessageId; readonly count: MessageId } | undefined;

  constructor(name: string, sequence: Sequence | undefined) {
    this.name = name;
    this.sequence = sequence;
    this.#isAscending = sequence?.by === 'ascent';
    this.#isStep = sequence?.by === 'step';
    if (sequence === undefined) return;
    this.#last = new IdFinder(sequence.by === 'range' ? sequence.last : sequence.at);
    if (sequence.by !== 'range') return;
    this.#first = new IdFinder(sequence.first);
    if (sequence.previous !== undefined) this.#before = new IdFinder(sequence.previous);
  }

  /**
   * Classifies and counts the message from `start` to `end`. All messages except duplicates are to be delivered.
   */
  take(bytes: Buffer, start = 0, end = bytes.length): SequenceVerdict {
    const verdict = this.#judge(bytes, start, end);
    if (verdict === 'duplicate') this.#duplicates += 1;
    else this.#messages += 1;
    return verdict;
  }

  /** Marks a lost connection, in which a stream without consecutive ids may have lost messages. */
  markBreak(): void {
    this.#hadBreak = this.#messages > 0;
  }

  /**
   * Treats the next message as the first, without a gap, because the user had unsubscribed from the stream.
   */
  startOver(): void {
    this.#lastId = undefined;
    this.#hadBreak = false;
    this.#droppedGapIds += this.#openGaps.reduce((sum, gap) => sum + rangeSize(gap), 0);
    this.#openGaps = [];
  }

  /**
   * Starts (true) or stops (false) remembering complete messages while two connections deliver the same ones.
   */
  overlap(isOn: boolean): void {
    this.#seen = isOn ? new Set() : undefined;
  }

  counts(): StreamCounts {
    return {
      messages: this.#messages,
      doubles: this.#duplicates,
      late: this.#late,
      gaps: this.#gaps,
      missing: this.#hasUncountedGap
        ? null
        : this.#openGaps.reduce((sum, gap) => sum + rangeSize(gap), this.#droppedGapIds),
      firstId: this.#firstId,
      lastId: this.#lastId,
    };
  }

  #judge(bytes: Buffer, start: number, end: number): SequenceVerdict {
    const id = this.#last?.find(bytes, start, end);
    if (id === undefined || this.#isAscending) return this.#judgeUncounted(id, bytes, start, end);
    const last = this.#lastId;
    if (last === undefined) {
      this.#firstId ??= id;
      this.#lastId = id;
      return 'new';
    }
    if (this.#isStep && typeof last === 'number' && id === last + 1) {
      this.#lastId = id;
      this.#hadBreak = false;
      return 'new';
    }
    if (id <= last) return this.#fill(id) ? 'late' : 'duplicate';
    const skipped = this.#isStep ? skippedByStep(id, last) : this.#skipped(id, last, bytes, start, end);
    this.#lastId = id;
    this.#hadBreak = false;
    if (skipped === undefined) return 'new';
    return this.#gap(skipped, last);
  }

  /** Returns the last id that is missing before a message of a range of ids, or undefined if none is missing. */
  #skipped(id: MessageId, last: MessageId, bytes: Buffer, start: number, end: number): MessageId | undefined {
    if (this.#before !== undefined) {
      const before = this.#before.find(bytes, start, end);
      return before === undefined || before === last ? undefined : before;
    }
    const first = this.#first?.find(bytes, start, end) ?? id;
    return first > nextId(last) ? previousId(first) : undefined;
  }

  #gap(skippedTo: MessageId, last: MessageId): SequenceVerdict {
    this.#gaps += 1;
    this.missing = { after: last, before: nextId(skippedTo), count: countBetween(last, nextId(skippedTo)) };
    this.#openGaps.push({ first: nextId(last), last: skippedTo });
    if (this.#openGaps.length > OPEN_GAPS_MAX) this.#droppedGapIds += rangeSize(this.#openGaps.shift()!);
    return 'gap';
  }

  /**
   * Removes a late id from the gap that it belongs to, which leaves up to two smaller gaps; returns false if
   * it belongs to no gap.
   */
  #fill(id: MessageId): boolean {
    const at = this.#openGaps.findIndex((gap) => gap.first <= id && id <= gap.last);
    if (at === -1) return false;
    const gap = this.#openGaps[at]!;
    const parts: MissingRange[] = [];
    if (gap.first < id) parts.push({ first: gap.first, last: previousId(id) });
    if (id < gap.last) parts.push({ first: nextId(id), last: gap.last });
    this.#openGaps.splice(at, 1, ...parts);
    this.#late += 1;
    return true;
  }

  #judgeUncounted(id: MessageId | undefined, bytes: Buffer, start: number, end: number): SequenceVerdict {
    const last = this.#lastId;
    const isPerSymbol = this.sequence?.by === 'ascent' && this.sequence.per !== undefined;
    if (this.#seen !== undefined) {
      const text = bytes.toString('latin1', start, end);
      if (this.#seen.has(text)) return 'duplicate';
      if (this.#seen.size < SEEN_MAX) this.#seen.add(text);
    }
    if (id !== undefined && last !== undefined && id < last && this.#hadBreak && !isPerSymbol)
      return 'duplicate';
    if (id !== undefined && (last === undefined || id > last)) {
      this.#firstId ??= id;
      this.#lastId = id;
    }
    if (!this.#hadBreak) return 'new';
    this.#hadBreak = false;
    this.#gaps += 1;
    this.missing = undefined;
    this.#hasUncountedGap = true;
    return 'gap';
  }
}

function skippedByStep(id: MessageId, last: MessageId): MessageId | undefined {
  return id > nextId(last) ? previousId(id) : undefined;
}

function rangeSize({ first, last }: MissingRange): number {
  return Number(countBetween(previousId(first), nextId(last)));
}
