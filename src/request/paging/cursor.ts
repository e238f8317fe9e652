/** The state of a paged run, and functions that all kinds of paging share. */
import type { Endpoint, Paging } from '../../catalogue/types.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json.ts';
import type { JsonValue, UnixMs } from '../../core/words.ts';
import { narrowestMax } from '../bounds.ts';
import type { WireArguments } from '../types.ts';

/** The request for the next page, and what must be known to read its answer. */
export interface PageCursor {
  /** The arguments of the request for the next page. */
  readonly wire: WireArguments;
  /** The number of rows that are still wanted; undefined for all rows. */
  readonly wanted: number | undefined;
  /**
   * `backward` fetches the newest page first: its pages must be put in reverse order, the rows inside a page
   * must not.
   */
  readonly direction: 'forward' | 'backward';
  /** The largest number of rows in a page; undefined if the endpoint has no page-size parameter. */
  readonly pageSize: number | undefined;
  /**
   * The JSON texts of rows that the next page will contain once more, and from which they are then dropped.
   */
  readonly seen: readonly string[];
  /** The number of rows at the beginning of the next page that an earlier run has already fetched. */
  readonly skip: number;
  /**
   * If the exchange sends the newest rows of a time window first: the end of the window, from which pages go
   * back.
   */
  readonly windowEnd: bigint | undefined;
  /** The last time wanted, in ms, inclusive; kept here if it cannot be sent with every page. */
  readonly until: bigint | undefined;
  /** When going back by ids: the lowest id received so far; the next rows have lower ids. */
  readonly below: bigint | undefined;
  /** Pages taken so far. */
  readonly pages: number;
  /** When the run began, in Unix ms. */
  readonly now: UnixMs;
}

/** What one answer brought. */
export interface PageResult {
  /** The rows of the page that are new and wanted, in the order received. */
  readonly rows: readonly JsonValue[];
  /** The state from which to fetch the next page; undefined if the run is complete. */
  readonly next: PageCursor | undefined;
  /** Set if the rows of the next page are older than the rows of this page. */
  readonly isNextOlder?: true;
  /** Set if rows may have been left out, with the reason as a sentence. */
  readonly note?: string;
}

/** Returns how an endpoint is paged; throws a usage error if it is not paged. */
export function pagingOf(endpoint: Endpoint): Paging {
  if (endpoint.pages !== undefined) return endpoint.pages;
  throw usageError(`${endpoint.id} has no pages: one answer holds all there is.`, 'Leave out --all.');
}

/** Returns the name of the page-size parameter; undefined if there is none. */
export function sizeNameOf(paging: Paging): string | undefined {
  return paging.by === 'time' || paging.by === 'id' ? paging.limit : paging.size;
}

/** Returns the size of a page: the given one, otherwise the largest that both listings allow. */
export function pageSizeOf(endpoint: Endpoint, paging: Paging, wire: WireArguments): number | undefined {
  const name = sizeNameOf(paging);
  const param = name === undefined ? undefined : endpoint.params[name];
  if (name === undefined || param === undefined) return undefined;
  const max = narrowestMax(param);
  const size = wire.get(name) ?? (max === undefined ? param.default : max.value / 10n ** BigInt(max.scale));
  return size === undefined ? undefined : Number(size);
}

/**
 * Returns the parameters of a request with some values changed: a parameter that is there keeps its position in the
 * order of sending, a new one comes last, and a value of undefined removes a parameter.
 */
export function editArguments(
  wire: WireArguments,
  edits: Readonly<Record<string, string | undefined>>,
): WireArguments {
  const result = new Map(wire);
  for (const [name, text] of Object.entries(edits)) {
    if (text === undefined) result.delete(name);
    else result.set(name, text);
  }
  return result;
}

/**
 * Returns the whole number in a column of a row; throws if the row has none, because paging would fetch the
 * wrong rows.
 */
export function integerOf(endpoint: Endpoint, row: JsonValue, column: string): bigint {
  const found = findInteger(endpoint, row, column);
  if (found !== undefined) return found;
  throw new ToolError({
    kind: 'unavailable',
    message: `Expected a whole number as ${column} in every row of ${endpoint.id}, found a row without one.`,
    hint: 'The answer is not what the interface describes: check the host, and run it again without --all.',
    endpoint: endpoint.id,
  });
}

/** Returns whether the rows of an endpoint are arrays that begin with the id or time by which they are paged. */
export function beginsWithKey({ pages, view }: Endpoint): boolean {
  if (pages === undefined || !('at' in pages)) return false;
  return view?.columns.some(({ name, at }) => name === pages.at && at === 0) === true;
}

/** Returns the whole number in a column of a row; undefined if the row has none. */
export function findInteger(endpoint: Endpoint, row: JsonValue, column: string): bigint | undefined {
  const value = fieldOf(endpoint, row, column);
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? BigInt(value) : undefined;
}

/** Returns the rows without those that an earlier page contained; each is dropped as often as it was seen. */
export function dropSeen(rows: readonly JsonValue[], seen: readonly string[]): readonly JsonValue[] {
  if (seen.length === 0) return rows;
  const left = [...seen];
  return rows.filter((row) => {
    const at = left.indexOf(stringifyJson(row));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Returns the error for an exchange whose pages contain nothing new, so that paging would never end. */
export function stalledError(endpoint: Endpoint): ToolError {
  return new ToolError({
    kind: 'unavailable',
    message: `The pages of ${endpoint.id} do not advance: the exchange answered with rows outside what was asked.`,
    hint: 'Ask for a shorter window, and report it if it stays so.',
    endpoint: endpoint.id,
  });
}

function fieldOf({ view }: Endpoint, row: JsonValue, column: string): JsonValue | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  if (!Array.isArray(row)) return (row as { readonly [key: string]: JsonValue })[column];
  const at = view?.columns.find(({ name }) => name === column)?.at;
  return at === undefined ? undefined : (row as readonly JsonValue[])[at];
}
