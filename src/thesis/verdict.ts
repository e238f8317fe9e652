/** The verdict on a document and the rules that a document can violate. */

/**
 * The rules that a document can violate, with their meaning. The ids are a stable interface: rules are only
 * added, never renamed.
 */
export const RULES = {
  unreadable: 'the source cannot be read and was not validated',
  size: 'the document is larger than 16 MiB, or a line of a stream longer than 1 MiB',
  encoding: 'the bytes are not UTF-8',
  syntax: 'the text is not JSON, or not exactly one JSON value',
  depth: 'objects and lists are nested more than 10,000 deep',
  'duplicate-key': 'an object has a duplicate name, on which parsers may differ',
  type: 'the value has another type than the contract requires',
  number: 'the exponent of the number is above 1000 or below -1000',
  const: 'the value differs from the fixed value',
  enum: 'the value is not one of the allowed words',
  length: 'the text is empty and must not be',
  minimum: 'the number is below its lower bound',
  maximum: 'the number is above its upper bound',
  required: 'a required member is missing',
  'at-least-one': 'none of several members is present, but one is required',
  'unknown-member': 'the object has a member that is not allowed',
  items: 'the list is empty and must not be',
  contains: 'no item of the list contains the required text',
  more: 'there are more faults than are listed',
} as const;

export type ThesisRule = keyof typeof RULES;

/** One error of a document. */
export interface ThesisError {
  /** The JSON pointer (RFC 6901) of the value, or of the object with a missing member; "" is the document. */
  readonly path: string;
  /**
   * The line, counted from 1; in an NDJSON stream the line of the stream; 0 if the error has no location in a
   * text.
   */
  readonly line: number;
  /** The column, counted from 1 in characters (code points), not bytes; 0 if `line` is 0. */
  readonly column: number;
  readonly rule: ThesisRule;
  readonly expected: string;
  /** The value that was found, cut and escaped for terminals; "nothing" for a missing member. */
  readonly found: string;
  /** The error as a sentence: what was expected and what was found. */
  readonly message: string;
  /** The next step. */
  readonly fix: string;
}

/** The verdict on one document of a source. */
export interface DocumentVerdict {
  /** The source as it was named: a path or `-`; followed by `:17` for line 17 of an NDJSON stream. */
  readonly source: string;
  /** The line of an NDJSON stream that `source` ends with; absent for any other source. */
  readonly streamLine?: number;
  readonly valid: boolean;
  /** The errors in the order of the text; empty if the document is valid. */
  readonly errors: readonly ThesisError[];
}

/** The verdict on a text. */
export interface ThesisVerdict {
  readonly valid: boolean;
  readonly errors: readonly ThesisError[];
}

/** The verdict that all valid documents share. */
export const VALID: ThesisVerdict = Object.freeze({ valid: true, errors: Object.freeze([]) });
