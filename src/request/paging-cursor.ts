/** Where a paged run stands, and what its turns share. */
import type { Endpoint, Paging } from '../catalogue/types.ts';
import { ToolError, usageError } from '../core/errors.ts';
import { stringifyJson } from '../core/json.ts';
import type { JsonValue, UnixMs } from '../core/words.ts';
import { narrowestMax } from './bounds.ts';
import type { WireArguments } from './types.ts';

/** What to ask next, and what must be known to take the answer. */
export interface PageCursor {
  /** The arguments of the next page. */
  readonly wire: WireArguments;
  /** Rows still wanted; undefined for all there are. */
  readonly wanted: number | undefined;
  /**
   * `backward` brings the newest page first: its pages belong in reverse order, the rows inside them do not.
   */
  readonly direction: 'forward' | 'backward';
  /** Rows of a page at most; undefined where the endpoint names no page size. */
  readonly pageSize: number | undefined;
  /** JSON texts of rows that the next page brings once more, and that are dropped then. */
  readonly seen: readonly string[];
  /** Rows at the beginning of the next page that an earlier run has brought. */
  readonly skip: number;
  /**
   * Where the exchange brings a window's newest rows first: the end of the window, which the pages go back
   * from.
   */
  readonly windowEnd: bigint | undefined;
  /** The last time wanted, in ms, inclusive; kept here where it can't be sent with every page. */
  readonly until: bigint | undefined;
  /** Going back by ids: the lowest id taken so far, which the next rows are below. */
  readonly below: bigint | undefined;
  /** Pages taken so far. */
  readonly pages: number;
  /** When the run began, Unix ms. */
  readonly now: UnixMs;
}

/** What one answer brought. */
export interface PageResult {
  /** The rows that are new and wanted, in the order received. */
  readonly rows: readonly JsonValue[];
  /** Where to go on; undefined when the run is complete. */
  readonly next: PageCursor | undefined;
  /** Set where the rows of the next page are older than these. */
  readonly isNextOlder?: true;
  /** Set when rows may have been left out, with the reason as a sentence. */
  readonly note?: string;
}

/** Returns how an endpoint is paged; throws a usage error where it is not. */
export function pagingOf(endpoint: Endpoint): Paging {
  if (endpoint.pages !== undefined) return endpoint.pages;
  throw usageError(`${endpoint.id} has no pages: one answer holds all there is.`, 'Leave out --all.');
}

/** Returns the name of the page-size parameter, undefined where there is none. */
export function sizeNameOf(paging: Paging): string | undefined {
  return paging.by === 'time' || paging.by === 'id' ? paging.limit : paging.size;
}

/** Returns the size of a page: as given, else the largest that both listings allow. */
export function pageSizeOf(endpoint: Endpoint, paging: Paging, wire: WireArguments): number | undefined {
  const name = sizeNameOf(paging);
  const param = name === undefined ? undefined : endpoint.params[name];
  if (name === undefined || param === undefined) return undefined;
  const max = narrowestMax(param);
  const size = wire.get(name) ?? (max === undefined ? param.default : max.value / 10n ** BigInt(max.scale));
  return size === undefined ? undefined : Number(size);
}

/** Returns arguments with some replaced, in their places, or added at the end; undefined takes one out. */
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
 * Returns the column's whole number in a row; throws where the answer holds none, since paging would go
 * astray.
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

/** Returns the column's whole number in a row, undefined where it holds none. */
export function findInteger(endpoint: Endpoint, row: JsonValue, column: string): bigint | undefined {
  const value = fieldOf(endpoint, row, column);
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? BigInt(value) : undefined;
}

/** Returns the rows without those that an earlier page has brought, each left out as often as it was seen. */
export function dropSeen(rows: readonly JsonValue[], seen: readonly string[]): readonly JsonValue[] {
  if (seen.length === 0) return rows;
  const left = [...seen];
  return rows.filter((row) => {
    const at = left.indexOf(stringifyJson(row));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Returns an error for pages that bring nothing new and would go on for ever. */
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
