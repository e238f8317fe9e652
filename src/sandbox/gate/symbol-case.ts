/** Names of symbols in lower case, which some products of the exchange accept. */
import { ignoresSymbolCase } from '../../catalogue/parameter-reading.ts';
import type { Endpoint } from '../../catalogue/types.ts';

/**
 * Returns the parameters with the names of symbols and pairs in capitals if the product ignores their case.
 */
export function upperCaseSymbols(
  endpoint: Endpoint,
  sent: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  if (!ignoresSymbolCase(endpoint)) return sent;
  const { params } = endpoint;
  const isSymbol = (name: string) => Object.hasOwn(params, name) && params[name]?.format === 'symbol';
  return new Map([...sent].map(([name, value]) => [name, isSymbol(name) ? upperCase(value) : value]));
}

/**
 * Returns a text in capitals. Letters beyond ASCII stay as they are, because symbols with such letters have
 * one form only.
 */
function upperCase(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}
