/** Dollar rates of the assets of multi-assets margin (public facts, USD-M market data: assetIndex). */
import type { UnixMs } from '../../../core/words.ts';
import { listSymbols, type MarketSymbol } from '../market/symbols.ts';
import { type FuturesMarket, priceOf, RATE_DECIMALS } from './market.ts';

const ONE = 10n ** BigInt(RATE_DECIMALS);

/** The distance of bid and ask rate from the index price, as a fraction in 10^-8 (our choice). */
const ASSET_BUFFER = 5_000_000n;
const STABLE_ASSET_BUFFER = 100_000n;

/** The asset in which all contracts settle; one unit of it counts as one dollar. */
const DOLLAR_ASSET = 'USDT';

/** Assets that are margin although they have no perpetual contract. */
const STABLE_ASSETS = ['USDC'] as const;

/** An asset that is margin in multi-assets mode. */
export interface MarginAsset {
  readonly asset: string;
  /** The spot symbol whose last price is the index price; undefined for USDT, whose index price is 1. */
  readonly index: MarketSymbol | undefined;
  /** The distance of both rates from the index price, a fraction in 10^-8. */
  readonly buffer: bigint;
  readonly listedAt: number;
}

/** The rates of an asset in 10^-8 USD; `buffer` is a fraction in 10^-8. */
export interface AssetIndex {
  /** Such as BTCUSD. */
  readonly symbol: string;
  readonly index: bigint;
  readonly buffer: bigint;
  readonly bid: bigint;
  readonly ask: bigint;
}

const MARGIN_ASSETS = new WeakMap<FuturesMarket, readonly MarginAsset[]>();

/** Returns the assets that are margin: USDT, USDC and every asset with a perpetual contract. */
export function marginAssets(market: FuturesMarket): readonly MarginAsset[] {
  let assets = MARGIN_ASSETS.get(market);
  if (assets === undefined) {
    assets = [
      { asset: DOLLAR_ASSET, index: undefined, buffer: 0n, listedAt: 0 },
      ...STABLE_ASSETS.map((asset) => stableAsset(asset)),
      ...market.contracts
        .filter(({ deliversAt }) => deliversAt === undefined)
        .map(({ baseAsset, index, market: { listedAt } }) => ({
          asset: baseAsset,
          index,
          buffer: ASSET_BUFFER,
          listedAt,
        })),
    ];
    MARGIN_ASSETS.set(market, assets);
  }
  return assets;
}

/** Returns the dollar rates of every margin asset that is listed at a time. */
export function assetIndexes(market: FuturesMarket, now: number): readonly AssetIndex[] {
  return marginAssets(market)
    .filter(({ listedAt }) => listedAt <= now)
    .map((asset) => assetIndexOf(market, asset, now));
}

/** Returns the dollar rates of a margin asset at a time. */
export function assetIndexOf(
  market: FuturesMarket,
  { asset, index: symbol, buffer }: MarginAsset,
  now: number,
): AssetIndex {
  const index = symbol === undefined ? ONE : priceOf(symbol, market.spot.lastPrice(symbol, now as UnixMs));
  return {
    symbol: `${asset}USD`,
    index,
    buffer,
    bid: (index * (ONE - buffer)) / ONE,
    ask: (index * (ONE + buffer)) / ONE,
  };
}

/**
 * Returns the value in dollars (10^-8) at which an amount counts as margin at an index price; a debt counts
 * at the ask rate.
 */
export function marginValue({ buffer }: MarginAsset, amount: bigint, index: bigint): bigint {
  const rate = (index * (amount < 0n ? ONE + buffer : ONE - buffer)) / ONE;
  return (amount * rate) / ONE;
}

function stableAsset(asset: string): MarginAsset {
  const index = listSymbols().find(({ name }) => name === `${asset}${DOLLAR_ASSET}`)!;
  return { asset, index, buffer: STABLE_ASSET_BUFFER, listedAt: index.listedAt };
}
