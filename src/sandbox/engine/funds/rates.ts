/** Converts amounts between assets at the last prices of the market. */
import { unixMs } from '../../../core/words.ts';
import { AMOUNT_DECIMALS } from '../ledger/amounts.ts';
import { ASSETS } from '../market/assets.ts';
import type { Market } from '../market/market.ts';

const ONE = 10n ** BigInt(AMOUNT_DECIMALS);

/** Assets valued at one USDT, because no symbol quotes them in USDT. */
const DOLLAR_ASSETS: ReadonlySet<string> = new Set(['USDT', 'BUSD']);

/** Returns the price of an asset in 10^-8 USDT, above 0; undefined if it is unknown or not yet listed. */
export function usdtPriceOf(market: Market, asset: string, at: number): bigint | undefined {
  if (DOLLAR_ASSETS.has(asset)) return ONE;
  if (!ASSETS.has(asset)) return undefined;
  const symbol = market.find(`${asset}USDT`, unixMs(at));
  if (symbol === undefined) return undefined;
  return BigInt(market.lastPrice(symbol, unixMs(at))) * 10n ** BigInt(AMOUNT_DECIMALS - symbol.tickDecimals);
}

/** Returns the value of an amount in another asset, rounded down; 0 if one of the two assets has no price. */
export function convertedValue(market: Market, amount: bigint, from: string, to: string, at: number): bigint {
  if (from === to) return amount;
  const fromPrice = usdtPriceOf(market, from, at);
  const toPrice = usdtPriceOf(market, to, at);
  return fromPrice === undefined || toPrice === undefined ? 0n : (amount * fromPrice) / toPrice;
}
