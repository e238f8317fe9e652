/** Helps where the exchange knows no such symbol: says where they are listed, and which one may have been meant. */
import { ToolError } from '../../core/errors.ts';
import { nearestWord } from '../../core/text.ts';
import type { TypedArgument } from '../types.ts';

/** Invalid symbol (interface document, Errors). */
const BAD_SYMBOL = -1121;

/** Returns the error with where symbols are listed, and the one that may have been meant where there is one. */
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

/** Each product line has symbols of its own; those of options end with their day. */
function listingHint(endpoint = ''): string {
  const product = endpoint.slice(0, endpoint.indexOf('.'));
  const on = ['usdm', 'coinm', 'options'].includes(product) ? ` --on ${product}` : '';
  const expiry = product === 'options' ? ' An option is listed until it expires.' : '';
  return `Check the symbol: \`bourse market info${on}\` lists them.${expiry}`;
}
