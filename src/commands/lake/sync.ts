/** `bourse lake sync`: fills what the lake lacks of some series with pages of the API. */
import { futuresWeight, spotWeight } from '../../catalogue/limits/requests.ts';
import type { Endpoint, View } from '../../catalogue/types.ts';
import { asToolError, EXIT_CODES, type ExitCode, ToolError } from '../../core/errors.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue, UnixMs } from '../../core/words.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import { lakePath } from '../../lake/home.ts';
import type { LakeLedger } from '../../lake/ledger.ts';
import { openExisting, openLake } from '../../lake/open-lake.ts';
import { pageLayoutOf } from '../../lake/page-layouts.ts';
import { NOT_ASKED, type PageSource, syncSpan } from '../../lake/sync.ts';
import {
  costOf,
  lackingSpans,
  type SpanBounds,
  type SyncSeries,
  type WantedSeries,
} from '../../lake/sync-plan.ts';
import { prepareRequest } from '../../request/prepare.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';
import { lakeHome } from './chosen-lake.ts';
import { pageRowsOf, pageSource } from './sync-pages.ts';
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
  readonly outcome: 'complete' | 'incomplete' | 'refused';
  readonly rows: number;
  /** Rows that the exchange does not have. */
  readonly missing: number;
  readonly why: string;
}

/** Runs the command. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { table, product, interval, symbols } = readSeries(call);
  const layout = pageLayoutOf(table, product)!;
  const endpoint = await endpointById(layout.endpoint);
  const span = await readSpan(call, product, interval);
  const series = symbols.map((symbol): SyncSeries => ({ table, product, symbol, interval }));
  if (call.options['plan'] === true) return printPlan(call, endpoint, series, span);
  const home = lakeHome(call.services.world);
  const duckdb = await Duckdb.open(lakePath(home, '.spill'));
  try {
    const ledger = await openLake(home);
    try {
      const wanted = await findLacking(ledger, series, span);
      for (const one of wanted) await markNotAsked(ledger, one);
      const progress = new Progress(call, wanted);
      const results: SyncResult[] = [];
      for (const one of wanted) {
        const source = pageSource(call, endpoint, one.series);
        results.push(await syncSeries(call, { home, ledger, duckdb }, one, source, progress));
      }
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

type Lake = Parameters<typeof syncSpan>[0];

/** Fills a series span by span. The exchange may refuse a series, such as that of a symbol that it does not know. */
async function syncSeries(
  call: CommandCall,
  lake: Lake,
  { series, span, lacking }: WantedSeries,
  source: PageSource,
  progress: Progress,
): Promise<SyncResult> {
  let [rows, missing] = [0, 0];
  progress.begin(series);
  for (const one of lacking) {
    try {
      const onRows = (count: number) => progress.add(count);
      const result = await syncSpan(lake, { series, source, span: one, onRows });
      rows += result.rows;
      missing += result.none.reduce((sum, hole) => sum + costOf(series, hole, 1).rows, 0);
    } catch (thrown) {
      const error = asToolError(thrown);
      if (error.kind === 'rejected') {
        for (const left of lacking) await lake.ledger.recordAsked({ series, ...left, holes: [] });
        return { ...series, ...span, outcome: 'refused', rows, missing, why: error.message };
      }
      throw new ToolError({ ...error.facts, resume: resumeLine(call), cause: thrown });
    }
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
    await ledger.recordAsked({ series, ...span, holes: [{ ...span, state: 'not-asked', why: NOT_ASKED }] });
  }
}

async function printPlan(
  call: CommandCall,
  endpoint: Endpoint,
  series: readonly SyncSeries[],
  span: SpanBounds,
): Promise<ExitCode> {
  const { output, services } = call;
  const ledger = await openExisting(lakeHome(services.world));
  const wanted = await findLacking(ledger, series, span).finally(() => ledger?.close());
  const pageRows = pageRowsOf(endpoint);
  const now = services.world.clock.now();
  const limit = weightLimit(endpoint);
  const plan = wanted.flatMap(({ series: one, lacking }) =>
    lacking.map((lack) => {
      const cost = costOf(one, lack, pageRows);
      const weight = cost.calls * weightOfPage(endpoint, one, pageRows, now);
      return { ...one, ...lack, ...cost, weight, minutes: Math.ceil(weight / limit) };
    }),
  );
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

function weightLimit({ product }: Endpoint): number {
  return product === 'spot' ? spotWeight.value : futuresWeight.value;
}

function weightOfPage(endpoint: Endpoint, series: SyncSeries, pageRows: number, now: UnixMs): number {
  const given = [
    { name: 'symbol', text: series.symbol },
    { name: 'interval', text: series.interval },
    { name: 'limit', text: String(pageRows) },
  ];
  return prepareRequest(endpoint, given, { now }).request.weight.counted;
}
