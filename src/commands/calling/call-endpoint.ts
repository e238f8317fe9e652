/**
 * Calls an endpoint with the typed arguments and prints its answer: the default for commands without a
 * handler.
 */
import type { Endpoint } from '../../catalogue/types.ts';
import { EXIT_CODES, type ExitCode } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import type { JsonValue, UnixMs } from '../../core/words.ts';
import { findInteger } from '../../request/paging/cursor.ts';
import type { RowRun } from '../../request/paging/row-steps.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { Answer, WireArguments } from '../../request/types.ts';
import type { CommandCall } from '../types.ts';
import { fullPageNote, rowsIn, type SinglePage, wantsWholePeriod } from './whole-period.ts';

/** Calls the endpoint of a command once, page by page, or once for each of several arguments. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { services, output } = call;
  const endpoint = call.endpoint!;
  if (needsPaging(call, endpoint)) {
    const { fetchPages: pagesOf, flatRowsView: viewOfRows } = await import('./paged-call.ts');
    const { GapReport: Report } = await import('./gap-report.ts');
    const gaps = new Report(call, endpoint);
    const now = services.world.clock.now();
    await output.chunks(pagesOf(call, endpoint, gaps), viewOfRows(endpoint.view), { now });
    return gaps.end();
  }
  if (call.fanOut.length > 0) {
    const { callEach: showEach } = await import('./call-each.ts');
    await showEach(call, endpoint);
    return EXIT_CODES.done;
  }
  const now = services.world.clock.now();
  const { given } = call;
  const { request, notes, wire } = prepareRequest(endpoint, given, { now });
  for (const note of notes) output.note(note);
  const answer = await services.call(request);
  services.rememberSymbols(given, endpoint);
  await output.answer(answer, endpoint.view, { now: services.world.clock.now() });
  return reportGapsOf(call, endpoint, { wire, now, answer });
}

/** Reports what a single page lacks: rows between its rows, and further rows of its period; returns the exit code. */
export async function reportGapsOf(
  call: CommandCall,
  endpoint: Endpoint,
  { wire, now, answer }: { readonly wire: WireArguments; readonly now: UnixMs; readonly answer: Answer },
): Promise<ExitCode> {
  const { pages } = endpoint;
  if (pages === undefined) return EXIT_CODES.done;
  const { runOfPage } = await import('../../request/paging/page-run.ts');
  const run = runOfPage(endpoint, wire, answer.bytes);
  const rows = run === undefined ? parsedRows(endpoint, answer) : [];
  const note = fullPageNote(call, {
    endpoint,
    wire,
    ...(run === undefined ? extentOf(endpoint, rows) : extentOfRun(run)),
  });
  if (note !== undefined) call.output.note(note);
  if (!('continuity' in pages)) return EXIT_CODES.done;
  const { GapReport: Report } = await import('./gap-report.ts');
  const gaps = new Report(call, endpoint);
  const limit = wire.get(pages.limit) ?? endpoint.params[pages.limit]?.default;
  gaps.begin({ wire, now, wanted: limit === undefined ? undefined : Number(limit) });
  if (run === undefined) gaps.take(rows);
  else gaps.takeRun(run);
  return gaps.end();
}

function parsedRows({ view }: Endpoint, { body }: Answer): readonly JsonValue[] {
  return rowsIn(parseJson(body, { what: 'the answer', kind: 'unavailable' }), view);
}

/** How many rows a page holds, and the id or time of the last one. */
type Extent = Pick<SinglePage, 'count' | 'last'>;

function extentOf(endpoint: Endpoint, rows: readonly JsonValue[]): Extent {
  const { pages } = endpoint;
  const [row] = rows.slice(-1);
  const hasKey = row !== undefined && pages !== undefined && 'at' in pages;
  return { count: rows.length, last: hasKey ? findInteger(endpoint, row, pages.at) : undefined };
}

function extentOfRun({ first, step, count }: RowRun): Extent {
  return { count, last: BigInt(first + step * (count - 1)) };
}

/**
 * Returns whether the requested rows need several pages. On paged endpoints --limit counts rows of all pages.
 */
function needsPaging(call: CommandCall, endpoint: Endpoint): boolean {
  if (endpoint.pages === undefined) return false;
  if (call.options['all'] === true || wantsWholePeriod(call, endpoint)) return true;
  if (!('limit' in endpoint.pages)) return false;
  const { limit } = endpoint.pages;
  const limitText = call.given.find((one) => one.name === limit)?.text ?? '';
  const pageSizeMax = endpoint.params[limit]?.max;
  return (
    typeof pageSizeMax === 'number' && /^[1-9]\d{0,14}$/.test(limitText) && Number(limitText) > pageSizeMax
  );
}
