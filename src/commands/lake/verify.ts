/** `bourse lake verify`: checks the files of the lake and the rows in them. */
import { listArchiveFiles, readArchiveFile } from '../../app/archive-files.ts';
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import { plural, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import type { Lake } from '../../lake/open-lake.ts';
import { openExisting } from '../../lake/open-lake.ts';
import { archiveSource } from '../../lake/sources.ts';
import type { SpanBounds } from '../../lake/sync/sync-plan.ts';
import { type VerifyDepth, verifyLake } from '../../lake/verify.ts';
import type { Comparison } from '../../lake/verify-against.ts';
import type { CommandCall } from '../types.ts';
import { lakeHome } from './chosen-lake.ts';
import { readProduct } from './selection-words.ts';
import { readTime } from './sync-words.ts';

/** Runs the command. Returns exit code 10 for a fault of files, 1 for a fault of rows only. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { world } = call.services;
  const { options, output } = call;
  const against = options['against'];
  const window = readWindow(call);
  const files = readFiles(call);
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
    const openDuckdb = () => Duckdb.open(home);
    const check = await verifyLake(home, ledger, depth, openDuckdb);
    const { parts, rows } = check;
    const compared = against === undefined ? undefined : await compare(call, { home, ledger }, window, files);
    const faults = [...check.faults, ...(compared?.faults ?? [])];
    const counts = { parts, rows, ...(compared === undefined ? {} : { compared: compared.rows }) };
    await output.value({ valid: faults.length === 0, ...counts, faults } as unknown as JsonValue);
    if (faults.length === 0) return EXIT_CODES.done;
    return faults.some(({ is }) => is === 'storage') ? EXIT_CODES.storage : EXIT_CODES.check;
  } finally {
    ledger.close();
  }
}

/** Returns the files of the archive to compare with. Throws a usage error for paths without `--against archive`, and without paths for it. */
function readFiles({ services, positionals, options }: CommandCall): readonly string[] {
  const paths = (positionals['path'] ?? []) as readonly string[];
  const isArchive = options['against'] === 'archive';
  if (!isArchive && paths.length > 0)
    throw usageError('Paths name files to compare with.', 'Add --against archive.');
  if (!isArchive) return [];
  const files = paths.flatMap((path) => listArchiveFiles(services.world, path));
  if (files.length > 0) return files;
  throw usageError(
    'Expected files of the archive to compare with, found none.',
    'bourse lake verify --against archive data/',
  );
}

/** Returns the time to compare: all, unless `--from` and `--to` say less. */
function readWindow(call: CommandCall): SpanBounds {
  const [from, to] = [readTime(call, 'from'), readTime(call, 'to')];
  if (call.options['against'] === undefined && (from !== undefined || to !== undefined)) {
    throw usageError('--from and --to say what is compared: add --against api or --against archive.');
  }
  return { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER };
}

async function compare(
  call: CommandCall,
  { home, ledger }: Pick<Lake, 'home' | 'ledger'>,
  window: SpanBounds,
  files: readonly string[],
): Promise<Comparison> {
  const [{ compareWithApi, compareWithFiles }, { pageSource, syncEndpoints }] = await Promise.all([
    import('../../lake/verify-against.ts'),
    import('./sync-pages.ts'),
  ]);
  const duckdb = await Duckdb.open(home);
  let fetched = 0;
  try {
    if (call.options['against'] === 'archive') {
      const compared = await compareWithFiles({ home, ledger, duckdb }, sourcesOf(call, files), window);
      for (const name of compared.unknown) call.output.note(`The lake has no rows like those of ${name}.`);
      return compared;
    }
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

/** Reads one file after another; at most one is in memory. */
function* sourcesOf({ services, options, output }: CommandCall, files: readonly string[]) {
  const product = readProduct(options) ?? 'spot';
  for (const [index, file] of files.entries()) {
    services.world.interrupt.throwIfAborted();
    output.progress(`${index + 1} of ${files.length}: ${safeText(file)}`);
    yield archiveSource(readArchiveFile(services.world, file), { product });
  }
}
