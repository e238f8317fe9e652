/** `bourse lake verify`: checks the files of the lake and the rows in them. */
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/words.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import { lakePath } from '../../lake/home.ts';
import { openExisting } from '../../lake/open-lake.ts';
import { type VerifyDepth, verifyLake } from '../../lake/verify.ts';
import type { CommandCall } from '../types.ts';
import { lakeHome } from './chosen-lake.ts';

/** Runs the command. Returns exit code 10 for a fault of files, 1 for a fault of rows only. */
export async function run({ services: { world }, options, output }: CommandCall): Promise<ExitCode> {
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
    const check = await verifyLake(home, ledger, depth, () => Duckdb.open(lakePath(home, '.spill')));
    const { parts, rows, faults } = check;
    await output.value({ valid: faults.length === 0, parts, rows, faults } as unknown as JsonValue);
    if (faults.length === 0) return EXIT_CODES.done;
    return faults.some(({ is }) => is === 'storage') ? EXIT_CODES.storage : EXIT_CODES.check;
  } finally {
    ledger.close();
  }
}
