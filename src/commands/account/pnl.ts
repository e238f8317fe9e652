/** Prints profit and loss: of spot from trades, of futures from the income history. */
import { EXIT_CODES, type ExitCode } from '../../core/errors.ts';
import type { JsonObject } from '../../core/words.ts';
import type { CommandCall } from '../types.ts';
import { AccountReader } from './account-reader.ts';
import { FUTURES_COLUMNS, futuresProfitRows } from './futures-profit.ts';
import { amountPlaces, fullRow, missingNotes, type ProfitRows, profitView } from './profit-rows.ts';
import { SPOT_COLUMNS, spotProfitRows } from './spot-profit.ts';
import { readProduct } from './window.ts';

/** Runs the command. Returns exit code 8 if something could not be read; the rows name what is missing. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { output } = call;
  const reader = new AccountReader(call);
  const product = readProduct(call);
  const { rows, notes }: ProfitRows =
    product === 'spot' ? await spotProfitRows(call, reader) : await futuresProfitRows(call, reader, product);
  output.progress('');
  const missing = reader.problems.map(
    ({ what, error }): JsonObject => ({ kind: 'not read', what, error: error.facts.message }),
  );
  const columns = product === 'spot' ? SPOT_COLUMNS : FUTURES_COLUMNS;
  await output.value(
    [...rows, ...missing].map((row) => fullRow(columns, row)),
    profitView(columns, amountPlaces(rows)),
  );
  for (const note of [...notes, ...missingNotes(reader)]) output.note(note);
  return reader.problems.length > 0 ? EXIT_CODES.partial : EXIT_CODES.done;
}
