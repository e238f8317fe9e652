/**
 * What a fill costs (public facts, Spot matching facts): a part of what is received, or, for a user who has the
 * discount, three quarters of its worth in BNB, at the market's last price.
 */

import type { User } from '../ledger/accounts.ts';
import { COMMISSION_PER_10000, commissionFrom } from '../ledger/amounts.ts';
import { freeBalance } from '../ledger/postings.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { SpotInstrument } from './instrument.ts';

/** The asset that the discount is paid in. */
export const DISCOUNT_ASSET = 'BNB';
/** What the discount takes off, in per cent. */
export const DISCOUNT_PERCENT = 25;

/** Returns the last price in ticks of a symbol that trades by then, and how many decimals a tick has. */
export type LastPriceLookup = (
  name: string,
  time: number,
) => { readonly ticks: number; readonly decimals: number } | undefined;

export interface Commission {
  readonly asset: string;
  /** In 10^-8 of it. */
  readonly amount: bigint;
}

/** What changed hands, in 10^-8 of each asset. */
interface TradedAmounts {
  readonly isBuy: boolean;
  readonly base: bigint;
  readonly quote: bigint;
  readonly time: number;
}

/** Returns what one side of a trade pays. Without enough free BNB, or a price of it, it is the usual part. */
export function commissionFor(
  instrument: SpotInstrument,
  user: User,
  traded: TradedAmounts,
  priceOf: LastPriceLookup,
): Commission {
  const { base, quote } = instrument.symbol;
  if (user.paysCommissionInBnb) {
    const amount = discountedCommission(instrument.symbol, traded, priceOf);
    if (amount !== undefined && freeBalance(user.account, DISCOUNT_ASSET) >= amount) {
      return { asset: DISCOUNT_ASSET, amount };
    }
  }
  return traded.isBuy
    ? { asset: base.name, amount: commissionFrom(traded.base) }
    : { asset: quote.name, amount: commissionFrom(traded.quote) };
}

/** Returns whether the discount can be had on a symbol. */
export function isDiscountAvailable(
  { base, quote }: MarketSymbol,
  priceOf: LastPriceLookup,
  time: number,
): boolean {
  if (base.name === DISCOUNT_ASSET || quote.name === DISCOUNT_ASSET) return true;
  return priceOf(`${DISCOUNT_ASSET}${quote.name}`, time) !== undefined;
}

/** Rounded down to 8 decimals, as every commission (choice: not shown in the interface). */
function discountedCommission(
  { base, quote }: MarketSymbol,
  { base: amount, quote: quoteAmount, time }: TradedAmounts,
  priceOf: LastPriceLookup,
): bigint | undefined {
  const discounted = (value: bigint) =>
    (value * BigInt(COMMISSION_PER_10000 * (100 - DISCOUNT_PERCENT))) / 1_000_000n;
  if (base.name === DISCOUNT_ASSET) return discounted(amount);
  if (quote.name === DISCOUNT_ASSET) return discounted(quoteAmount);
  const price = priceOf(`${DISCOUNT_ASSET}${quote.name}`, time);
  return price === undefined
    ? undefined
    : discounted((quoteAmount * 10n ** BigInt(price.decimals)) / BigInt(price.ticks));
}
