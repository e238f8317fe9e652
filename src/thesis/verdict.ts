/** What is said of a document that was judged. */

/**
 * The words for what can be wrong with a document, and what each means. Programs may rely on them: words are
 * only ever added.
 */
export const RULES = {
  unreadable: 'the source cannot be opened or read; it was not judged',
  size: 'the document is larger than 16 MiB, or the line of a stream longer than 1 MiB',
  encoding: 'the bytes are not UTF-8',
  syntax: 'the text is not JSON, or not one JSON value alone',
  depth: 'objects and lists stand more than 10,000 deep in each other',
  'duplicate-key': 'an object has the same name twice, so that readers may differ on what it says',
  type: 'the value is of another kind than the contract says',
  number: 'the number is too large or too near to zero for a reader of JSON to keep',
  const: 'the value is fixed and another one was given',
  enum: 'the value is none of the allowed words',
  length: 'the text is empty and must not be',
  minimum: 'the number is below its lower bound',
  maximum: 'the number is above its upper bound',
  required: 'a member that has to be there is missing',
  'at-least-one': 'none of several members is there, and one has to be',
  'unknown-member': 'the object allows no members but the listed ones',
  items: 'the list is empty and must not be',
  contains: 'no item of the list says what one has to say',
  more: 'there are further faults than are listed',
} as const;

export type ThesisRule = keyof typeof RULES;

/** One thing wrong with a document. */
export interface ThesisError {
  /** The JSON pointer (RFC 6901) of the value; of the object, where a member is missing; "" is the whole. */
  readonly path: string;
  /** From 1; in an NDJSON stream the line of the stream. 0 where there is no place in a text to name. */
  readonly line: number;
  /** From 1, counted in characters (code points), not bytes. 0 where `line` is. */
  readonly column: number;
  readonly rule: ThesisRule;
  readonly expected: string;
  /** What was there instead, cut and made harmless to show; "nothing" for a missing member. */
  readonly found: string;
  /** A sentence: what was expected, what was found. */
  readonly message: string;
  /** The next step. */
  readonly fix: string;
}

/** The judgement of one document. */
export interface DocumentVerdict {
  /** The name the source was given by: a path or `-`; with `:17` after it for line 17 of an NDJSON stream. */
  readonly source: string;
  readonly valid: boolean;
  /** In the order of the text; empty when valid. */
  readonly errors: readonly ThesisError[];
}

/** The judgement of a text alone. */
export interface ThesisVerdict {
  readonly valid: boolean;
  readonly errors: readonly ThesisError[];
}

/** The one verdict of every valid document. */
export const VALID: ThesisVerdict = Object.freeze({ valid: true, errors: Object.freeze([]) });
