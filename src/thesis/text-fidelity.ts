/** Proves quickly that the parsed value of a JSON text says the same as the text. */
import { hasColons, tallyOf } from './repeated-names.ts';

/** The characters of a number from which on its float may compare with 0 or 1 otherwise than the number. */
const LONG_NUMBER_LENGTH = 17;

/** The digits of an exponent from which on a number may overflow or underflow. */
const LONG_EXPONENT_LENGTH = 3;

/**
 * Returns whether `value`, which was parsed from the text, certainly holds every member of the text, and each
 * number as exactly as the contract compares it. False means that the scanner must decide.
 */
export function isFaithful(text: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const tally = tallyOf(value);
  if (tally === undefined || !hasColons(text, tally.namesAndColons)) return false;
  return !tally.hasEdgeNumber || !mayChangeNumbers(text);
}

/**
 * Returns whether a text may have a number that is out of reach, or that compares with 0 or 1 otherwise than its float
 * does: such a number has an exponent of three digits or at least 17 characters. Other texts are reported too. Reads only
 * every third character, because no shorter run of digits matters.
 */
export function mayChangeNumbers(text: string): boolean {
  for (let at = LONG_EXPONENT_LENGTH - 1; at < text.length; at += LONG_EXPONENT_LENGTH) {
    if (!isDigitOrPoint(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && isDigitOrPoint(text.charCodeAt(start - 1))) start--;
    while (isDigitOrPoint(text.charCodeAt(at + 1))) at++;
    const length = at + 1 - start;
    if (length >= LONG_NUMBER_LENGTH) return true;
    if (length >= LONG_EXPONENT_LENGTH && isAfterExponentMark(text, start)) return true;
  }
  return false;
}

/** Returns whether the digits at `start` follow a digit, the letter e and perhaps a sign. */
function isAfterExponentMark(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  const mark = before === 0x2b || before === 0x2d ? start - 2 : start - 1;
  const letter = text.charCodeAt(mark);
  return (letter === 0x65 || letter === 0x45) && isDigitOrPoint(text.charCodeAt(mark - 1));
}

function isDigitOrPoint(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e;
}
