/**
 * Watches the numbers of one stream and says of each message whether it is new, a double, or comes after a loss. It
 * outlives connections: what was the last message before a reconnect decides what is missing after it.
 */
import type { Sequence } from '../catalogue/stream-types.ts';
import { between, IdFinder, type MessageId, next, previous } from './ids.ts';

/** Numbers that were skipped, both ends included. */
export interface Missing {
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

export type Verdict = 'new' | 'double' | 'late' | 'gap';

export class Tracker {
  readonly name: string;
  readonly sequence: Sequence | undefined;
  readonly #last: IdFinder | undefined;
  readonly #first: IdFinder | undefined;
  readonly #before: IdFinder | undefined;
  readonly #isAscent: boolean;
  readonly #isStep: boolean;
  #messages = 0;
  #doubles = 0;
  #late = 0;
  #gaps = 0;
  #firstId: MessageId | undefined;
  #lastId: MessageId | undefined;
  #open: Missing[] = [];
  /** Numbers of gaps that are no longer remembered one by one. */
  #forgotten = 0;
  #hasUncounted = false;
  #seen: Set<string> | undefined;
  #hadBreak = false;
  /** What the last `gap` verdict skipped; undefined where the stream has no numbers to count it. */
  missing: { readonly after: MessageId; readonly before: MessageId; readonly count: MessageId } | undefined;

  constructor(name: string, sequence: Sequence | undefined) {
    this.name = name;
    this.sequence = sequence;
    this.#isAscent = sequence?.by === 'ascent';
    this.#isStep = sequence?.by === 'step';
    if (sequence === undefined) return;
    this.#last = new IdFinder(sequence.by === 'range' ? sequence.last : sequence.at);
    if (sequence.by !== 'range') return;
    this.#first = new IdFinder(sequence.first);
    if (sequence.previous !== undefined) this.#before = new IdFinder(sequence.previous);
  }

  /** Judges a message and remembers it. Only `double` is not to be passed on. */
  take(bytes: Buffer): Verdict {
    const verdict = this.#judge(bytes);
    if (verdict === 'double') this.#doubles += 1;
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
    this.#forgotten += this.#open.reduce((sum, gap) => sum + sizeOf(gap), 0);
    this.#open = [];
  }

  /** From now on messages are remembered whole, as two connections will both bring them; `false` ends that. */
  overlap(isOn: boolean): void {
    this.#seen = isOn ? new Set() : undefined;
  }

  counts(): StreamCounts {
    return {
      messages: this.#messages,
      doubles: this.#doubles,
      late: this.#late,
      gaps: this.#gaps,
      missing: this.#hasUncounted
        ? null
        : this.#open.reduce((sum, gap) => sum + sizeOf(gap), this.#forgotten),
      firstId: this.#firstId,
      lastId: this.#lastId,
    };
  }

  #judge(bytes: Buffer): Verdict {
    const id = this.#last?.find(bytes);
    if (id === undefined || this.#isAscent) return this.#judgeUncounted(id, bytes);
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
    if (id <= last) return this.#fill(id) ? 'late' : 'double';
    const skipped = this.#skipped(bytes, id, last);
    this.#lastId = id;
    this.#hadBreak = false;
    if (skipped === undefined) return 'new';
    return this.#gap(skipped, last);
  }

  /** The last number of what is missing between two messages, or undefined where nothing is. */
  #skipped(bytes: Buffer, id: MessageId, last: MessageId): MessageId | undefined {
    if (this.#isStep) return id > next(last) ? previous(id) : undefined;
    if (this.#before !== undefined) {
      const before = this.#before.find(bytes);
      return before === undefined || before === last ? undefined : before;
    }
    const first = this.#first?.find(bytes) ?? id;
    return first > next(last) ? previous(first) : undefined;
  }

  #gap(skippedTo: MessageId, last: MessageId): Verdict {
    this.#gaps += 1;
    this.missing = { after: last, before: next(skippedTo), count: between(last, next(skippedTo)) };
    this.#open.push({ first: next(last), last: skippedTo });
    if (this.#open.length > OPEN_GAPS_MAX) this.#forgotten += sizeOf(this.#open.shift()!);
    return 'gap';
  }

  /** A number out of a known gap is no double: the part before it and the part after stay missing. */
  #fill(id: MessageId): boolean {
    const at = this.#open.findIndex((gap) => gap.first <= id && id <= gap.last);
    if (at === -1) return false;
    const gap = this.#open[at]!;
    const parts: Missing[] = [];
    if (gap.first < id) parts.push({ first: gap.first, last: previous(id) });
    if (id < gap.last) parts.push({ first: next(id), last: gap.last });
    this.#open.splice(at, 1, ...parts);
    this.#late += 1;
    return true;
  }

  #judgeUncounted(id: MessageId | undefined, bytes: Buffer): Verdict {
    const last = this.#lastId;
    const isPerSymbol = this.sequence?.by === 'ascent' && this.sequence.per !== undefined;
    if (this.#seen !== undefined) {
      const text = bytes.toString('latin1');
      if (this.#seen.has(text)) return 'double';
      if (this.#seen.size < SEEN_MAX) this.#seen.add(text);
    }
    if (id !== undefined && last !== undefined && id < last && this.#hadBreak && !isPerSymbol)
      return 'double';
    if (id !== undefined && (last === undefined || id > last)) {
      this.#firstId ??= id;
      this.#lastId = id;
    }
    if (!this.#hadBreak) return 'new';
    this.#hadBreak = false;
    this.#gaps += 1;
    this.missing = undefined;
    this.#hasUncounted = true;
    return 'gap';
  }
}

function sizeOf({ first, last }: Missing): number {
  return Number(between(previous(first), next(last)));
}
