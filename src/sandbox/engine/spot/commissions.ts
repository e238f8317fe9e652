/**
 * Commissions on fills (public facts, Spot matching facts): a fraction of the received amount, or, for users
 * who pay in BNB, three quarters of that value in BNB at the market's last price.
 */

import type { User } from '../ledger/accounts.ts';
import { COMMISSION_PER_10000, commissionFrom } from '../ledger/amounts.ts';
import { freeBalance } from '../ledger/postings.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { SpotInstrument } from './instrument.ts';

/** The asset in which discounted commissions are paid. */
export const DISCOUNT_ASSET = 'BNB';
/** The discount in percent. */
export const DISCOUNT_PERCENT = 25;

/**
 * Returns the last price of a symbol in ticks with the decimals of a tick, or undefined if it does not trade
 * at the time.
 */
export type LastPriceLookup = (
  name: string,
  time: number,
) => { readonly ticks: number; readonly decimals: number } | undefined;

export interface Commission {
  readonly asset: string;
  /** In 10^-8 of the asset. */
  readonly amount: bigint;
}

/** The amounts of both assets of a trade, in 10^-8 of each asset. */
interface TradedAmounts {
  readonly isBuy: boolean;
  readonly base: bigint;
  readonly quote: bigint;
  readonly time: number;
}

/**
 * Returns the commission of one side of a trade: in BNB if the user pays so, otherwise (or without enough
 * free BNB, or without a BNB price) the regular commission.
 */
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

/** Returns whether commissions on a symbol can be paid in BNB. */
export function isDiscountAvailable(
  { base, quote }: MarketSymbol,
  priceOf: LastPriceLookup,
  time: number,
): boolean {
  if (base.name === DISCOUNT_ASSET || quote.name === DISCOUNT_ASSET) return true;
  return priceOf(`${DISCOUNT_ASSET}${quote.name}`, time) !== undefined;
}

/**
 * Returns the commission in BNB, rounded down to 8 decimals like every commission (our choice: not shown in the
 * interface).
 */
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
