/** Dollar rates of assets for multi-assets margin (public facts, USD-M market data: assetIndex). */
import { type FuturesMarket, priceOf, RATE_DECIMALS } from './market.ts';

const ONE = 10n ** BigInt(RATE_DECIMALS);

/** The distance of the bid and the ask rate from the index, as a fraction in 10^-8 (our choice). */
const ASSET_BUFFER = 5_000_000n;

/** The rates of an asset in 10^-8 USD; `buffer` is a fraction in 10^-8. */
export interface AssetIndex {
  /** Such as BTCUSD. */
  readonly symbol: string;
  readonly index: bigint;
  readonly buffer: bigint;
  readonly bid: bigint;
  readonly ask: bigint;
}

/** Returns the dollar rates of USDT and of every asset with listed contracts; one dollar is one USDT. */
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
