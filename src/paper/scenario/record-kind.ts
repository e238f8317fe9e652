/** The kind of a record, and the check that it has no name twice. */
import type { JsonObject, JsonValue } from '../../core/words.ts';
import { colonsIn, hasUniqueNames, hasUniqueNamesBeside } from '../../thesis/repeated-names.ts';
import { scanJson } from '../../thesis/scan.ts';
import { BadRecord, displayValue } from './faults.ts';

const KINDS = ['settings', 'symbol', 'candle', 'trade', 'book', 'funding', 'thesis'];

/** Returns the kind of a record. Throws BadRecord. */
export function kindOf(record: JsonObject): string {
  const kind: JsonValue | undefined = Object.hasOwn(record, 'kind') ? record['kind'] : undefined;
  if (typeof kind === 'string' && KINDS.includes(kind)) return kind;
  throw new BadRecord({
    path: '/kind',
    expected: KINDS.map((one) => `"${one}"`).join(', '),
    found: displayValue(kind),
  });
}

/**
 * Throws a fault if a record repeats a member name. A name repeated inside a thesis makes only the thesis
 * invalid, not the file; then the function returns true. `thesis` is the canonical text of the thesis in a record of that
 * kind, if it could be written.
 */
export function checkNames(text: string, record: JsonObject, thesis?: string): boolean {
  const isUnique =
    thesis === undefined
      ? hasUniqueNames(text, record)
      : hasUniqueNamesBeside(text, { ...record, thesis: null }, colonsIn(thesis));
  if (isUnique) return false;
  const { duplicates } = scanJson(text);
  const isThesis = record['kind'] === 'thesis';
  const outside = duplicates.find(({ path }) => !(isThesis && path.startsWith('/thesis/')));
  if (outside !== undefined) {
    throw new BadRecord({
      path: outside.path,
      expected: 'each name once',
      found: `the name ${displayValue(outside.key)} twice`,
      fix: 'Remove the duplicate member.',
    });
  }
  return duplicates.length > 0;
}
