/** The type of an error code's catalogue entry, and functions that build tables of such entries. */
import type { ErrorKind, Execution } from '../../core/errors.ts';
import type { Origin, Product } from '../types.ts';

/** What one of the interface document's two listings says of an error code: names, meaning, HTTP status. */
export interface ListedCode {
  /** The names of the code: one name, or all labels of a range if the listing labels a range of codes. */
  readonly names: readonly string[];
  readonly meaning?: string;
  readonly httpStatus?: number;
  /**
   * The range of codes that the labels are given for; the listing does not say which label belongs to which
   * code.
   */
  readonly range?: { readonly from: number; readonly to: number };
}

export interface ErrorCode {
  /** The error code: negative on the exchange; six digits as text from the wallet service. */
  readonly code: number | string;
  /** What the first listing says of the code; absent if the first listing lacks it. */
  readonly first?: ListedCode;
  /** What the second listing says of the code; absent if the second listing lacks it. */
  readonly second?: ListedCode;
  /** The products on which the code has this meaning; all products if absent. */
  readonly products?: readonly Product[];
  /** The exact messages of the exchange; %s stands for a part that varies. */
  readonly texts: readonly string[];
  /** What to do, a sentence. */
  readonly remedy: string;
  /**
   * The kind of the error if the call cannot have executed anything. If it may have, because `execution` is
   * `unknown`, the kind is `execution-unknown`.
   */
  readonly kind: ErrorKind;
  /** The execution status of a write that is answered with this code. */
  readonly execution: Execution;
  /**
   * The entry applies only if the message is one of its texts, because elsewhere the code has another
   * meaning.
   */
  readonly byTextOnly?: true;
  /** Whether the same call may succeed when it is sent again; for a write only if it was not executed. */
  readonly retryable: boolean;
  readonly origin: Origin;
  readonly note?: string;
}

/**
 * The facts of an error code besides code and names; if omitted, the code is a refusal that executed nothing.
 */
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
 * Returns the entry of an error code of the first listing. The second listing gives the code the same name
 * unless `second` says otherwise, because the document lists only the differences.
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
