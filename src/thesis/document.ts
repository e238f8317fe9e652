/** Reads a thesis for use: judged first, then with the digits that were written. */
import { toPlain } from '../core/decimal.ts';
import type { DecimalString } from '../core/words.ts';
import { NUMBERS, type Thesis } from './contract.ts';
import { type Span, scanJson } from './scan.ts';
import { locateOffsets, type TextLocation } from './text-location.ts';
import { validateText } from './validate.ts';
import type { ThesisError } from './verdict.ts';

/** A valid thesis and where its parts stand in its text. */
export interface ThesisDocument {
  readonly thesis: Thesis;
  /** The whole value as `JSON.parse` gives it, with members the contract does not name. */
  readonly parsed: Readonly<Record<string, unknown>>;
  /** Returns the number at a JSON pointer of `NUMBERS` as it was written, or undefined where there is none. */
  literalOf(path: string): string | undefined;
  /** Returns the places of the values at JSON pointers, in one reading; of the whole, where one is not there. */
  locationsOf(paths: readonly string[]): ReadonlyMap<string, TextLocation>;
}

export type ReadThesis = { readonly document: ThesisDocument } | { readonly errors: readonly ThesisError[] };

/** Returns the thesis in the text, or all that is wrong with it. */
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

/** Copies the tables of the contract; each number is the text it was written as, since a float may differ. */
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

/** Numbers too long or too small to be prices are still valid; they are given as the float that is read. */
function plainDecimal(literal: string): DecimalString {
  return toPlain(literal) ?? toPlain(String(Number(literal)))!;
}
