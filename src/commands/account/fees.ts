/** Prints the commission rates of symbols and the fees that were paid on them. */
import type { View } from '../../catalogue/types.ts';
import { EXIT_CODES, type ExitCode } from '../../core/errors.ts';
import { formatTime } from '../../core/time.ts';
import { DAY_MS } from '../../core/time-units.ts';
import { unixMs } from '../../core/words.ts';
import type { CommandCall } from '../types.ts';
import { AccountReader } from './account-reader.ts';
import { futuresFeeRows } from './futures-fees.ts';
import { fullRow, missingNotes, totalNotes } from './profit-rows.ts';
import { spotFeeRows } from './spot-fees.ts';
import { readProduct, readWindow } from './window.ts';

/** The fees of the last so many days are shown unless a time is given. */
const FEE_DAYS = 30;

const VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'symbol', is: 'text', pinned: true },
    { name: 'product', is: 'text', hidden: true },
    { name: 'maker', is: 'decimal', pinned: true },
    { name: 'taker', is: 'decimal', pinned: true },
    { name: 'discount', is: 'text' },
    { name: 'paid', is: 'decimal', pinned: true },
    { name: 'feeAsset', title: 'in', is: 'text', pinned: true },
    { name: 'value', is: 'decimal', pinned: true },
    { name: 'asset', is: 'text', pinned: true },
  ],
};

/** Runs the command. Returns exit code 8 if something could not be read. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { output, services } = call;
  const reader = new AccountReader(call);
  const product = readProduct(call);
  const { until, ...typed } = readWindow(call);
  const since = typed.since ?? unixMs(services.world.clock.now() - FEE_DAYS * DAY_MS);
  const read = product === 'spot' ? spotFeeRows : futuresFeeRows(product);
  const { rows, notes } = await read(call, reader, { since, until });
  output.progress('');
  await output.value(
    rows.map((row) => fullRow(VIEW.columns, { product, ...row })),
    VIEW,
  );
  output.note(`Fees of ${product} paid since ${formatTime(since)}.`);
  if (product === 'spot') output.note('Fees of futures: bourse account fees --on usdm.');
  for (const note of [...totalNotes(rows, ['value']), ...notes, ...missingNotes(reader)]) output.note(note);
  return reader.problems.length > 0 ? EXIT_CODES.partial : EXIT_CODES.done;
}
