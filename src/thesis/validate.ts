/** Validates one document against the contract. */
import { isUtf8 } from 'node:buffer';
import { scanDepth } from '../core/json-text.ts';
import { accepts } from '../generated/thesis-validator-accepts.js';
import { diagnose } from './diagnosis.ts';
import { withComparableLiterals } from './exact-contract.ts';
import { DEPTH_MAX, DOCUMENT_BYTES_MAX } from './limits.ts';
import { isFaithful, mayChangeNumbers } from './text-fidelity.ts';
import { type ThesisError, type ThesisVerdict, VALID } from './verdict.ts';

/** Returns the verdict on a document's bytes: UTF-8 without a byte order mark, at most 16 MiB. */
export function validateBytes(bytes: Uint8Array): ThesisVerdict {
  const text = textOf(bytes);
  return typeof text === 'string' ? validateText(text) : text;
}

/** Returns the text of a document; the verdict when it is too large or not UTF-8. */
export function textOf(bytes: Uint8Array): string | ThesisVerdict {
  if (bytes.length > DOCUMENT_BYTES_MAX) return TOO_LARGE;
  if (!isUtf8(bytes)) return invalidUtf8Verdict(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/**
 * Returns the verdict on the text of a document: valid, or all faults in the order of the text. `firstLine` is the number of
 * the first line of the text. Never throws because of the content.
 */
export function validateText(text: string, firstLine = 1): ThesisVerdict {
  // A text that is shorter than the depth limit cannot nest more deeply than it.
  if (text.length > DEPTH_MAX && scanDepth(text, DEPTH_MAX) > DEPTH_MAX)
    return diagnose(text, undefined, firstLine);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return diagnose(text, undefined, firstLine);
  }
  if (!isPrototypeExtended() && isFaithful(text, value)) {
    return accepts(value) ? VALID : diagnose(text, { value, isFaithful: true }, firstLine);
  }
  const comparable = mayChangeNumbers(text) ? withComparableLiterals(text, value) : value;
  return diagnose(text, { value: comparable }, firstLine);
}

/**
 * Returns whether Object.prototype was extended. `accepts` and the count of names include inherited members, so the
 * diagnosis decides then, which uses own members only.
 */
function isPrototypeExtended(): boolean {
  for (const _ in Object.prototype) return true;
  return false;
}

/** Returns the verdict on bytes that are not UTF-8. */
export function invalidUtf8Verdict(bytes: Uint8Array): ThesisVerdict {
  return invalidVerdict({
    ...locateBadByte(bytes),
    rule: 'encoding',
    expected: 'UTF-8',
    found: 'bytes that are not UTF-8',
    message: 'a thesis is text in UTF-8, found other bytes',
    fix: 'Save it as UTF-8.',
  });
}

/** Returns a verdict with one error, at the start of the text unless a location is given. */
export function invalidVerdict(
  error: Omit<ThesisError, 'path' | 'line' | 'column'> & Partial<ThesisError>,
): ThesisVerdict {
  return { valid: false, errors: [{ path: '', line: 1, column: 1, ...error }] };
}

/** Locates the first invalid byte by binary search over the valid prefixes. */
function locateBadByte(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8(bytes.subarray(0, startOfCharacter(bytes, middle)))) good = middle;
    else bad = middle;
  }
  const before = Buffer.from(bytes.buffer, bytes.byteOffset, good).toString('utf8');
  const line = before.split('\n');
  return { line: line.length, column: [...line.at(-1)!].length + 1 };
}

/** Returns the start of the character that contains an offset. */
function startOfCharacter(bytes: Uint8Array, cut: number): number {
  let at = cut;
  while (at > 0 && cut - at < 4 && (bytes[at]! & 0xc0) === 0x80) at--;
  return at;
}

const TOO_LARGE = invalidVerdict({
  rule: 'size',
  expected: `at most ${DOCUMENT_BYTES_MAX} bytes`,
  found: `more than ${DOCUMENT_BYTES_MAX} bytes`,
  message: 'a thesis has at most 16 MiB, found more',
  fix: 'Give theses one by one, or one on each line with --ndjson.',
});
