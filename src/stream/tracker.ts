/**
 * Watches the numbers of one stream and says of each message whether it is new, a double, or comes after a loss. It
 * outlives connections: what was the last message before a reconnect decides what is missing after it.
 */
import type { Sequence } from '../catalogue/stream-types.ts';
import { countBetween, IdFinder, type MessageId, nextId, previousId } from './ids.ts';

/** Numbers that were skipped, both ends included. */
export interface MissingRange {
  readonly first: MessageId;
  readonly last: MessageId;
}

export interface StreamCounts {
  readonly messages: number;
  readonly doubles: number;
  /** Messages that came after newer ones, filling a gap that was told. */
  readonly late: number;
  readonly gaps: number;
  /** Numbers skipped and not come late either; null where a gap could not be counted. */
  readonly missing: number | null;
  readonly firstId: MessageId | undefined;
  readonly lastId: MessageId | undefined;
}

/** Gaps remembered so that a late message is told from a double. */
const OPEN_GAPS_MAX = 64;
/** Messages remembered while two connections overlap; an overlap is seconds long. */
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
  /** Numbers of gaps that are no longer remembered one by one. */
  #droppedGapIds = 0;
  #hasUncountedGap = false;
  #seen: Set<string> | undefined;
  #hadBreak = false;
  /** What the last `gap` verdict skipped; undefined where the stream has no numbers to count it. */
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

  /** Judges a message and remembers it. Only `double` is not to be passed on. */
  take(bytes: Buffer): SequenceVerdict {
    const verdict = this.#judge(bytes);
    if (verdict === 'duplicate') this.#duplicates += 1;
    else this.#messages += 1;
    return verdict;
  }

  /** Tells that the connection broke: a stream without countable numbers may have lost messages. */
  markBreak(): void {
    this.#hadBreak = this.#messages > 0;
  }

  /** The stream is not followed for a while, by wish: the next message is the first again, and no gap. */
  startOver(): void {
    this.#lastId = undefined;
    this.#hadBreak = false;
    this.#droppedGapIds += this.#openGaps.reduce((sum, gap) => sum + rangeSize(gap), 0);
    this.#openGaps = [];
  }

  /** From now on messages are remembered whole, as two connections will both bring them; `false` ends that. */
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

  #judge(bytes: Buffer): SequenceVerdict {
    const id = this.#last?.find(bytes);
    if (id === undefined || this.#isAscending) return this.#judgeUncounted(id, bytes);
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
    const skipped = this.#skipped(bytes, id, last);
    this.#lastId = id;
    this.#hadBreak = false;
    if (skipped === undefined) return 'new';
    return this.#gap(skipped, last);
  }

  /** The last number of what is missing between two messages, or undefined where nothing is. */
  #skipped(bytes: Buffer, id: MessageId, last: MessageId): MessageId | undefined {
    if (this.#isStep) return id > nextId(last) ? previousId(id) : undefined;
    if (this.#before !== undefined) {
      const before = this.#before.find(bytes);
      return before === undefined || before === last ? undefined : before;
    }
    const first = this.#first?.find(bytes) ?? id;
    return first > nextId(last) ? previousId(first) : undefined;
  }

  #gap(skippedTo: MessageId, last: MessageId): SequenceVerdict {
    this.#gaps += 1;
    this.missing = { after: last, before: nextId(skippedTo), count: countBetween(last, nextId(skippedTo)) };
    this.#openGaps.push({ first: nextId(last), last: skippedTo });
    if (this.#openGaps.length > OPEN_GAPS_MAX) this.#droppedGapIds += rangeSize(this.#openGaps.shift()!);
    return 'gap';
  }

  /** A number out of a known gap is no double: the part before it and the part after stay missing. */
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

  #judgeUncounted(id: MessageId | undefined, bytes: Buffer): SequenceVerdict {
    const last = this.#lastId;
    const isPerSymbol = this.sequence?.by === 'ascent' && this.sequence.per !== undefined;
    if (this.#seen !== undefined) {
      const text = bytes.toString('latin1');
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

function rangeSize({ first, last }: MissingRange): number {
  return Number(countBetween(previousId(first), nextId(last)));
}
