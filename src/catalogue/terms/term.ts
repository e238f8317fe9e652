/** A term of trading or of this program that `explain` knows. */
export interface Term {
  /** The term as people write it, such as "post-only". */
  readonly term: string;
  /** Other spellings and words that mean the same. */
  readonly also?: readonly string[];
  /** The meaning of the term, in one or several full sentences. */
  readonly meaning: string;
  /** The source of the meaning, such as "public facts, Futures mechanics" or "docs/glossary.md". */
  readonly source: string;
  /** What to look up as well: a filter, a code, an enumeration, an endpoint, a parameter or another term. */
  readonly see?: readonly string[];
}

export const FUTURES_MECHANICS = 'public facts, Futures mechanics';
export const SPOT_MATCHING = 'public facts, Spot matching facts';
export const SPOT_PARAMETERS = 'interface document, Spot order parameters';
export const FUTURES_PARAMETERS = 'interface document, Futures order parameters';
export const AUTHENTICATION = 'interface document, Authentication';
