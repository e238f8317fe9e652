import type { Origin } from '../types.ts';

/** A closed set of values, as the reference lists it. */
export interface Enumeration {
  readonly title: string;
  readonly values: readonly (string | number)[];
  /** Values that the public hosts have today beyond those of the source. */
  readonly valuesToday?: readonly string[];
  /** The meanings of values, if the source states them. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** The source, such as "interface document, Order-related enumerations". */
  readonly source: string;
  readonly origin: Origin;
  readonly note?: string;
}
