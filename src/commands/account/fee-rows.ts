/** Adds up fees by the asset in which they were paid. */
import { add, type Decimal, formatTrimmed, sumOf, ZERO } from '../../core/decimal.ts';
import type { JsonObject } from '../../core/words.ts';

/** A fee, and its value in the asset of the report; undefined if its asset has no known price. */
export interface PaidFee {
  readonly feeAsset: string;
  readonly fee: Decimal;
  readonly value: Decimal | undefined;
}

/** Returns a row for each asset in which fees were paid; a row of zeros in `asset` if none were paid. */
export function paidRows(fees: readonly PaidFee[], asset: string | null): readonly JsonObject[] {
  if (fees.length === 0) return [{ paid: '0', feeAsset: asset, value: '0', asset }];
  return [...new Set(fees.map(({ feeAsset }) => feeAsset))].map((feeAsset) => {
    const paid = fees.filter((one) => one.feeAsset === feeAsset);
    const value = paid.reduce<Decimal | undefined>(
      (sum, one) => sum && one.value && add(sum, one.value),
      ZERO,
    );
    return {
      paid: formatTrimmed(sumOf(paid.map(({ fee }) => fee))),
      feeAsset,
      value: value === undefined ? null : formatTrimmed(value),
      asset,
    };
  });
}
