/** What an amount of one asset is worth in another, by the last trades of the market. */
import { unixMs } from '../../../core/words.ts';
import { AMOUNT_DECIMALS } from '../ledger/amounts.ts';
import { ASSETS } from '../market/assets.ts';
import type { Market } from '../market/market.ts';

const ONE = 10n ** BigInt(AMOUNT_DECIMALS);

/** Assets that count as one dollar: no symbol prices them against USDT. */
const DOLLAR_ASSETS: ReadonlySet<string> = new Set(['USDT', 'BUSD']);

/** Returns the price of an asset in 10^-8 USDT, above 0; undefined for what is unknown or not yet listed. */
export function usdtPriceOf(market: Market, asset: string, at: number): bigint | undefined {
  if (DOLLAR_ASSETS.has(asset)) return ONE;
  if (!ASSETS.has(asset)) return undefined;
  const symbol = market.find(`${asset}USDT`, unixMs(at));
  if (symbol === undefined) return undefined;
  return BigInt(market.lastPrice(symbol, unixMs(at))) * 10n ** BigInt(AMOUNT_DECIMALS - symbol.tickDecimals);
}

/** Returns an amount's worth in another asset, rounded down; 0 where one of the two has no price. */
export function convertedValue(market: Market, amount: bigint, from: string, to: string, at: number): bigint {
  if (from === to) return amount;
  const fromPrice = usdtPriceOf(market, from, at);
  const toPrice = usdtPriceOf(market, to, at);
  return fromPrice === undefined || toPrice === undefined ? 0n : (amount * fromPrice) / toPrice;
}
