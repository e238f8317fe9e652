/** Reads theses from texts: one JSON object, or one on each line. */
import { readJson } from '../../core/json.ts';
import { isObject, type JsonObject } from '../../core/words.ts';
import { hasUniqueNames } from '../../thesis/repeated-names.ts';
import { scanJson } from '../../thesis/scan.ts';
import { canonicalText, numbersWithinReach } from '../canonical.ts';
import { type PaperThesis, readPaperThesis } from './thesis-record.ts';

/** The deepest nesting of a thesis that is carried out. */
export const THESIS_DEPTH_MAX = 1000;

/** A thesis that was read from a text. */
export interface ThesisText {
  /** Null if the text is no JSON object, breaks the thesis contract or has a member name twice. */
  readonly thesis: PaperThesis | null;
  /** The canonical text of a valid thesis, '' of another. */
  readonly canonical: string;
}

const INVALID: ThesisText = { thesis: null, canonical: '' };

/** Returns the theses of a document: one if it is one JSON value, else one of each line that is not blank. */
export function readThesisTexts(text: string): readonly ThesisText[] {
  if (readJson(text, { maxDepth: THESIS_DEPTH_MAX }).ok) return [readThesisText(text)];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0 ? [INVALID] : lines.map(readThesisText);
}

/** Returns the thesis of a text. */
export function readThesisText(text: string): ThesisText {
  const outcome = readJson(text, { maxDepth: THESIS_DEPTH_MAX });
  if (!outcome.ok || !isObject(outcome.value)) return INVALID;
  const document: JsonObject = outcome.value;
  if (!numbersWithinReach(document)) return INVALID;
  const canonical = canonicalText(document);
  const thesis = hasRepeatedNames(text, document) ? null : readPaperThesis(document, canonical);
  return thesis === null ? INVALID : { thesis, canonical };
}

/** Returns the thesis in a parsed JSON object; null if it breaks the thesis contract or has a member name twice. */
export function thesisOf(text: string, document: JsonObject): PaperThesis | null {
  return hasRepeatedNames(text, document) ? null : readPaperThesis(document, canonicalText(document));
}

function hasRepeatedNames(text: string, document: JsonObject): boolean {
  return !hasUniqueNames(text, document) && scanJson(text).duplicates.length > 0;
}
