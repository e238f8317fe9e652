/** Helps where the exchange knows no such symbol: names one that was seen before and is spelled much like it. */
import { ToolError } from '../core/errors.ts';
import { nearest } from '../core/text.ts';
import type { TypedArgument } from './types.ts';

/** Invalid symbol (interface document, Errors). */
const BAD_SYMBOL = -1121;

/** Returns the error, with the symbol that may have been meant where there is one. */
export function withNearSymbol(
  error: ToolError,
  given: readonly TypedArgument[],
  known: readonly string[],
): ToolError {
  if (error.facts.code !== BAD_SYMBOL) return error;
  const words = given.filter(({ name }) => name === 'symbol' || name === 'symbols');
  for (const word of words.flatMap(({ text }) => text.split(','))) {
    const near = known.includes(word.toUpperCase()) ? undefined : nearest(word, known);
    if (near === undefined) continue;
    const hint = `Did you mean ${near}? ${error.facts.hint ?? ''}`.trim();
    return new ToolError({ ...error.facts, hint, cause: error.cause });
  }
  return error;
}
