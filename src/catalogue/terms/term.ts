/** A term of trading or of this program that `explain` knows. */
export interface Term {
  /** As people write it, such as "post-only". */
  readonly term: string;
  /** Other spellings and words that mean the same. */
  readonly also?: readonly string[];
  /** One or several full sentences. */
  readonly meaning: string;
  /** Where the meaning is from, such as "public facts, Futures mechanics" or "docs/glossary.md". */
  readonly source: string;
  /** What else to explain: a filter, a code, an enumeration, an endpoint, a parameter or another term. */
  readonly see?: readonly string[];
}

export const FUTURES_MECHANICS = 'public facts, Futures mechanics';
export const SPOT_MATCHING = 'public facts, Spot matching facts';
export const SPOT_PARAMETERS = 'interface document, Spot order parameters';
export const FUTURES_PARAMETERS = 'interface document, Futures order parameters';
export const AUTHENTICATION = 'interface document, Authentication';
