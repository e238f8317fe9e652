/** The shape of an error code's entry, and builders for the tables of them. */
import type { ErrorKind, Execution } from '../../core/errors.ts';
import type { Origin, Product } from '../types.ts';

/** What one of the interface document's two listings says of an error code: names, meaning, HTTP status. */
export interface ListedCode {
  /** One name, or where the listing labels a range of codes, all labels of the range. */
  readonly names: readonly string[];
  readonly meaning?: string;
  readonly httpStatus?: number;
  /** The range that the labels are given for; which label goes with which code the text does not say. */
  readonly range?: { readonly from: number; readonly to: number };
}

export interface ErrorCode {
  /** Negative on the exchange; six digits as text from the wallet service. */
  readonly code: number | string;
  /** Absent where the first listing lacks the code. */
  readonly first?: ListedCode;
  /** Absent where the second listing lacks the code. */
  readonly second?: ListedCode;
  /** The products that give the code this meaning; all where absent. */
  readonly products?: readonly Product[];
  /** The exact messages; %s stands for what is filled in. */
  readonly texts: readonly string[];
  /** What to do, a sentence. */
  readonly remedy: string;
  /**
   * The kind of the error where the call could execute nothing. Where it could and `execution` is `unknown`, the
   * kind is `execution-unknown`.
   */
  readonly kind: ErrorKind;
  /** The execution status of a write that is answered with this code. */
  readonly execution: Execution;
  /** The entry counts only where the message is one of its texts: the code has another meaning elsewhere. */
  readonly byTextOnly?: true;
  /** Whether the same call may succeed when it is sent again; a write only where it was not executed. */
  readonly retryable: boolean;
  readonly origin: Origin;
  readonly note?: string;
}

/** What an entry says beyond its code and names; a code is a plain refusal of something not executed unless it says more. */
export interface CodeFacts {
  readonly texts?: readonly string[];
  readonly remedy: string;
  readonly kind?: ErrorKind;
  readonly execution?: Execution;
  readonly retryable?: boolean;
  readonly products?: readonly Product[];
  readonly byTextOnly?: true;
  readonly origin?: Origin;
  readonly note?: string;
}

/**
 * A code of the first listing. The second listing names it alike, unless `second` says otherwise: the document
 * lists where it differs.
 */
export function documentedCode(
  code: number,
  listed: {
    readonly name: string;
    readonly meaning?: string;
    readonly http: number;
    readonly second?: ListedCode;
  },
  facts: CodeFacts,
): ErrorCode {
  const { name, http, second } = listed;
  const said = listed.meaning === undefined ? { names: [name] } : { names: [name], meaning: listed.meaning };
  return {
    ...additionalCode(code, facts),
    first: { ...said, httpStatus: http },
    second: second ?? said,
    origin: 'document',
  };
}

/** A code that only the second listing has, with its label there. */
export function secondListingCode(code: number, label: string, facts: CodeFacts): ErrorCode {
  return { ...additionalCode(code, facts), second: { names: [label] }, origin: 'document' };
}

/** A code, or a meaning of one, that only public facts give. */
export function additionalCode(code: number | string, facts: CodeFacts): ErrorCode {
  return {
    texts: [],
    kind: 'rejected',
    execution: 'not_executed',
    retryable: false,
    origin: 'facts',
    ...facts,
    code,
  };
}
