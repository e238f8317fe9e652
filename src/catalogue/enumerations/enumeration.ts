import type { Origin } from '../types.ts';

/** A closed set of words as a reader looks it up. */
export interface Enumeration {
  readonly title: string;
  readonly values: readonly (string | number)[];
  /** What each value means, where the text says so. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** Where it stands, such as "interface document, Order-related enumerations". */
  readonly source: string;
  readonly origin: Origin;
  readonly note?: string;
}
