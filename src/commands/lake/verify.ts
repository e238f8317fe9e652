/** `bourse lake verify`: checks the files of the lake and the rows in them. */
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import { lakePath } from '../../lake/home.ts';
import type { Lake } from '../../lake/open-lake.ts';
import { openExisting } from '../../lake/open-lake.ts';
import type { SpanBounds } from '../../lake/sync/sync-plan.ts';
import { type VerifyDepth, verifyLake } from '../../lake/verify.ts';
import type { Comparison } from '../../lake/verify-against.ts';
import type { CommandCall } from '../types.ts';
import { lakeHome } from './chosen-lake.ts';
import { readTime } from './sync-words.ts';

/** Runs the command. Returns exit code 10 for a fault of files, 1 for a fault of rows only. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { world } = call.services;
  const { options, output } = call;
  const against = options['against'];
  const window = readWindow(call);
  const [quick, deep] = [options['quick'] === true, options['deep'] === true];
  if (quick && deep) throw usageError('Expected --quick or --deep, found both.');
  const home = lakeHome(world);
  const ledger = await openExisting(home);
  if (ledger === undefined) {
    output.note(`There is no lake at ${home.folder} yet. Make one: bourse lake import PATH.`);
    await output.value({ valid: true, parts: 0, rows: 0, faults: [] });
    return EXIT_CODES.done;
  }
  try {
    const depth: VerifyDepth = quick ? 'quick' : deep ? 'deep' : 'whole';
    const openDuckdb = () => Duckdb.open(lakePath(home, '.spill'));
    const check = await verifyLake(home, ledger, depth, openDuckdb);
    const { parts, rows } = check;
    const compared = against === undefined ? undefined : await compare(call, { home, ledger }, window);
    const faults = [...check.faults, ...(compared?.faults ?? [])];
    const counts = { parts, rows, ...(compared === undefined ? {} : { compared: compared.rows }) };
    await output.value({ valid: faults.length === 0, ...counts, faults } as unknown as JsonValue);
    if (faults.length === 0) return EXIT_CODES.done;
    return faults.some(({ is }) => is === 'storage') ? EXIT_CODES.storage : EXIT_CODES.check;
  } finally {
    ledger.close();
  }
}

/** Returns the time to compare with the API: all, unless `--from` and `--to` say less. */
function readWindow(call: CommandCall): SpanBounds {
  const [from, to] = [readTime(call, 'from'), readTime(call, 'to')];
  if (call.options['against'] === undefined && (from !== undefined || to !== undefined)) {
    throw usageError('--from and --to say what is compared with the API: add --against api.');
  }
  return { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER };
}

async function compare(
  call: CommandCall,
  { home, ledger }: Pick<Lake, 'home' | 'ledger'>,
  window: SpanBounds,
): Promise<Comparison> {
  const [{ compareWithApi }, { pageSource, syncEndpoints }] = await Promise.all([
    import('../../lake/verify-against.ts'),
    import('./sync-pages.ts'),
  ]);
  const duckdb = await Duckdb.open(lakePath(home, '.spill'));
  let fetched = 0;
  try {
    return await compareWithApi(
      { home, ledger, duckdb },
      {
        window,
        sourceOf: async (series) => {
          const endpoints = await syncEndpoints(series.table, series.product);
          return endpoints === undefined ? undefined : pageSource(call, endpoints, series);
        },
        onRows(count) {
          fetched += count;
          call.output.progress(`${plural(fetched, 'row')} of the API`);
        },
      },
    );
  } finally {
    call.output.progress('');
    duckdb.close();
  }
}
