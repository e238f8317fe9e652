/** What assets are worth in dollars where several may stand as margin (public facts, USD-M market data: assetIndex). */
import { type FuturesMarket, priceOf, RATE_DECIMALS } from './market.ts';

const ONE = 10n ** BigInt(RATE_DECIMALS);

/** What the rate to take an asset at lies below its index, and the one to give it at above, in 10^-8 (choice). */
const ASSET_BUFFER = 5_000_000n;

/** All numbers are whole numbers of 10^-8. */
export interface AssetIndex {
  /** Such as BTCUSD. */
  readonly symbol: string;
  readonly index: bigint;
  readonly buffer: bigint;
  readonly bid: bigint;
  readonly ask: bigint;
}

/** Returns the dollar rates of USDT and of every asset with contracts; a dollar is a USDT. */
export function assetIndexes(market: FuturesMarket, now: number): readonly AssetIndex[] {
  const perpetuals = market.contracts.filter(
    ({ deliversAt, market: { listedAt } }) => deliversAt === undefined && listedAt <= now,
  );
  return [
    createAssetIndex('USDT', ONE, 0n),
    ...perpetuals.map((one) =>
      createAssetIndex(one.baseAsset, priceOf(one.index, market.markTicks(one, now)), ASSET_BUFFER),
    ),
  ];
}

function createAssetIndex(asset: string, index: bigint, buffer: bigint): AssetIndex {
  return {
    symbol: `${asset}USD`,
    index,
    buffer,
    bid: (index * (ONE - buffer)) / ONE,
    ask: (index * (ONE + buffer)) / ONE,
  };
}
