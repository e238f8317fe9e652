/** Decides whether a call of a paged endpoint fetches all pages of its period, and says so where it does not. */
import type { Endpoint, View } from '../../catalogue/types.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { sizeNameOf } from '../../request/paging/cursor.ts';
import { stepsOf } from '../../request/paging/row-steps.ts';
import type { WireArguments } from '../../request/types.ts';
import { flagOf } from '../command-text.ts';
import type { CommandCall } from '../types.ts';

/**
 * Returns whether a call fetches all pages without `--all`: it names a period with `--during` or by its start and end, or
 * has to be complete from a start on. Several symbols, a number of rows, or a place to begin among the rows ask for other rows than those.
 */
export function wantsWholePeriod(
  { given, fanOut, options }: Pick<CommandCall, 'given' | 'fanOut' | 'options'>,
  { pages, view }: Endpoint,
): boolean {
  if (pages === undefined || fanOut.length > 0) return false;
  const place = pages.by === 'page' ? pages.page : pages.by === 'offset' ? pages.offset : undefined;
  const own = [sizeNameOf(pages), place];
  if (given.some(({ name }) => own.includes(name))) return false;
  const isTyped = (flag: string) => given.some(({ name }) => flagOf(name) === flag);
  if (options['during'] !== undefined) return true;
  // Pages are printed as rows, so an answer that is an object around its rows would change its shape.
  if (isTyped('start') && isTyped('end') && view?.rowsAt === undefined) return true;
  return options['complete'] === true && isTyped('start');
}

/**
 * Returns the sentence for a single page that came full before its period ended; undefined if the page holds all rows,
 * or as many as were requested with `--limit`.
 */
export function fullPageNote({ given }: Pick<CommandCall, 'given'>, page: SinglePage): string | undefined {
  const { endpoint, count } = page;
  const { pages, params } = endpoint;
  const size = pages === undefined ? undefined : sizeNameOf(pages);
  if (pages === undefined || size === undefined || given.some(({ name }) => name === size)) return undefined;
  const hasStart = given.some(({ name }) => flagOf(name) === 'start');
  if (!hasStart || count === 0 || String(count) !== String(params[size]?.default)) return undefined;
  if (endsWithPeriod(page)) return undefined;
  return `The page came full with ${count} rows, and the period may have more: add --all to fetch them.`;
}

/** What a single answer holds, and the arguments that were sent for it. */
export interface SinglePage {
  readonly endpoint: Endpoint;
  readonly wire: WireArguments;
  /** The number of its rows. */
  readonly count: number;
  /** The id or time of the last row; undefined if it has none. */
  readonly last: bigint | undefined;
}

/** Returns whether no row can follow the last one, because the next of its series lies after the end of the period. */
function endsWithPeriod({ endpoint: { pages }, wire, last }: SinglePage): boolean {
  if (pages?.by !== 'time' || pages.leavesOutOldest || pages.continuity === undefined) return false;
  const end = wire.get(pages.to);
  const steps = stepsOf(pages.continuity.step, wire);
  return end !== undefined && last !== undefined && steps !== undefined && steps.move(last, 1n) > BigInt(end);
}

/** Returns the rows of an answer: the answer itself, or the list inside it; none if there is no such list. */
export function rowsIn(answer: JsonValue, view: View | undefined): readonly JsonValue[] {
  let found: JsonValue = answer;
  for (const name of view?.rowsAt?.split('.') ?? []) found = isObject(found) ? (found[name] ?? null) : null;
  return Array.isArray(found) ? (found as readonly JsonValue[]) : [];
}
