/** Finds chains by id or alias, and builds the addresses of token icons. */
import { CHAINS, type Chain } from '../catalogue/onchain/holdings.ts';
import { usageError } from '../core/errors.ts';
import { nearestWord } from '../core/text.ts';

/** Returns the chain of an id or alias in any case, such as "56", "bsc" or "Solana". Throws a usage error. */
export function requireChain(word: string): Chain {
  const chain = findChain(word);
  if (chain !== undefined) return chain;
  const guess = nearestWord(word, CHAINS.flatMap(wordsOf));
  const known = CHAINS.map(({ id, name, aliases }) => `${id} (${name}, ${aliases.join(', ')})`).join('; ');
  throw usageError(
    `The chain must be one of ${known}; "${word.slice(0, 60)}" is none of them.`,
    guess === undefined ? undefined : `Did you mean ${guess}?`,
  );
}

/** Returns the chain of an id or alias in any case, or undefined. */
export function findChain(word: string): Chain | undefined {
  const sought = word.trim().toLowerCase();
  return CHAINS.find((chain) => wordsOf(chain).some((one) => one.toLowerCase() === sought));
}

function wordsOf(chain: Chain): readonly string[] {
  return [chain.id, ...chain.aliases];
}

/**
 * Returns the URL of an icon: the icon host followed by the path (holdings document, Rules). Returns
 * undefined for anything but a path on that host, because anybody can create a token and its icon path is not
 * trusted.
 */
export function iconUrl(iconHost: string, path: string | null): string | undefined {
  if (path === null || !/^\/[\w\-./~%]*$/.test(path) || path.startsWith('//')) return undefined;
  return `${iconHost.replace(/\/+$/, '')}${path}`;
}
