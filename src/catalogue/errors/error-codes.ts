/**
 * Every error code of the exchange interface with the names in both listings, its exact texts, the remedy, and the
 * execution status of a write that it answers (interface document, Errors; texts and further codes from public facts).
 */

import type { Product } from '../types.ts';
import type { ErrorCode } from './error-code.ts';
import { FUTURES_CODES } from './futures.ts';
import { GENERAL_CODES } from './general.ts';
import { REQUEST_CODES } from './request.ts';
import { SERVICE_CODES } from './service.ts';

export type { ErrorCode, ListedCode as Listed } from './error-code.ts';

/** All codes: those of the documents first, then what public facts add, by product where meanings differ. */
export const ERROR_CODES: readonly ErrorCode[] = [
  ...GENERAL_CODES,
  ...REQUEST_CODES,
  ...FUTURES_CODES,
  ...SERVICE_CODES,
];

/** Returns every entry of a code, the document's before those of single products; none for an unknown code. */
export function findErrorCodes(code: number | string): readonly ErrorCode[] {
  const sought = String(code);
  return ERROR_CODES.filter((one) => String(one.code) === sought);
}

/**
 * Returns the entry that explains an error best: an entry whose texts match the message, the product's own
 * before a general one; otherwise the product's own entry; otherwise the general one. Undefined for a code
 * that is not known, or known for other products only.
 */
export function errorCodeOf(
  code: number | string,
  about: { readonly product?: Product; readonly message?: string } = {},
): ErrorCode | undefined {
  const { product, message } = about;
  const fitting = findErrorCodes(code)
    .filter((one) => one.products === undefined || product === undefined || one.products.includes(product))
    .sort((a, b) => Number(b.products !== undefined) - Number(a.products !== undefined));
  const matching = message === undefined ? undefined : fitting.find((one) => matchesText(one, message));
  if (matching !== undefined) return matching;
  // If no product is given, the meaning of a code in the interface document is preferred to its meaning on
  // single products.
  const plain = fitting.filter((one) => one.byTextOnly !== true);
  return product === undefined ? plain[plain.length - 1] : plain[0];
}

/**
 * Returns the name of an error code; the names of both listings joined by " / " if they differ. Undefined for
 * codes that have only texts; labels that a listing gives for a whole range of codes are left out.
 */
export function nameOf(code: number | string, product?: Product): string | undefined {
  const entry = errorCodeOf(code, product === undefined ? {} : { product });
  const listed = [entry?.first, entry?.second].filter((one) => one !== undefined && one.range === undefined);
  const names = new Set(listed.flatMap((one) => one!.names));
  return names.size === 0 ? undefined : [...names].join(' / ');
}

/**
 * Returns whether a message is one of the exact texts of an error code's entry; %s in a text matches
 * anything.
 */
export function matchesText(entry: ErrorCode, message: string): boolean {
  return entry.texts.some((text) => {
    const parts = text.split('%s');
    if (parts.length === 1) return text === message;
    return matchesParts(parts, message);
  });
}

/**
 * Returns whether the parts occur in the message in this order, the first at its start and the last at its
 * end.
 */
function matchesParts(parts: readonly string[], message: string): boolean {
  const first = parts[0]!;
  const last = parts[parts.length - 1]!;
  if (!message.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = message.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return message.length - last.length >= at && message.endsWith(last);
}
