/**
 * Recognizes the lines of a stream that differ from an earlier one only in values that the contract leaves free, such as reasons
 * and prices: they get its verdict without being parsed. A program writes one thesis after another in the same form.
 */
import { LocationCursor } from '../text-location.ts';
import { type ThesisError, type ThesisRule, type ThesisVerdict, VALID } from '../verdict.ts';
import { type OutlinePart, outlineOf } from './outline.ts';
import type { Slot } from './slots.ts';

/** The longest line that becomes a pattern, which bounds the memory of all patterns. */
const PATTERN_LENGTH_MAX = 16 * 1024;

/** The largest number of patterns; further ones replace all. */
const PATTERNS_MAX = 64;

/** The largest number of errors of a pattern. */
const PATTERN_ERRORS_MAX = 32;

/** New patterns that a stream may cost in advance, and recognized lines that pay for one more. */
const ADVANCE = 64;
const LINES_A_PATTERN = 16;

/** After so many lines without a known pattern, patterns are looked for only in one of so many lines. */
const MISSES_MAX = 256;
const LINES_A_LOOK = 16;

/** Rules whose faults are not of the contract but of the text, and faults that are not listed. */
const RULES_OF_TEXT: ReadonlySet<ThesisRule> = new Set([
  'unreadable',
  'size',
  'encoding',
  'syntax',
  'depth',
  'duplicate-key',
  'number',
  'more',
]);

/** A step of patterns: a text or a slot, which patterns that begin alike have in common. */
interface Step {
  /** The text; empty for a slot. */
  literal: string;
  readonly slot: Slot | undefined;
  /** The steps that may follow: slots, then texts that each begin with another character. */
  next: Step[];
  /** The errors of lines that end after this step. */
  errors: readonly PatternError[] | undefined;
}

/** An error that all lines of a pattern have. */
interface PatternError {
  readonly error: ThesisError;
  /** The number of slots before the error. */
  readonly slots: number;
  /** The distance from the end of the last of these slots, or from the start of the line. */
  readonly distance: number;
}

/** Patterns of the lines of one stream. */
export class LinePatterns {
  #first: Step[] = [];
  #count = 0;
  #allowance = ADVANCE;
  /** The number of lines since the last one that was recognized. */
  #misses = 0;
  /** What was found last: its errors, the start of the line and the end of each slot, and the end of the line. */
  #errors: readonly PatternError[] = [];
  readonly #ends: number[] = [0];
  end = 0;

  /** Returns whether the line at `start` has a known pattern. A line ends with the text or before a line feed. */
  find(text: string, start: number): boolean {
    this.#misses += 1;
    return (this.#misses <= MISSES_MAX || this.#misses % LINES_A_LOOK === 0) && this.#follow(text, start);
  }

  #follow(text: string, start: number): boolean {
    const ends = this.#ends;
    ends[0] = start;
    let slots = 0;
    let at = start;
    let steps = this.#first;
    for (;;) {
      let found: Step | undefined;
      for (const step of steps) {
        const end = endOfStep(step, text, at);
        if (end < 0) continue;
        at = end;
        found = step;
        break;
      }
      if (found === undefined) return false;
      if (found.slot !== undefined) ends[++slots] = at;
      else if (found.errors !== undefined && isLineEnd(text, at)) {
        this.#errors = found.errors;
        this.end = at;
        this.#misses = 0;
        this.#allowance = Math.min(this.#allowance + 1 / LINES_A_PATTERN, ADVANCE);
        return true;
      }
      steps = found.next;
    }
  }

  /** Returns the verdict on the line that was found last. `line` is its number, `text` the text that holds it. */
  verdict(text: string, line: number, isAscii = false): ThesisVerdict {
    if (this.#errors.length === 0) return VALID;
    const start = this.#ends[0]!;
    const cursor = isAscii ? undefined : new LocationCursor(text.slice(start, this.end));
    const errors = this.#errors.map(({ error, slots, distance }) => {
      const offset = this.#ends[slots]! + distance - start;
      cursor?.moveTo(offset);
      const { path, rule, expected, found, message, fix } = error;
      return { path, line, column: cursor?.column ?? offset + 1, rule, expected, found, message, fix };
    });
    return { valid: false, errors };
  }

  /** Keeps the pattern of a line that none was found for, if it is likely to be of use. */
  add(text: string, verdict: ThesisVerdict): void {
    if (this.#allowance < 1 || text.length > PATTERN_LENGTH_MAX || !isOfContract(verdict)) return;
    this.#allowance -= 1;
    if (this.#count === PATTERNS_MAX) {
      this.#first = [];
      this.#count = 0;
    }
    this.#count += 1;
    const parts = outlineOf(text, verdict);
    let steps = this.#first;
    for (const { literal, slot } of parts) {
      const step = addLiteral(steps, literal);
      if (slot === undefined) step.errors = patternErrors(text, parts, verdict.errors);
      else steps = addSlot(step.next, slot).next;
    }
  }
}

/** Returns the offset after a step at an offset of a text; -1 if the text is another. */
function endOfStep({ slot, literal }: Step, text: string, at: number): number {
  if (slot !== undefined) return slot.end(text, at);
  const end = at + literal.length;
  // V8 compares two strings word by word, and the parameter of startsWith character by character.
  return text.slice(at, end) === literal ? end : -1;
}

function isLineEnd(text: string, at: number): boolean {
  return at === text.length || text.charCodeAt(at) === 0x0a;
}

/** Returns whether the errors follow from the contract, and are few. */
function isOfContract({ errors }: ThesisVerdict): boolean {
  return errors.length <= PATTERN_ERRORS_MAX && errors.every(({ rule }) => !RULES_OF_TEXT.has(rule));
}

/** Returns the step after a text, which is added as far as it is missing. */
function addLiteral(steps: Step[], literal: string): Step {
  const known = steps.find((step) => step.literal.charAt(0) === literal.charAt(0) && step.slot === undefined);
  if (known === undefined) {
    const step: Step = { literal, slot: undefined, next: [], errors: undefined };
    steps.push(step);
    return step;
  }
  const length = commonLength(known.literal, literal);
  if (length < known.literal.length) {
    const rest: Step = { ...known, literal: known.literal.slice(length) };
    known.literal = known.literal.slice(0, length);
    known.next = [rest];
    known.errors = undefined;
  }
  return length === literal.length ? known : addLiteral(known.next, literal.slice(length));
}

function commonLength(first: string, second: string): number {
  let length = 0;
  while (length < first.length && first.charCodeAt(length) === second.charCodeAt(length)) length++;
  return length;
}

/** Returns the step of a slot, which is added before all texts if it is missing. */
function addSlot(steps: Step[], slot: Slot): Step {
  const known = steps.find((step) => step.slot?.id === slot.id);
  if (known !== undefined) return known;
  const step: Step = { literal: '', slot, next: [], errors: undefined };
  steps.unshift(step);
  return step;
}

/** Returns errors with their locations relative to the slots of a line. */
function patternErrors(
  text: string,
  parts: readonly OutlinePart[],
  errors: readonly ThesisError[],
): readonly PatternError[] {
  return errors.map((error) => {
    const offset = offsetOfColumn(text, error.column);
    const slots = parts.findLastIndex((part) => part.start <= offset);
    return { error, slots, distance: offset - parts[slots]!.start };
  });
}

/** Returns the offset of a column, which counts code points from 1. */
function offsetOfColumn(text: string, column: number): number {
  let offset = 0;
  for (let left = column - 1; left > 0; left--) offset += text.codePointAt(offset)! > 0xffff ? 2 : 1;
  return offset;
}
