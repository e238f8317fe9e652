/**
 * What prices and quantities of contracts are worth in the asset they settle in, in 10^-8: the one place where linear
 * and inverse contracts differ. Prices are whole numbers of 10^-8 here.
 */
import type { Contract } from './contracts.ts';
import { divideToNearest } from './integer-math.ts';
import { priceOf } from './market.ts';

const INVERSE_SCALE = 10n ** 16n;

/** Returns what lots (0 or more) are worth at a price; exact for linear contracts, to the nearest 10^-8 for inverse. */
export function valueAtPrice({ isInverse, size, market }: Contract, price: bigint, lots: number): bigint {
  if (isInverse) return divideToNearest(BigInt(lots) * BigInt(size) * INVERSE_SCALE, price);
  return (BigInt(lots) * price) / 10n ** BigInt(market.lotDecimals);
}

/** Returns the same at a price in ticks of the contract. */
export function valueAtTicks(contract: Contract, ticks: number, lots: number): bigint {
  return valueAtPrice(contract, priceOf(contract.market, ticks), lots);
}

/** Returns the average price in 10^-8 at which lots (above 0) came to a value. */
export function averagePrice({ isInverse, size, market }: Contract, value: bigint, lots: number): bigint {
  if (lots === 0 || value === 0n) return 0n;
  if (isInverse) return divideToNearest(BigInt(lots) * BigInt(size) * INVERSE_SCALE, value);
  return divideToNearest(value * 10n ** BigInt(market.lotDecimals), BigInt(lots));
}

/** Returns the profit of lots that were opened for `cost` and are worth `value` now. */
export function profitOf({ isInverse }: Contract, isLong: boolean, cost: bigint, value: bigint): bigint {
  return isLong === isInverse ? cost - value : value - cost;
}
