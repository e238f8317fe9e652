/** What reports on futures read: the income history, and the assets in which contracts are settled. */
import type { FuturesProduct } from '../../catalogue/futures-products.ts';
import type { UnixMs } from '../../core/words.ts';
import type { IncomeRecord } from '../../pnl/futures.ts';
import type { CommandCall } from '../types.ts';
import { type AccountReader, decimalIn } from './account-reader.ts';
import { futuresReads } from './report-reads.ts';

/** An income record with its time. */
export interface TimedIncome extends IncomeRecord {
  readonly time: number;
}

/** Returns the symbols that were typed, in capital letters. */
export function typedSymbols({ positionals }: CommandCall): readonly string[] {
  return [positionals['symbol'] ?? []].flat().map((symbol) => symbol.toUpperCase());
}

/** Returns the income records of a window, oldest first. */
export async function readIncome(
  reader: AccountReader,
  product: FuturesProduct,
  { since, until }: { readonly since: number; readonly until: UnixMs | undefined },
): Promise<readonly TimedIncome[]> {
  const records: TimedIncome[] = [];
  const args = { startTime: String(since), endTime: until === undefined ? undefined : String(until) };
  for await (const rows of reader.history(futuresReads(product).income, args)) {
    for (const row of rows)
      records.push({
        symbol: String(row['symbol'] ?? ''),
        asset: String(row['asset']),
        incomeType: String(row['incomeType']),
        amount: decimalIn(row, 'income'),
        time: Number(row['time']),
      });
  }
  return records;
}

/** Returns the margin asset of each contract. */
export async function contractAssets(
  reader: AccountReader,
  product: FuturesProduct,
): Promise<ReadonlyMap<string, string>> {
  const contracts = await reader.rows(futuresReads(product).contracts);
  return new Map(contracts.map((row) => [String(row['symbol']), String(row['marginAsset'])]));
}
