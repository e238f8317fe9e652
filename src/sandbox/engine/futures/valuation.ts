/**
 * Values of positions in the settle asset, in 10^-8; the only place where linear and inverse contracts
 * differ. Prices are in 10^-8.
 */
import type { Contract } from './contracts.ts';
import { divideToNearest } from './integer-math.ts';
import { priceOf } from './market.ts';

const INVERSE_SCALE = 10n ** 16n;

/**
 * Returns the value of lots (0 or more) at a price; exact for linear, rounded to 10^-8 for inverse contracts.
 */
export function valueAtPrice({ isInverse, size, market }: Contract, price: bigint, lots: number): bigint {
  if (isInverse) return divideToNearest(BigInt(lots) * BigInt(size) * INVERSE_SCALE, price);
  return (BigInt(lots) * price) / 10n ** BigInt(market.lotDecimals);
}

/** Returns the value of lots (0 or more) at a price in ticks of the contract. */
export function valueAtTicks(contract: Contract, ticks: number, lots: number): bigint {
  return valueAtPrice(contract, priceOf(contract.market, ticks), lots);
}

/** Returns the average price in 10^-8 of lots with a total value; 0n without lots or value. */
export function averagePrice({ isInverse, size, market }: Contract, value: bigint, lots: number): bigint {
  if (lots === 0 || value === 0n) return 0n;
  if (isInverse) return divideToNearest(BigInt(lots) * BigInt(size) * INVERSE_SCALE, value);
  return divideToNearest(value * 10n ** BigInt(market.lotDecimals), BigInt(lots));
}

/** Returns the profit of lots with the entry value `cost` and the current value `value`. */
export function profitOf({ isInverse }: Contract, isLong: boolean, cost: bigint, value: bigint): bigint {
  return isLong === isInverse ? cost - value : value - cost;
}
