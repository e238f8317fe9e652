/** Formats values of documents that others wrote for messages. */
import { safeText, truncate } from '../core/text.ts';

/** The maximum width of a foreign value in a message, in columns. */
const DISPLAY_WIDTH_MAX = 60;

/** Returns text that others wrote for a message: on one line, escaped for terminals, cut if it is long. */
export function displayText(text: string): string {
  return truncate(safeText(text.slice(0, 4 * DISPLAY_WIDTH_MAX)), DISPLAY_WIDTH_MAX);
}

/** Returns a value of a document for a message: scalars as JSON, lists and objects by their kind. */
export function displayValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string')
    return value.length > 4 * DISPLAY_WIDTH_MAX
      ? displayText(`"${value}`)
      : displayText(JSON.stringify(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** Returns words joined with "or": "a", "a or b", "a, b or c". */
export function joinWithOr(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
