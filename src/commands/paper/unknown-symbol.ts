/** Names the symbol of a thesis that is refused as `unknown_symbol`, and the symbols that may be meant. */
import { nearestWord, safeText } from '../../core/text.ts';

/** At most this many known symbols are listed. */
const LISTED_MAX = 10;

/** Returns which symbol was found, and which known one is nearest; without a near one, which are known if they are few. */
export function unknownSymbolText(found: string, known: readonly string[]): string {
  const near = nearestWord(found, known);
  const others = known.length === 0 || known.length > LISTED_MAX ? '' : ` Known: ${known.join(', ')}.`;
  return safeText(`Found ${found}.${near === undefined ? others : ` Did you mean ${near}?`}`);
}
