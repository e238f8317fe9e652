/** An exchange with pages of five rows, and a run over all of its pages. */
import { expect } from 'vitest';
import type { Endpoint } from '../../src/catalogue/types.ts';
import type { JsonValue } from '../../src/core/words.ts';
import { checkArguments } from '../../src/request/check.ts';
import type { PageCursor } from '../../src/request/paging/cursor.ts';
import { nextPage, startPages } from '../../src/request/paging/paging.ts';
import type { WireArguments } from '../../src/request/types.ts';
import { NOW } from './vectors.ts';

/** Pages of five rows, so that few rows make many pages. */
export const PAGE = 5;
const CALLS_MAX = 500;

export type Row = Readonly<Record<string, number | string>>;
export type Server = (wire: WireArguments) => readonly Row[];

/** Returns the endpoint with pages of five rows. */
export function withSmallPages(at: Endpoint, name = 'limit'): Endpoint {
  const param = at.params[name]!;
  return { ...at, params: { ...at.params, [name]: { ...param, default: PAGE, max: PAGE } } };
}

function number(wire: WireArguments, name: string): number | undefined {
  const text = wire.get(name);
  return text === undefined ? undefined : Number(text);
}

/**
 * Answers as the exchange does (public facts, Request rules): without times the newest rows; with a start the
 * oldest from there; with only an end the newest up to it; with both the oldest in between. An id precedes
 * times.
 */
export function serverOf(rows: readonly Row[], at: string, id?: string): Server {
  return (wire) => {
    const limit = number(wire, 'limit') ?? PAGE;
    const [from, start, end] = ['fromId', 'startTime', 'endTime'].map((name) => number(wire, name));
    if (from !== undefined && id !== undefined) {
      if (start !== undefined || end !== undefined) throw new Error('an id and times were sent together');
      return rows.filter((row) => Number(row[id]) >= from).slice(0, limit);
    }
    const inside = rows.filter(
      (row) => Number(row[at]) >= (start ?? 0) && Number(row[at]) <= (end ?? Infinity),
    );
    return start === undefined ? inside.slice(Math.max(0, inside.length - limit)) : inside.slice(0, limit);
  };
}

/** Fetches all pages, and checks that the endpoint accepts every request. */
export function fetchAllPages(
  at: Endpoint,
  server: Server,
  args: Readonly<Record<string, string>>,
  wanted?: number,
  skip = 0,
) {
  const rows: JsonValue[] = [];
  let ahead: (readonly JsonValue[])[] = [];
  const notes: string[] = [];
  let calls = 0;
  let cursor: PageCursor | undefined = startPages(at, new Map(Object.entries(args)), {
    now: NOW,
    skip,
    ...(wanted === undefined ? {} : { wanted }),
  });
  while (cursor !== undefined) {
    expect(checkArguments(at, cursor.wire)).toEqual([]);
    calls += 1;
    if (calls > CALLS_MAX) throw new Error('the run does not end');
    const turn = nextPage(at, cursor, server(cursor.wire));
    ahead.push(turn.rows);
    if (turn.note !== undefined) notes.push(turn.note);
    cursor = turn.next;
    if (turn.isNextOlder && cursor !== undefined) continue;
    rows.push(...ahead.reverse().flat());
    ahead = [];
  }
  return { rows: rows.slice(0, wanted), calls, notes };
}

/** Returns the rows that one page of unlimited size would have. */
export function rowsWithoutPaging(
  rows: readonly Row[],
  at: string,
  args: Readonly<Record<string, string>>,
  wanted?: number,
) {
  const start = Number(args['startTime'] ?? 0);
  const inside = rows.filter(
    (row) => Number(row[at]) >= start && Number(row[at]) <= Number(args['endTime'] ?? Infinity),
  );
  if (wanted === undefined) return inside;
  return args['startTime'] === undefined ? inside.slice(-wanted) : inside.slice(0, wanted);
}
