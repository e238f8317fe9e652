/** The commission rates and fees of futures symbols. */
import type { FuturesProduct } from '../../catalogue/futures-products.ts';
import { formatTrimmed, multiply, negate } from '../../core/decimal.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import type { CommandCall } from '../types.ts';
import { type AccountReader, decimalIn } from './account-reader.ts';
import { type PaidFee, paidRows } from './fee-rows.ts';
import { contractAssets, readIncome, typedSymbols } from './futures-reads.ts';
import { MinutePrices } from './minute-prices.ts';
import type { ProfitRows } from './profit-rows.ts';
import { SpotMarkets } from './spot-markets.ts';
import type { BoundedWindow } from './window.ts';

/** A commission that was charged. */
interface ChargedFee extends PaidFee {
  readonly symbol: string;
}

/** Returns the function that reads a row for each symbol and fee asset of a futures product. */
export function futuresFeeRows(product: FuturesProduct) {
  return async (call: CommandCall, reader: AccountReader, window: BoundedWindow): Promise<ProfitRows> => {
    const typed = typedSymbols(call);
    const assets = await contractAssets(reader, product);
    const fees = await chargedFees(reader, product, window, assets);
    const symbols = typed.length > 0 ? typed : [...new Set(fees.map(({ symbol }) => symbol))];
    const rows: JsonObject[] = [];
    for (const symbol of symbols) {
      const rates = await reader.attempt(`rates of ${symbol}`, async () =>
        ratesIn(await reader.answer(`${product}.commission`, { symbol })),
      );
      const asset = assets.get(symbol) ?? null;
      const charged = fees.filter((fee) => fee.symbol === symbol);
      for (const row of paidRows(charged, asset)) rows.push({ symbol, ...rates, ...row });
    }
    return { rows, notes: [] };
  };
}

function ratesIn(answer: JsonValue): JsonObject {
  if (!isObject(answer)) return {};
  return {
    maker: formatTrimmed(decimalIn(answer, 'makerCommissionRate')),
    taker: formatTrimmed(decimalIn(answer, 'takerCommissionRate')),
  };
}

/** Returns the commissions of the window; those in another asset than the margin are converted at their minute. */
async function chargedFees(
  reader: AccountReader,
  product: FuturesProduct,
  window: BoundedWindow,
  assets: ReadonlyMap<string, string>,
): Promise<readonly ChargedFee[]> {
  let prices: MinutePrices | undefined;
  const fees: ChargedFee[] = [];
  for (const { symbol, asset, incomeType, amount, time } of await readIncome(reader, product, window)) {
    if (incomeType !== 'COMMISSION') continue;
    const fee = negate(amount);
    const margin = assets.get(symbol) ?? asset;
    if (asset !== margin) prices ??= new MinutePrices(reader, await SpotMarkets.fetch(reader));
    const price = asset === margin ? undefined : await prices!.priceOf(asset, margin, time);
    fees.push({
      symbol,
      feeAsset: asset,
      fee,
      value: asset === margin ? fee : price && multiply(fee, price),
    });
  }
  return fees;
}
