/** Statistics of return series. */

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** Returns the logarithmic returns of a series of prices. */
export function returnsOf(prices: readonly number[]): readonly number[] {
  return prices.slice(1).map((price, index) => Math.log(price / prices[index]!));
}

/** Returns the raw kurtosis, 3 for a normal distribution. */
export function kurtosisOf(values: readonly number[]): number {
  const mean = meanOf(values);
  const variance = meanOf(values.map((value) => (value - mean) ** 2));
  return meanOf(values.map((value) => (value - mean) ** 4)) / variance ** 2;
}

/** Returns the autocorrelation at a lag. */
export function autocorrelationOf(values: readonly number[], lag = 1): number {
  const mean = meanOf(values);
  const deviations = values.map((value) => value - mean);
  const products = deviations.slice(lag).map((value, index) => value * deviations[index]!);
  return (
    products.reduce((sum, one) => sum + one, 0) / deviations.reduce((sum, value) => sum + value * value, 0)
  );
}
