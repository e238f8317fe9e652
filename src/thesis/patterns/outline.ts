/** Splits a thesis into the text that a pattern repeats and the values that may vary. */
import { endOfValue } from '../../core/json-text.ts';
import { memberSchema } from '../members.ts';
import { nameOf, pointerStep } from '../scan.ts';
import { endOfNumber, endOfString, skipSpace } from '../tokens.ts';
import type { ThesisRule, ThesisVerdict } from '../verdict.ts';
import { numberSlot, type Slot, textSlot, textsSlot } from './slots.ts';

/** The text before a slot, or after the last one. */
export interface OutlinePart {
  readonly literal: string;
  /** The value after the literal; absent after the last literal. */
  readonly slot?: Slot;
  /** The offset at which the literal begins. */
  readonly start: number;
}

/** The nesting depth up to which values are looked into; deeper ones are repeated as they are. */
const OUTLINE_DEPTH_MAX = 32;

/** The rules whose faults say that an object lacks members, and not what is in the others. */
const RULES_OF_MISSING: ReadonlySet<ThesisRule> = new Set(['required', 'at-least-one']);

/**
 * Returns the parts of a text that is valid JSON. A value is a slot if another one, which the slot accepts, leaves the verdict
 * the same: the contract asks nothing else of it, and no fault is about it.
 */
export function outlineOf(text: string, { errors }: ThesisVerdict): readonly OutlinePart[] {
  const fixed = errors.filter(({ rule }) => !RULES_OF_MISSING.has(rule)).map(({ path }) => path);
  return new Outliner(text, new Set(fixed)).run();
}

class Outliner {
  readonly #text: string;
  /** The pointers of values that faults are about. */
  readonly #fixed: ReadonlySet<string>;
  readonly #parts: OutlinePart[] = [];
  #start = 0;

  constructor(text: string, fixed: ReadonlySet<string>) {
    this.#text = text;
    this.#fixed = fixed;
  }

  run(): readonly OutlinePart[] {
    this.#readValue(skipSpace(this.#text, 0), '', 0);
    return [...this.#parts, { literal: this.#text.slice(this.#start), start: this.#start }];
  }

  /** Reads the value at an offset and returns the offset after it. */
  #readValue(at: number, path: string, depth: number): number {
    const code = this.#text.charCodeAt(at);
    if (this.#fixed.has(path) || depth > OUTLINE_DEPTH_MAX) return endOfValue(this.#text, at);
    if (code === 0x7b) return this.#readObject(at, path, depth);
    if (code === 0x5b) return this.#readList(at, path, depth);
    const schema = memberSchema(path);
    if (code === 0x22) return this.#addSlot(textSlot(schema), at, endOfString(this.#text, at) as number);
    if (code === 0x2d || (code >= 0x30 && code <= 0x39))
      return this.#addSlot(numberSlot(schema), at, endOfNumber(this.#text, at) as number);
    return endOfValue(this.#text, at);
  }

  #readObject(open: number, path: string, depth: number): number {
    const text = this.#text;
    let at = skipSpace(text, open + 1);
    while (text.charCodeAt(at) === 0x22) {
      const end = endOfString(text, at) as number;
      const step = pointerStep(nameOf(text.slice(at, end)));
      const value = skipSpace(text, skipSpace(text, end) + 1);
      at = this.#nextItem(this.#readValue(value, path + step, depth + 1));
    }
    return at + 1;
  }

  #readList(open: number, path: string, depth: number): number {
    const schema = memberSchema(path);
    if (schema !== undefined) {
      const end = endOfValue(this.#text, open);
      return this.#addSlot(textsSlot(schema), open, end);
    }
    const text = this.#text;
    let at = skipSpace(text, open + 1);
    for (let index = 0; text.charCodeAt(at) !== 0x5d; index++)
      at = this.#nextItem(this.#readValue(at, path + pointerStep(index), depth + 1));
    return at + 1;
  }

  /** Returns the offset of the item that follows, or of the closing brace or bracket. */
  #nextItem(end: number): number {
    const at = skipSpace(this.#text, end);
    return this.#text.charCodeAt(at) === 0x2c ? skipSpace(this.#text, at + 1) : at;
  }

  /** Adds a slot for the value up to `end`, if the slot accepts this value too. Returns `end`. */
  #addSlot(slot: Slot | undefined, at: number, end: number): number {
    if (slot === undefined || slot.end(this.#text, at) !== end) return end;
    this.#parts.push({ literal: this.#text.slice(this.#start, at), slot, start: this.#start });
    this.#start = end;
    return end;
  }
}
