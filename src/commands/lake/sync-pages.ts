/** Fetches the pages of a series for the lake, with the pager of the history commands. */
import type { ArchiveProduct } from '../../archive/columns.ts';
import { MARKET_HISTORIES } from '../../catalogue/market-histories.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { parseJson } from '../../core/json.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { pageLayoutOf, type SyncTable } from '../../lake/sync/page-layouts.ts';
import { rhythmOf, rowsIn, type SpanBounds, type SyncSeries } from '../../lake/sync/sync-plan.ts';
import type { PageSource } from '../../lake/sync/sync-source.ts';
import { pageSizeOf, pagingOf } from '../../request/paging/cursor.ts';
import { prepareRequest } from '../../request/prepare.ts';
import { fetchPages } from '../calling/paged-call.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';

/** The endpoints of a series. */
export interface SyncEndpoints {
  readonly rows: Endpoint;
  /** The endpoint of aggregate trades, which finds the ids of a time; undefined for rows without ids. */
  readonly aggregates: Endpoint | undefined;
}

/** Returns the endpoints of a table; undefined if the product has no public one. */
export async function syncEndpoints(
  table: SyncTable,
  product: ArchiveProduct,
): Promise<SyncEndpoints | undefined> {
  const layout = pageLayoutOf(table, product);
  if (layout === undefined) return undefined;
  const hasIds = table === 'trades' || table === 'aggTrades';
  return {
    rows: await endpointById(layout.endpoint),
    aggregates: hasIds ? await endpointById(MARKET_HISTORIES.aggTrades[product]) : undefined,
  };
}

/** The members of an aggregate trade that are the first id and the last id of the rows of a table. */
const ID_MEMBERS = { trades: ['f', 'l'], aggTrades: ['a', 'a'] } as const;

/** Returns the pages of a series, which the pager of the history commands fetches several at a time. */
export function pageSource(call: CommandCall, endpoints: SyncEndpoints, series: SyncSeries): PageSource {
  const own = ownArguments(endpoints.rows, series);
  const note = (text: string) => call.output.note(text);
  const output = { note, progress: () => undefined, format: call.output.format };
  const { services, command, options } = call;
  const paged = async function* (given: readonly TypedPair[]) {
    const paging = { services, command, options: parallelOf(options), output, given: [...own, ...given] };
    for await (const { text } of fetchPages(paging, endpoints.rows)) yield text;
  };
  const layout = pageLayoutOf(series.table, series.product)!;
  return {
    layout,
    pageRows: pageRowsOf(endpoints.rows),
    pages: ({ from, to }) =>
      paged([
        { name: 'startTime', text: String(from) },
        { name: 'endTime', text: String(to - 1) },
      ]),
    newest: ({ to }) => onePage(call, endpoints.rows, [...own, { name: 'endTime', text: String(to - 1) }]),
    pagesFrom: (id) => paged([{ name: 'fromId', text: String(id) }]),
    firstId: (time) => idAt(call, endpoints, series, time),
  };
}

/** Returns how many rows a span has at most; of rows with ids exactly, which takes two calls. */
export async function countRows(
  call: CommandCall,
  endpoints: SyncEndpoints,
  series: SyncSeries,
  span: SpanBounds,
): Promise<number> {
  const rhythm = rhythmOf(series);
  if (rhythm !== undefined) return rowsIn(rhythm, span);
  const first = await idAt(call, endpoints, series, span.from);
  if (first === undefined) return 0;
  const next = await idAt(call, endpoints, series, span.to);
  if (next !== undefined) return next - first;
  return ((await idAt(call, endpoints, series, undefined)) ?? first - 1) + 1 - first;
}

/** Returns the largest number of rows in a page. */
export function pageRowsOf(endpoint: Endpoint): number {
  return pageSizeOf(endpoint, pagingOf(endpoint), new Map())!;
}

/** Returns the arguments that name a series to an endpoint; some endpoints have a pair or a period. */
export function ownArguments(
  { params }: Pick<Endpoint, 'params'>,
  { symbol, interval }: SyncSeries,
): readonly TypedPair[] {
  return [
    { name: 'symbol' in params ? 'symbol' : 'pair', text: symbol },
    ...(interval === '' ? [] : [{ name: 'interval' in params ? 'interval' : 'period', text: interval }]),
  ];
}

interface TypedPair {
  readonly name: string;
  readonly text: string;
}

/** Returns the id of the first row from a time on, or of the newest row without a time; undefined for none. */
async function idAt(
  call: CommandCall,
  { aggregates }: SyncEndpoints,
  series: SyncSeries,
  time: number | undefined,
): Promise<number | undefined> {
  if (aggregates === undefined || (series.table !== 'trades' && series.table !== 'aggTrades'))
    return undefined;
  const start = time === undefined ? [] : [{ name: 'startTime', text: String(time) }];
  const text = await onePage(call, aggregates, [...ownArguments(aggregates, series), ...start]);
  const rows = parseJson(text, { what: 'the answer', kind: 'unavailable' });
  const [row] = Array.isArray(rows) ? (rows as readonly JsonValue[]) : [];
  const [first, last] = ID_MEMBERS[series.table];
  const id = isObject(row) ? row[time === undefined ? last : first] : undefined;
  return typeof id === 'number' ? id : undefined;
}

/** Returns the text of a page with one row: the first from a start on, else the newest. */
async function onePage(
  { services }: CommandCall,
  endpoint: Endpoint,
  given: readonly TypedPair[],
): Promise<string> {
  const one = [...given, { name: 'limit', text: '1' }];
  const { request } = prepareRequest(endpoint, one, { now: services.world.clock.now() });
  return (await services.call(request, { isOneOfMany: true })).body;
}

function parallelOf({ parallel }: CommandCall['options']): CommandCall['options'] {
  return parallel === undefined ? {} : { parallel };
}
