/** The kind of a record, and the check that it has no name twice. */
import type { JsonObject, JsonValue } from '../../core/words.ts';
import { colonsIn, hasUniqueNames, hasUniqueNamesBeside } from '../../thesis/repeated-names.ts';
import { scanJson } from '../../thesis/scan.ts';
import { canonicalText } from '../canonical.ts';
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

/** What is known about the text of a record. */
interface RecordText {
  /** The canonical text of the thesis in a record of that kind, if it could be written. */
  readonly canonical: string | undefined;
  /** Whether no number of the text has an exponent, or more digits than a double holds. */
  readonly hasPlainNumbers: boolean;
}

/**
 * Throws a fault if a record repeats a member name. A name repeated inside a thesis makes only the thesis
 * invalid, not the file; then the function returns true.
 */
export function checkNames(text: string, record: JsonObject, known: RecordText): boolean {
  if (isUnique(text, record, known)) return false;
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

/**
 * Returns whether a record certainly repeats no name. A name that is repeated, or white space, makes the text longer than
 * the canonical one; only a number with an exponent can make it shorter, since text in UTF-8 has no lone surrogates.
 */
function isUnique(text: string, record: JsonObject, { canonical, hasPlainNumbers }: RecordText): boolean {
  if (canonical === undefined) return hasUniqueNames(text, record);
  const others = { ...record, thesis: null };
  const length = canonicalText(others).length - 'null'.length + canonical.length;
  return (
    (hasPlainNumbers && text.length === length) || hasUniqueNamesBeside(text, others, colonsIn(canonical))
  );
}
