/** Reads a valid thesis with the original digits of its numbers. */
import { toPlain } from '../core/decimal.ts';
import type { DecimalString } from '../core/words.ts';
import { NUMBERS, type Thesis } from './contract.ts';
import { plainNumber } from './json-number.ts';
import { type Span, scanJson } from './scan.ts';
import { locateOffsets, type TextLocation } from './text-location.ts';
import { validateText } from './validate.ts';
import type { ThesisError } from './verdict.ts';

/** A valid thesis and the locations of its values in the text. */
export interface ThesisDocument {
  readonly thesis: Thesis;
  /** The parsed document, including members that the contract does not define. */
  readonly parsed: Readonly<Record<string, unknown>>;
  /** Returns the spelling of the number at a JSON pointer of `NUMBERS`, or undefined when it is missing. */
  literalOf(path: string): string | undefined;
  /**
   * Returns the locations of the values at JSON pointers; for a missing value the location of the document.
   */
  locationsOf(paths: readonly string[]): ReadonlyMap<string, TextLocation>;
}

export type ReadThesis = { readonly document: ThesisDocument } | { readonly errors: readonly ThesisError[] };

/** Returns the thesis in the text, or all its errors. */
export function readThesis(text: string): ReadThesis {
  const verdict = validateText(text);
  if (!verdict.valid) return { errors: verdict.errors };
  const parsed = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const { spans } = scanJson(text, new Set(['', ...NUMBERS]));
  const literalOf = (path: string) => literalAt(text, spans.get(path));
  return {
    document: {
      thesis: withDigits(parsed, literalOf),
      parsed,
      literalOf,
      locationsOf: (paths) => locationsIn(text, paths),
    },
  };
}

function locationsIn(text: string, paths: readonly string[]): ReadonlyMap<string, TextLocation> {
  const found = scanJson(text, new Set(['', ...paths])).spans;
  const offsets = paths.map((path) => (found.get(path) ?? found.get('')!).start);
  const locations = locateOffsets(text, offsets);
  return new Map(paths.map((path, index) => [path, locations.get(offsets[index]!)!]));
}

function literalAt(text: string, span: Span | undefined): string | undefined {
  return span === undefined ? undefined : text.slice(span.start, span.end);
}

/**
 * Copies the document with each number of the contract as its original text, which a float may not reproduce.
 */
function withDigits(
  parsed: Readonly<Record<string, unknown>>,
  literalOf: (path: string) => string | undefined,
): Thesis {
  const copy: Record<string, unknown> = { ...parsed };
  for (const path of NUMBERS) {
    const literal = literalOf(path);
    if (literal === undefined) continue;
    const [table, member] = path.slice(1).split('/') as [string, string?];
    if (member === undefined) copy[table] = plainDecimal(literal);
    else copy[table] = { ...(copy[table] as object), [member]: plainDecimal(literal) };
  }
  return copy as unknown as Thesis;
}

/** Returns a number without exponent. */
function plainDecimal(literal: string): DecimalString {
  return toPlain(literal) ?? (plainNumber(literal) as DecimalString);
}
