/** Reads what a wallet of the account holds, and what is open in it. */
import type { AccountWallet, BalanceFields } from '../../../catalogue/account-wallets.ts';
import { type Decimal, isZero, sumOf } from '../../../core/decimal.ts';
import { type ErrorKind, ToolError } from '../../../core/errors.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../core/words.ts';
import { type AccountReader, decimalIn, SINGLE_FAILURES } from '../account-reader.ts';

/** An amount of an asset. */
export interface AssetAmount {
  readonly asset: string;
  readonly amount: Decimal;
}

/** What a wallet holds and what is open in it; undefined where the wallet has no such thing, or it could not be read. */
export interface WalletFigures {
  readonly assets: readonly AssetAmount[] | undefined;
  readonly unrealised: readonly AssetAmount[] | undefined;
  readonly positions: number | undefined;
  readonly openOrders: number | undefined;
}

/**
 * Failures after which the other wallets are shown: also those of a key without the permission for this wallet, and of an
 * environment without it.
 */
export const WALLET_FAILURES: ReadonlySet<ErrorKind> = new Set([...SINGLE_FAILURES, 'credentials', 'usage']);

/** Reads a wallet; what could not be read is noted by the reader. `isToday`: whether its host serves today's interface. */
export async function readWallet(
  reader: AccountReader,
  wallet: AccountWallet,
  isToday: boolean,
): Promise<WalletFigures> {
  const { name, balances, positions, openOrders } = wallet;
  const read = <T>(what: string, work: () => Promise<T>) =>
    reader.attempt(`${what} of ${name}`, work, WALLET_FAILURES);
  const answer = await read('balances', () => readBalances(reader, balances));
  const queries = openOrders === undefined ? [] : [openOrders.query, ...(isToday ? [openOrders.today] : [])];
  const [open, orders] = await Promise.all([
    positions && answer && read('positions', () => openPositions(reader, positions, answer.body)),
    openOrders &&
      read('open orders', async () => {
        const lists = await Promise.all(
          queries.map((query) => (query === undefined ? [] : reader.rows(query))),
        );
        return lists.flat().length;
      }),
  ]);
  const profitAt = balances.unrealised;
  return {
    assets: answer && amountsIn(answer.rows, balances.assets),
    unrealised:
      profitAt && answer ? amountsIn(answer.rows, [{ asset: 'asset', fields: [profitAt] }]) : undefined,
    positions: open,
    openOrders: orders,
  };
}

async function readBalances(
  reader: AccountReader,
  { query, args = {}, rowsAt }: AccountWallet['balances'],
): Promise<{ readonly body: JsonValue; readonly rows: readonly JsonObject[] }> {
  if (rowsAt === undefined) {
    const rows = await reader.allRows(query, args);
    return { body: rows, rows };
  }
  const body = await reader.answer(query, args);
  return { body, rows: objectsAt(body, rowsAt) };
}

async function openPositions(
  reader: AccountReader,
  positions: NonNullable<AccountWallet['positions']>,
  balances: JsonValue,
): Promise<number> {
  const rows =
    'query' in positions ? await reader.rows(positions.query) : objectsAt(balances, positions.inBalancesAt);
  return rows.filter((row) => !isZero(decimalIn(row, positions.size))).length;
}

/** Returns the sum of each asset over all rows, without those that are zero. */
function amountsIn(rows: readonly JsonObject[], assets: readonly BalanceFields[]): readonly AssetAmount[] {
  const byAsset = new Map<string, Decimal[]>();
  for (const row of rows) {
    for (const { asset, fields } of assets) {
      const name = String(valueAt(row, asset));
      byAsset.set(name, [...(byAsset.get(name) ?? []), ...fields.map((field) => amountAt(row, field))]);
    }
  }
  return [...byAsset]
    .map(([asset, amounts]) => ({ asset, amount: sumOf(amounts) }))
    .filter(({ amount }) => !isZero(amount));
}

function amountAt(row: JsonObject, path: string): Decimal {
  const [last, ...outer] = path.split('.').reverse();
  const inner = outer.length === 0 ? row : valueAt(row, outer.reverse().join('.'));
  return decimalIn(isObject(inner) ? inner : {}, last!);
}

function valueAt(row: JsonObject, path: string): JsonValue {
  let at: JsonValue = row;
  for (const name of path.split('.')) at = isObject(at) ? (at[name] ?? null) : null;
  return at;
}

function objectsAt(answer: JsonValue, field: string): readonly JsonObject[] {
  const rows = isObject(answer) ? answer[field] : undefined;
  if (Array.isArray(rows)) return (rows as readonly JsonValue[]).filter(isObject);
  throw new ToolError({
    kind: 'unavailable',
    message: `Expected a list at ${field} of the answer, found none.`,
    hint: 'The answer does not have the documented form: check the host.',
  });
}
