/**
 * Finds every fault of a document and its location. Runs only for documents that failed the quick validation.
 */

import { isObject } from '../core/words.ts';
import { findFaults } from '../generated/thesis-validator-faults.js';
import { displayText } from './display.ts';
import { limitFaults } from './fault-limit.ts';
import { foldFaults, type UnlocatedFault } from './faults.ts';
import { EXPONENT_MAX } from './json-number.ts';
import { ERRORS_MAX } from './limits.ts';
import { locateValue } from './locate.ts';
import { memberPath } from './members.ts';
import { type Duplicate, type Span, scanJson, type UnreachableNumber } from './scan.ts';
import { LocationCursor, locateOffsets, type TextLocation } from './text-location.ts';
import type { TextFault } from './tokens.ts';
import { type ThesisError, type ThesisVerdict, VALID } from './verdict.ts';

interface LocatedFault extends Omit<UnlocatedFault, 'atName'> {
  readonly offset: number;
}

/** The value that `JSON.parse` read from a text. */
interface ParsedText {
  readonly value: unknown;
  /** Whether the value is known to hold every member and number of the text, so that no scan is needed. */
  readonly isFaithful?: true;
}

/** The number of faults up to which each is located by itself, instead of by one scan of the whole text. */
const LOCATED_SINGLY_MAX = 8;

/**
 * Returns the verdict on a text with all its faults, at most 1000. `parsed` is given when `JSON.parse`
 * accepted the text. `firstLine` is the number of the first line of the text.
 */
export function diagnose(text: string, parsed?: ParsedText, firstLine = 1): ThesisVerdict {
  const kept = parsed === undefined ? { value: undefined, left: 0 } : limitFaults(parsed.value);
  const faults = parsed === undefined ? [] : faultsOf(kept.value);
  const located: LocatedFault[] = [];
  let left = kept.left;
  if (parsed?.isFaithful === true && faults.length <= LOCATED_SINGLY_MAX) {
    for (const fault of faults) located.push(locateFault(text, fault, locateValue(text, fault.path)));
  } else {
    const scan = scanJson(text, new Set(faults.map((fault) => fault.path)));
    if (parsed === undefined && scan.fault === undefined) {
      throw new Error('the scanner accepts a text that JSON.parse refuses');
    }
    located.push(
      ...faults.map((fault) => locateFault(text, fault, scan.spans.get(fault.path))),
      ...duplicateFaults(text, scan.duplicates),
      ...scan.unreachable.map((one) => reachFault(text, one)),
      ...(scan.fault === undefined ? [] : [textFault(scan.fault)]),
    );
    left += scan.duplicatesLeft + scan.unreachableLeft;
  }
  if (located.length === 0) return VALID;
  if (located.length > 1) located.sort((first, second) => first.offset - second.offset);
  return { valid: false, errors: listErrors(text, located, left, firstLine) };
}

function faultsOf(value: unknown): readonly UnlocatedFault[] {
  if (findFaults(value)) return [];
  const action = isObject(value) && Object.hasOwn(value, 'action') ? value['action'] : undefined;
  return foldFaults(findFaults.errors ?? [], String(action));
}

function locateFault(text: string, fault: UnlocatedFault, span: Span | undefined): LocatedFault {
  const { path, rule, expected, found, message, fix } = fault;
  const isAtName = fault.atName === true;
  const offset = (isAtName ? span?.key : span?.start) ?? 0;
  if (span === undefined || isAtName || found === 'nothing' || !isNumber(text, span.start))
    return { path, rule, expected, found, message, fix, offset };
  // A number is quoted as written, because the parsed number may have lost digits.
  const literal = displayText(text.slice(span.start, span.end));
  const quoted = message.endsWith(found) ? message.slice(0, -found.length) + literal : message;
  return { path, rule, expected, found: literal, message: quoted, fix, offset };
}

/** Returns whether the value at an offset is a number. */
function isNumber(text: string, start: number): boolean {
  const code = text.charCodeAt(start);
  return code === 0x2d || (code >= 0x30 && code <= 0x39);
}

function reachFault(text: string, { path, start, end }: UnreachableNumber): LocatedFault {
  const expected = `0, or a number d × 10^e with 1 ≤ d < 10 and e from -${EXPONENT_MAX} to ${EXPONENT_MAX}`;
  const found = displayText(text.slice(start, end));
  const name = displayText(memberPath(path.slice(0, 500)));
  return {
    path,
    rule: 'number',
    expected,
    found,
    message: `${name} must be ${expected}, found ${found}`,
    fix: 'Write a number that an amount or a price can have.',
    offset: start,
  };
}

function duplicateFaults(text: string, duplicates: readonly Duplicate[]): readonly LocatedFault[] {
  const firsts = locateOffsets(
    text,
    duplicates.map((one) => one.first),
  );
  return duplicates.map(({ path, key, first, repeated }) => {
    const location = firsts.get(first)!;
    const name = displayText(JSON.stringify(key));
    return {
      path,
      rule: 'duplicate-key',
      expected: 'unique names in an object',
      found: `${name} again`,
      message: `${displayText(memberPath(path.slice(0, 500)))} occurs twice, first at ${location.line}:${location.column}`,
      fix: 'Keep one of the two: parsers differ on which one counts.',
      offset: repeated,
    };
  });
}

function textFault(fault: TextFault): LocatedFault {
  return {
    path: '',
    rule: fault.rule,
    expected: fault.expected,
    found: fault.found,
    message: `expected ${fault.expected}, found ${fault.found}`,
    fix: fault.fix ?? (fault.rule === 'depth' ? 'Reduce the nesting.' : `Write ${fault.expected} here.`),
    offset: fault.offset,
  };
}

function listErrors(
  text: string,
  located: readonly LocatedFault[],
  leftBefore: number,
  firstLine: number,
): readonly ThesisError[] {
  const listed = located.length > ERRORS_MAX ? located.slice(0, ERRORS_MAX) : located;
  const location = new LocationCursor(text);
  const errors = listed.map(({ offset, path, rule, expected, found, message, fix }) => {
    location.moveTo(offset);
    const line = location.line + firstLine - 1;
    return { path, line, column: location.column, rule, expected, found, message, fix };
  });
  const left = leftBefore + located.length - listed.length;
  return left === 0 ? errors : [...errors, moreError(left, errors.at(-1)!)];
}

function moreError(count: number, last: TextLocation): ThesisError {
  return {
    path: '',
    line: last.line,
    column: last.column,
    rule: 'more',
    expected: 'no faults',
    found: `${count} more`,
    message: `${count} more faults are not listed`,
    fix: `Fix the first ${ERRORS_MAX} and validate again.`,
  };
}
