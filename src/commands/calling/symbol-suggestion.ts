/** Adds a hint to "invalid symbol" errors: where symbols are listed, and the nearest known symbol. */
import { ToolError } from '../../core/errors.ts';
import { nearestWord } from '../../core/text.ts';
import type { TypedArgument } from '../types.ts';

/** The error code of an invalid symbol (interface document, Errors). */
export const BAD_SYMBOL = -1121;

/**
 * Returns an invalid-symbol error with a hint that names the nearest known symbol; other errors unchanged.
 */
export function suggestSymbol(
  error: ToolError,
  given: readonly TypedArgument[],
  known: readonly string[],
): ToolError {
  if (error.facts.code !== BAD_SYMBOL) return error;
  const listing = listingHint(error.facts.endpoint);
  const words = given.filter(({ name }) => name === 'symbol' || name === 'symbols');
  for (const word of words.flatMap(({ text }) => text.split(','))) {
    const suggestion = known.includes(word.toUpperCase()) ? undefined : nearestWord(word, known);
    if (suggestion === undefined) continue;
    return withHint(error, `Did you mean ${suggestion}? ${listing}`);
  }
  return withHint(error, listing);
}

function withHint(error: ToolError, hint: string): ToolError {
  return new ToolError({ ...error.facts, hint, cause: error.cause });
}

/**
 * Returns a hint that names the command which lists the symbols of the product; options symbols contain their
 * expiry date.
 */
function listingHint(endpoint = ''): string {
  const product = endpoint.slice(0, endpoint.indexOf('.'));
  const on = ['usdm', 'coinm', 'options'].includes(product) ? ` --on ${product}` : '';
  const expiry = product === 'options' ? ' An option is listed until it expires.' : '';
  return `Check the symbol: \`bourse market info${on}\` lists all symbols.${expiry}`;
}
