/**
 * What a fill costs (public facts, Spot matching facts): a part of what is received, or, for a user who has the
 * discount, three quarters of its worth in BNB, at the market's last price.
 */

import type { User } from '../ledger/accounts.ts';
import { COMMISSION_PER_10000, commissionFrom } from '../ledger/amounts.ts';
import { freeBalance } from '../ledger/postings.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { Desk } from './instrument.ts';

/** The asset that the discount is paid in. */
export const DISCOUNT_ASSET = 'BNB';
/** What the discount takes off, in per cent. */
export const DISCOUNT_PERCENT = 25;

/** Returns the last price in ticks of a symbol that trades by then, and how many decimals a tick has. */
export type PriceOf = (
  name: string,
  time: number,
) => { readonly ticks: number; readonly decimals: number } | undefined;

export interface Commission {
  readonly asset: string;
  /** In 10^-8 of it. */
  readonly amount: bigint;
}

/** What changed hands, in 10^-8 of each asset. */
interface Exchanged {
  readonly isBuy: boolean;
  readonly base: bigint;
  readonly quote: bigint;
  readonly time: number;
}

/** Returns what one side of a trade pays. Without enough free BNB, or a price of it, it is the usual part. */
export function commissionFor(desk: Desk, user: User, exchanged: Exchanged, priceOf: PriceOf): Commission {
  const { base, quote } = desk.symbol;
  if (user.paysCommissionInBnb) {
    const amount = inDiscountAsset(desk.symbol, exchanged, priceOf);
    if (amount !== undefined && freeBalance(user.account, DISCOUNT_ASSET) >= amount) {
      return { asset: DISCOUNT_ASSET, amount };
    }
  }
  return exchanged.isBuy
    ? { asset: base.name, amount: commissionFrom(exchanged.base) }
    : { asset: quote.name, amount: commissionFrom(exchanged.quote) };
}

/** Returns whether the discount can be had on a symbol. */
export function takesDiscount({ base, quote }: MarketSymbol, priceOf: PriceOf, time: number): boolean {
  if (base.name === DISCOUNT_ASSET || quote.name === DISCOUNT_ASSET) return true;
  return priceOf(`${DISCOUNT_ASSET}${quote.name}`, time) !== undefined;
}

/** Rounded down to 8 decimals, as every commission (choice: not shown in the interface). */
function inDiscountAsset(
  { base, quote }: MarketSymbol,
  { base: amount, quote: worth, time }: Exchanged,
  priceOf: PriceOf,
): bigint | undefined {
  const charged = (value: bigint) =>
    (value * BigInt(COMMISSION_PER_10000 * (100 - DISCOUNT_PERCENT))) / 1_000_000n;
  if (base.name === DISCOUNT_ASSET) return charged(amount);
  if (quote.name === DISCOUNT_ASSET) return charged(worth);
  const price = priceOf(`${DISCOUNT_ASSET}${quote.name}`, time);
  return price === undefined
    ? undefined
    : charged((worth * 10n ** BigInt(price.decimals)) / BigInt(price.ticks));
}
