/**
 * Runs `account positions`: at a terminal, or with `--risk`, each open position has its side, margin, return and distance to
 * liquidation, which need a second query; otherwise the answer is printed as the exchange sent it.
 */
import { ACCOUNT_QUERIES } from '../../../catalogue/account-queries.ts';
import { isZero, parseDecimal } from '../../../core/decimal.ts';
import { asToolError } from '../../../core/errors.ts';
import { parseJson } from '../../../core/json.ts';
import { listWords, plural, safeText } from '../../../core/text.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../core/words.ts';
import { buildRequest, prepareRequest } from '../../../request/prepare.ts';
import { endpointById } from '../../find-endpoint.ts';
import type { CommandCall } from '../../types.ts';
import { isZeroRow, run as printNonzeroRows } from '../nonzero-rows.ts';
import { assetMargins, computedFields, POSITIONS } from './position-rows.ts';

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output, options } = call;
  const endpoint = call.endpoint!;
  const accountQuery = ACCOUNT_QUERIES[endpoint.product]?.account;
  const isRead = output.format === 'table' || options['risk'] === true;
  if (accountQuery === undefined || !isRead || options['zeros'] === true) return printNonzeroRows(call);
  const { request, notes } = prepareRequest(endpoint, call.given, { now: services.world.clock.now() });
  for (const note of notes) output.note(note);
  const { body } = await services.call(request, { isOneOfMany: true });
  const answer = parseJson(body, { what: 'the positions', kind: 'unavailable' });
  const all = (Array.isArray(answer) ? (answer as readonly JsonValue[]) : [answer]).filter(isObject);
  const open = all.filter((row) => !isZeroRow(row, endpoint.view!));
  const account = open.length === 0 ? undefined : await readAccount(call, accountQuery);
  const rows = open.map((row) => positionRow(row, account, output.format === 'table'));
  await output.value(rows, POSITIONS);
  if (output.format !== 'table') return;
  const safe = rows.filter((row) => row['liquidationPrice'] === null).map((row) => String(row['symbol']));
  if (safe.length > 0)
    output.note(
      `No liquidation price for ${safeText(listWords(safe))}: as things are, the margin covers the position at any price.`,
    );
  if (account !== undefined)
    for (const { asset, unrealised, margin, ratio } of assetMargins(account))
      output.note(
        `${safeText(asset)}: unrealised PnL ${unrealised}, margin ${margin}, margin ratio ${ratio ?? 'unknown'} %.`,
      );
  const hidden = all.length - open.length;
  if (hidden > 0) output.note(`${plural(hidden, 'zero row')} hidden; --zeros shows them.`);
}

/** Returns a position with its computed fields; a table leaves a liquidation price of zero blank, which means none. */
function positionRow(row: JsonObject, account: JsonObject | undefined, isTable: boolean): JsonObject {
  const computed = computedFields(row, account);
  const liquidation = parseDecimal(String(row['liquidationPrice']));
  const hasLiquidation = liquidation === undefined || !isZero(liquidation);
  return { ...row, ...computed, ...(isTable && !hasLiquidation ? { liquidationPrice: null } : {}) };
}

/** Returns the margins of the account; undefined if they cannot be read, so that the positions are shown without. */
async function readAccount(
  { services, output }: CommandCall,
  query: string,
): Promise<JsonObject | undefined> {
  try {
    const { body } = await services.call(buildRequest(await endpointById(query), new Map()), {
      isOneOfMany: true,
    });
    const account = parseJson(body, { what: 'the account', kind: 'unavailable' });
    return isObject(account) ? account : undefined;
  } catch (thrown) {
    const error = asToolError(thrown);
    if (error.kind === 'interrupted') throw error;
    output.note(`The margins of the account could not be read: ${error.message}`);
    return undefined;
  }
}
