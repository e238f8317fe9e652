/**
 * Fetches all pages of an endpoint as chunks for the output; an error carries the command that resumes the
 * run.
 */
import type { Endpoint, View } from '../../catalogue/types.ts';
import { asToolError, ToolError, usageError } from '../../core/errors.ts';
import { parseJson, stringifyJson } from '../../core/json.ts';
import { plural, safeText } from '../../core/text.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { expectedPage, expectedRows, isEndKnown, PAGES_AT_ONCE_MAX } from '../../request/paging/ahead.ts';
import { beginsWithKey, type PageCursor } from '../../request/paging/cursor.ts';
import { nextPage, resumeLine, startPages } from '../../request/paging/paging.ts';
import { holdsRun } from '../../request/paging/row-scan.ts';
import type { RowRun } from '../../request/paging/row-steps.ts';
import { buildRequest, prepareRequest } from '../../request/prepare.ts';
import type { Answer, WireArguments } from '../../request/types.ts';
import type { Chunk, CommandCall, Output } from '../types.ts';
import type { GapReport } from './gap-report.ts';
import { PagesAhead } from './pages-ahead.ts';
import { resumeOptions } from './resume-options.ts';

/** What a paged run needs of a command. */
type PagedCall = Pick<CommandCall, 'services' | 'given' | 'options' | 'command'> & {
  readonly output: Pick<Output, 'note' | 'progress' | 'format'>;
};

/**
 * Yields the rows of all requested pages, oldest first, and reports the rows that are missing between them. A chunk can be
 * read until the next one is asked for, which may take its memory.
 */
export async function* fetchPages(
  call: PagedCall,
  endpoint: Endpoint,
  gaps?: GapReport,
): AsyncGenerator<Chunk> {
  const { services, output } = call;
  const now = services.world.clock.now();
  const size = endpoint.pages !== undefined && 'limit' in endpoint.pages ? endpoint.pages.limit : undefined;
  const limit = call.given.find((one) => one.name === size);
  const { wire, notes } = prepareRequest(
    withoutMaxSpan(endpoint),
    call.given.filter((one) => one !== limit),
    { now },
  );
  for (const note of notes) output.note(note);
  const first = startPages(endpoint, wire, {
    now,
    ...(limit === undefined ? {} : { wanted: Number(limit.text) }),
    skip: readSkip(call.options['skip']),
  });
  gaps?.begin({ wire, now, wanted: first.wanted });
  const run = { endpoint, wire, first, ...(gaps === undefined ? {} : { gaps }) };
  const pages = new PagesAhead({
    send: (page, signal) => services.call(buildRequest(endpoint, page.wire), { isOneOfMany: true, signal }),
    expected: (page) => expectedPage(endpoint, page),
    parallel: readParallel(call.options['parallel']),
    isEndKnown: isEndKnown(endpoint, first),
  });
  try {
    yield* rowsOfPages(call, run, pages);
  } finally {
    pages.close();
  }
  output.progress('');
  services.rememberSymbols(call.given, endpoint);
}

interface PagedRun {
  readonly endpoint: Endpoint;
  /** The arguments as given, without those that paging adds. */
  readonly wire: WireArguments;
  /** The request for the first page. */
  readonly first: PageCursor;
  readonly gaps?: GapReport;
}

async function* rowsOfPages(call: PagedCall, run: PagedRun, pages: PagesAhead): AsyncGenerator<Chunk> {
  const { output } = call;
  const { endpoint, wire, first, gaps } = run;
  let cursor: PageCursor | undefined = first;
  // Pages of an endpoint that sends the newest page first are collected here, because rows are written oldest
  // first.
  let newerPages: RowsChunk[] = [];
  let remaining = first.wanted ?? Number.POSITIVE_INFINITY;
  let resumeCursor = first;
  let count = 0;
  let hasWrittenRows = false;
  while (cursor !== undefined) {
    // Collected pages are not written yet, so an interrupted run resumes before the first of them.
    if (newerPages.length === 0) resumeCursor = cursor;
    const answer = pages.answerTo(cursor);
    const {
      rows: received,
      next,
      usedWeight,
      isNewestFirst,
    }: Page = await readPage(call, endpoint, cursor, answer, {
      resumeCursor,
      hasWrittenRows,
    });
    // The next page is on its way while the rows of this one are written.
    if (next !== undefined) pages.begin(next);
    count += received.count;
    output.progress(`${plural(count, 'row')}${progressShare(cursor, next, wire)}, weight used ${usedWeight}`);
    newerPages.push(received);
    cursor = next;
    if (isNewestFirst) continue;
    for (const one of newerPages.reverse()) {
      const rows = truncateRows(one, remaining);
      if (rows instanceof UnparsedRows) gaps?.takeRun(rows.run);
      else gaps?.take(rows.value);
      if (rows.count > 0) yield rows;
      one.release?.();
      hasWrittenRows ||= rows.count > 0;
      remaining -= rows.count;
    }
    newerPages = [];
    if (remaining === 0) return;
  }
}

/** Reads --skip: the number of rows that an interrupted run has written already. */
function readSkip(text: unknown): number {
  if (text === undefined) return 0;
  if (typeof text === 'string' && /^\d{1,6}$/.test(text)) return Number(text);
  throw usageError(
    `--skip must be a whole number of rows, was "${safeText(String(text).slice(0, 40))}".`,
    'Use the number that the interrupted run printed, or omit --skip.',
  );
}

/** Reads --parallel: the number of pages that are fetched at once. */
function readParallel(text: unknown): number {
  if (text === undefined) return PAGES_AT_ONCE_MAX;
  if (typeof text === 'string' && /^[1-9]\d?$/.test(text) && Number(text) <= PAGES_AT_ONCE_MAX)
    return Number(text);
  throw usageError(
    `--parallel must be a whole number from 1 to ${PAGES_AT_ONCE_MAX}, was "${safeText(String(text).slice(0, 40))}".`,
    'Omit --parallel to fetch as many pages at once as is of use.',
  );
}

interface RowsChunk extends Chunk {
  readonly value: readonly JsonValue[];
  readonly count: number;
  /** Gives the memory of the rows back, so that they can't be read any more. */
  release?(): void;
}

/** Rows in ASCII that are known to be the expected ones; they are parsed only for a format that needs their values. */
class UnparsedRows implements RowsChunk {
  readonly #answer: Answer;
  readonly run: RowRun;

  constructor(answer: Answer, run: RowRun) {
    this.#answer = answer;
    this.run = run;
  }

  get bytes(): Buffer {
    return bytesOf(this.#answer);
  }

  get text(): string {
    return this.bytes.toString('latin1');
  }

  get count(): number {
    return this.run.count;
  }

  get value(): readonly JsonValue[] {
    return parseJson(this.text) as readonly JsonValue[];
  }

  release(): void {
    this.#answer.release?.();
  }
}

function bytesOf(answer: Answer): Buffer {
  return answer.bytes ?? Buffer.from(answer.body);
}

/** Returns the chunk cut to at most `wanted` rows. */
function truncateRows(chunk: RowsChunk, wanted: number): RowsChunk {
  if (chunk.count <= wanted) return chunk;
  const value: readonly JsonValue[] = chunk.value.slice(0, wanted);
  return { text: stringifyJson(value), value, count: wanted };
}

/** The rows of a page, and what follows them. */
interface PageRows {
  readonly rows: RowsChunk;
  readonly next: PageCursor | undefined;
  /** Whether the next page holds older rows than this one. */
  readonly isNewestFirst: boolean;
}

interface Page extends PageRows {
  /** Request weight used in this minute, as last reported by the exchange. */
  readonly usedWeight: string;
}

async function readPage(
  { output, command, options }: PagedCall,
  endpoint: Endpoint,
  cursor: PageCursor,
  pending: Promise<Answer>,
  // Where to resume after a failure (`resumeCursor`), and whether rows were written before it.
  { resumeCursor, hasWrittenRows }: { readonly resumeCursor: PageCursor; readonly hasWrittenRows: boolean },
): Promise<Page> {
  try {
    const answer = await pending;
    const usedWeight = String(answer.usage.weight['1m'] ?? 'unknown');
    return {
      usedWeight,
      ...(unparsedPage(endpoint, cursor, answer) ?? parsedPage(output, endpoint, cursor, answer)),
    };
  } catch (thrown) {
    const error = asToolError(thrown);
    // A call that the exchange refuses before any row came is refused again.
    if (cursor.pages === 0 && error.facts.kind === 'rejected' && error.facts.retryable !== true) throw error;
    // A csv run that resumes an earlier one appends to a file that has its header already.
    const header =
      output.format === 'csv' && (hasWrittenRows || options['no-header'] === true) ? ' --no-header' : '';
    throw new ToolError({
      ...error.facts,
      resume: `bourse ${command} ${resumeLine(endpoint, resumeCursor)}${resumeOptions(options)}${header}`,
      cause: thrown,
    });
  }
}

/** Returns a page that holds exactly the rows that were expected, whose text is not parsed; undefined for any other. */
function unparsedPage(endpoint: Endpoint, cursor: PageCursor, answer: Answer): PageRows | undefined {
  const { pages, view } = endpoint;
  const run = expectedRows(endpoint, cursor);
  const next = run && expectedPage(endpoint, cursor);
  if (run === undefined || next === undefined || view?.rowsAt !== undefined) return undefined;
  const key = pages !== undefined && 'at' in pages ? pages.at : undefined;
  if (key === undefined) return undefined;
  if (!holdsRun(bytesOf(answer), beginsWithKey(endpoint) ? undefined : key, run)) return undefined;
  return { rows: new UnparsedRows(answer, run), next, isNewestFirst: false };
}

function parsedPage(
  output: PagedCall['output'],
  endpoint: Endpoint,
  cursor: PageCursor,
  answer: Answer,
): PageRows {
  const { body } = answer;
  answer.release?.();
  const value = readRows(endpoint, parseJson(body, { what: 'the answer', kind: 'unavailable' }));
  const { rows, next, note, isNextOlder = false } = nextPage(endpoint, cursor, value);
  if (note !== undefined) output.note(note);
  // A page of which all rows are requested is written as received, unless the rows are nested in an object.
  const isAsSent = rows.length === value.length && rows[0] === value[0];
  const isUnchanged = isAsSent && endpoint.view?.rowsAt === undefined;
  const text = isUnchanged ? body : stringifyJson(rows);
  return {
    rows: { text, value: rows, count: rows.length },
    next,
    isNewestFirst: isNextOlder && next !== undefined,
  };
}

/**
 * Returns the endpoint without the limit on the length of the time window: a paged run sends one call for
 * each shorter window.
 */
function withoutMaxSpan(endpoint: Endpoint): Endpoint {
  const { pages, rules = [] } = endpoint;
  if (pages?.by !== 'time' || pages.spanMs === undefined) return endpoint;
  return {
    ...endpoint,
    rules: rules.filter((one) => one.rule !== 'max-span' || one.from !== pages.from || one.to !== pages.to),
  };
}

/**
 * Returns the rows of a page: the answer itself, or the list inside the answer; no rows if that list is null.
 */
function readRows(endpoint: Endpoint, answer: JsonValue): readonly JsonValue[] {
  let found: JsonValue | undefined = answer;
  for (const name of endpoint.view?.rowsAt?.split('.') ?? []) {
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  if (Array.isArray(found)) return found as readonly JsonValue[];
  if (found === null && endpoint.view?.rowsAt !== undefined) return [];
  throw new ToolError({
    kind: 'unavailable',
    message: `Expected a list of rows${endpoint.view?.rowsAt === undefined ? '' : ` at ${endpoint.view.rowsAt}`} in the answer of ${endpoint.id}, found none.`,
    hint: 'The answer does not have the documented form: check the host, or run the command without --all.',
    endpoint: endpoint.id,
  });
}

/** Returns the columns of rows that were taken out of the object around them, such as `rows` of a page with a total. */
export function flatRowsView(view: View | undefined): View | undefined {
  if (view?.rowsAt === undefined) return view;
  const { rowsAt: _inside, ...flat } = view;
  return flat;
}

/** Returns how much of the time window is done, as " (42 %)"; empty unless start and end are known. */
function progressShare(
  cursor: PageCursor,
  next: PageCursor | undefined,
  wire: ReadonlyMap<string, string>,
): string {
  const [start, at] = [wire.get('startTime'), next?.wire.get('startTime')].map(Number);
  const end = cursor.until === undefined ? Number.NaN : Number(cursor.until);
  const done = ((at ?? Number.NaN) - (start ?? Number.NaN)) / (end - (start ?? Number.NaN));
  return Number.isFinite(done) && done >= 0 && done <= 1 ? ` (${Math.floor(done * 100)} %)` : '';
}
