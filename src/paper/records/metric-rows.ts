/** The metrics of books as rows, for people: a row for each metric. */
import type { CanonicalValue } from '../canonical.ts';

/** A metric with its value in each book. */
export interface MetricRow {
  readonly name: string;
  readonly values: readonly (CanonicalValue | undefined)[];
}

/**
 * Returns the metrics of books as rows, in the order of the first book's. Counts by name, such as the exits by what
 * triggered them, have a row for each name.
 */
export function metricRows(books: readonly Readonly<Record<string, CanonicalValue>>[]): readonly MetricRow[] {
  return Object.keys(books[0] ?? {}).flatMap((name) => {
    const values = books.map((metrics) => metrics[name]);
    const counts = values.map(countsOf);
    if (counts.every((one) => one === undefined)) return [{ name, values }];
    const kinds = new Set(counts.flatMap((one) => [...(one?.keys() ?? [])]));
    return [...kinds].map((kind) => ({
      name: `${name} ${kind}`,
      values: counts.map((one) => one?.get(kind) ?? 0),
    }));
  });
}

/** Returns counts by name; undefined for a metric that is one value. */
function countsOf(value: CanonicalValue | undefined): ReadonlyMap<string, CanonicalValue> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return value instanceof Map ? value : new Map(Object.entries(value));
}
