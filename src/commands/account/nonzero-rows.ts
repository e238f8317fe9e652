/** Prints balances and positions: tables hide zero rows, other formats print the answer unchanged. */
import type { View } from '../../catalogue/types.ts';
import { isZero, parseDecimal } from '../../core/decimal.ts';
import { parseJson } from '../../core/json.ts';
import { plural } from '../../core/text.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { CommandCall } from '../types.ts';

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const endpoint = call.endpoint!;
  const now = services.world.clock.now();
  const { request, notes } = prepareRequest(endpoint, call.given, { now });
  for (const note of notes) output.note(note);
  const { body } = await services.call(request);
  const view = endpoint.balanceView ?? endpoint.view;
  if (output.format !== 'table' || view?.amountColumns === undefined || call.options['zeros'] === true)
    return output.answer(body, view, { now });
  const { value, hidden } = hideZeroRows(parseJson(body, { what: 'the answer', kind: 'unavailable' }), view);
  await output.value(value, view);
  if (hidden > 0) output.note(`${plural(hidden, 'zero row')} hidden; --zeros shows them.`);
}

/** Returns the answer without zero rows, and the number of rows removed. */
function hideZeroRows(value: JsonValue, view: View): { readonly value: JsonValue; readonly hidden: number } {
  const { rowsAt } = view;
  const rows = rowsAt === undefined ? value : isObject(value) ? value[rowsAt] : undefined;
  if (!Array.isArray(rows)) return { value, hidden: 0 };
  const all = rows as readonly JsonValue[];
  const shown = all.filter((row) => isObject(row) && !isZeroRow(row, view));
  const hidden = all.length - shown.length;
  return { value: rowsAt === undefined || !isObject(value) ? shown : { ...value, [rowsAt]: shown }, hidden };
}

/** Returns whether all amounts of a row are zero or missing. */
export function isZeroRow(row: JsonObject, { amountColumns = [] }: View): boolean {
  return amountColumns.every((name) => isZeroOrMissing(row[name]));
}

function isZeroOrMissing(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  const amount = parseDecimal(String(value));
  return amount !== undefined && isZero(amount);
}
