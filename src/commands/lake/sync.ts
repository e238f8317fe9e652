/** `bourse lake sync`: fills what the lake lacks of some series with pages of the API. */
import { futuresWeight, spotWeight } from '../../catalogue/limits/requests.ts';
import type { Endpoint, View } from '../../catalogue/types.ts';
import { asToolError, EXIT_CODES, type ExitCode, ToolError } from '../../core/errors.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue, UnixMs } from '../../core/words.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import type { LakeLedger } from '../../lake/ledger.ts';
import type { Lake } from '../../lake/open-lake.ts';
import { openExisting, openLake } from '../../lake/open-lake.ts';
import { syncSpan } from '../../lake/sync/sync.ts';
import {
  bytesOf,
  lackingSpans,
  type SpanBounds,
  type SyncSeries,
  type WantedSeries,
} from '../../lake/sync/sync-plan.ts';
import { NOT_ASKED } from '../../lake/sync/sync-source.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { CommandCall } from '../types.ts';
import { lakeHome } from './chosen-lake.ts';
import {
  countRows,
  ownArguments,
  pageRowsOf,
  pageSource,
  type SyncEndpoints,
  syncEndpoints,
} from './sync-pages.ts';
import { Progress } from './sync-progress.ts';
import { readSeries, readSpan, resumeLine } from './sync-words.ts';

const SERIES: View['columns'] = [
  { name: 'table', is: 'text', pinned: true },
  { name: 'product', is: 'text' },
  { name: 'symbol', is: 'text', pinned: true },
  { name: 'interval', is: 'text' },
  { name: 'from', is: 'time' },
  { name: 'to', is: 'time' },
];

const RESULTS: View = {
  shape: 'rows',
  columns: [
    ...SERIES,
    { name: 'outcome', is: 'text', pinned: true },
    { name: 'rows', is: 'integer' },
    { name: 'missing', is: 'integer' },
    { name: 'why', is: 'text' },
  ],
};

const PLAN: View = {
  shape: 'rows',
  columns: [
    ...SERIES,
    { name: 'rows', is: 'integer' },
    { name: 'calls', is: 'integer' },
    { name: 'weight', is: 'integer' },
    { name: 'minutes', is: 'integer' },
    { name: 'bytes', is: 'integer' },
  ],
};

/** What became of a series. */
interface SyncResult extends SyncSeries, SpanBounds {
  readonly outcome: 'complete' | 'refused';
  readonly rows: number;
  /** Rows that the exchange does not have. */
  readonly missing: number;
  readonly why: string;
}

/** What it takes at most to fetch a span. */
interface PlannedSpan extends SyncSeries, SpanBounds {
  readonly rows: number;
  readonly calls: number;
  readonly weight: number;
  readonly minutes: number;
  readonly bytes: number;
}

/** Runs the command. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { table, product, interval, symbols } = readSeries(call);
  const endpoints = (await syncEndpoints(table, product))!;
  const span = await readSpan(call, { table, product, interval });
  const series = symbols.map((symbol): SyncSeries => ({ table, product, symbol, interval }));
  if (call.options['plan'] === true) return printPlan(call, endpoints, series, span);
  const home = lakeHome(call.services.world);
  const duckdb = await Duckdb.open(home);
  try {
    const ledger = await openLake(home);
    try {
      const results = await syncAll(call, { home, ledger, duckdb }, endpoints, series, span);
      call.output.progress('');
      await call.output.value(results as unknown as JsonValue, RESULTS);
      const refused = results.filter(({ outcome }) => outcome === 'refused').length;
      if (refused === 0) return EXIT_CODES.done;
      return refused === results.length ? EXIT_CODES.rejected : EXIT_CODES.partial;
    } finally {
      ledger.close();
    }
  } finally {
    duckdb.close();
  }
}

async function syncAll(
  call: CommandCall,
  lake: Lake,
  endpoints: SyncEndpoints,
  series: readonly SyncSeries[],
  span: SpanBounds,
): Promise<readonly SyncResult[]> {
  const wanted = await findLacking(lake.ledger, series, span);
  for (const one of wanted) await markNotAsked(lake.ledger, one);
  const progress = new Progress(call);
  const results: SyncResult[] = [];
  for (const one of wanted) results.push(await syncSeries(call, lake, endpoints, one, progress));
  return results;
}

/** Fills a series span by span. The exchange may refuse a series, such as that of a symbol that it does not know. */
async function syncSeries(
  call: CommandCall,
  lake: Lake,
  endpoints: SyncEndpoints,
  { series, span, lacking }: WantedSeries,
  progress: Progress,
): Promise<SyncResult> {
  const source = pageSource(call, endpoints, series);
  const onRows = (count: number) => progress.add(count);
  let [rows, missing] = [0, 0];
  try {
    let expected = 0;
    for (const one of lacking) expected += await countRows(call, endpoints, series, one);
    progress.begin(series, expected);
    for (const one of lacking) {
      const result = await syncSpan(lake, { series, source, span: one, onRows });
      rows += result.rows;
      missing += result.missing;
    }
  } catch (thrown) {
    const error = asToolError(thrown);
    if (error.kind !== 'rejected')
      throw new ToolError({ ...error.facts, resume: resumeLine(call), cause: thrown });
    for (const left of lacking) await lake.ledger.recordAsked({ series, ...left, parts: [] });
    return { ...series, ...span, outcome: 'refused', rows, missing, why: error.message };
  }
  return { ...series, ...span, outcome: 'complete', rows, missing, why: '' };
}

async function findLacking(
  ledger: LakeLedger | undefined,
  series: readonly SyncSeries[],
  span: SpanBounds,
): Promise<readonly WantedSeries[]> {
  if (ledger === undefined) return series.map((one) => ({ series: one, span, lacking: [span] }));
  return ledger.read((rows) =>
    series.map((one) => ({ series: one, span, lacking: lackingSpans(rows, one, span) })),
  );
}

/** Until a span was asked for, the ledger says so, whatever ends this process. */
async function markNotAsked(ledger: LakeLedger, { series, lacking }: WantedSeries): Promise<void> {
  for (const span of lacking) {
    await ledger.recordAsked({ series, ...span, parts: [{ ...span, state: 'not-asked', why: NOT_ASKED }] });
  }
}

async function printPlan(
  call: CommandCall,
  endpoints: SyncEndpoints,
  series: readonly SyncSeries[],
  span: SpanBounds,
): Promise<ExitCode> {
  const { output, services } = call;
  const ledger = await openExisting(lakeHome(services.world));
  const wanted = await findLacking(ledger, series, span).finally(() => ledger?.close());
  const pageRows = pageRowsOf(endpoints.rows);
  const limit = endpoints.rows.product === 'spot' ? spotWeight.value : futuresWeight.value;
  const plan: PlannedSpan[] = [];
  for (const { series: one, lacking } of wanted) {
    const pageWeight = weightOfPage(endpoints.rows, one, pageRows, services.world.clock.now());
    for (const lack of lacking) {
      const rows = await countRows(call, endpoints, one, lack);
      const calls = Math.max(1, Math.ceil(rows / pageRows));
      const weight = calls * pageWeight;
      const cost = {
        rows,
        calls,
        weight,
        minutes: Math.ceil(weight / limit),
        bytes: bytesOf(one, lack, rows),
      };
      plan.push({ ...one, ...lack, ...cost });
    }
  }
  const sum = (name: 'rows' | 'calls' | 'weight' | 'bytes') =>
    plan.reduce((total, one) => total + one[name], 0);
  await output.value(plan as unknown as JsonValue, PLAN);
  if (plan.length === 0) {
    output.note('The lake lacks nothing of this.');
    return EXIT_CODES.done;
  }
  const minutes = Math.ceil(sum('weight') / limit);
  output.note(
    `At most ${plural(sum('rows'), 'row')}, ${plural(sum('calls'), 'call')} of weight ${sum('weight')}, ${plural(minutes, 'minute')} at ${limit} a minute, ${Math.ceil(sum('bytes') / 1e6)} MB of disk.`,
  );
  return EXIT_CODES.done;
}

function weightOfPage(endpoint: Endpoint, series: SyncSeries, pageRows: number, now: UnixMs): number {
  const given = [...ownArguments(endpoint, series), { name: 'limit', text: String(pageRows) }];
  return prepareRequest(endpoint, given, { now }).request.weight.counted;
}
