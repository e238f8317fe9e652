/**
 * Fees and margins of options, by the rates of the exchange information (public facts, Options). The margin
 * formula is our choice: a rate of the index price less the out-of-the-money amount, but at least a minimum
 * rate, plus the mark price.
 */
import { AMOUNT_DECIMALS } from '../ledger/amounts.ts';
import type { OptionContract } from './contracts.ts';
import { amountForLots, indexAmount, premiumOf } from './orders.ts';
import type { OptionQuote } from './quotes.ts';

/** Fee and margin rates in ten-thousandths of the index price. */
export const OPTION_RATES = {
  initial: 1500,
  minInitial: 1000,
  maintenance: 750,
  minMaintenance: 500,
  fee: 3,
  liquidationFee: 19,
} as const;

/** The trading fee is at most the premium divided by this number (our choice). */
const FEE_PREMIUM_DIVISOR = 10n;
const TEN_THOUSAND = 10_000n;

/** Returns a fee or margin rate as the exchange writes it. */
export function rateText(rate: number): string {
  return (rate / 10_000).toFixed(AMOUNT_DECIMALS);
}

/** Returns the fee of a trade, rounded down. */
export function tradingFee(contract: OptionContract, index: number, price: number, lots: number): bigint {
  const byIndex = indexShare(contract, index, OPTION_RATES.fee, lots);
  const max = premiumOf(contract, price, lots) / FEE_PREMIUM_DIVISOR;
  return byIndex < max ? byIndex : max;
}

/** Returns the fee of a liquidation. */
export function liquidationFee(contract: OptionContract, index: number, lots: number): bigint {
  return indexShare(contract, index, OPTION_RATES.liquidationFee, lots);
}

/** Returns the initial margin of a short position of `lots`. */
export function initialMargin(contract: OptionContract, quote: OptionQuote, lots: number): bigint {
  return shortMargin(contract, quote, lots, OPTION_RATES.initial, OPTION_RATES.minInitial);
}

/** Returns the maintenance margin of a short position of `lots`. */
export function maintenanceMargin(contract: OptionContract, quote: OptionQuote, lots: number): bigint {
  return shortMargin(contract, quote, lots, OPTION_RATES.maintenance, OPTION_RATES.minMaintenance);
}

/** Returns the payoff of exercise per unit of the underlying at an index price, in 10^-8. */
export function payoffPerUnit(contract: OptionContract, index: number): bigint {
  const price = indexAmount(contract, index);
  const gain = contract.isCall ? price - contract.strike : contract.strike - price;
  return gain > 0n ? gain : 0n;
}

function shortMargin(
  contract: OptionContract,
  quote: OptionQuote,
  lots: number,
  rate: number,
  minRate: number,
): bigint {
  const index = indexAmount(contract, quote.index);
  const distance = contract.isCall ? contract.strike - index : index - contract.strike;
  const outOfTheMoney = distance > 0n ? distance : 0n;
  const marginByRate = (index * BigInt(rate)) / TEN_THOUSAND - outOfTheMoney;
  const minMargin = (index * BigInt(minRate)) / TEN_THOUSAND;
  const perUnit = marginByRate > minMargin ? marginByRate : minMargin;
  return amountForLots(contract, perUnit, lots) + premiumOf(contract, quote.mark, lots);
}

function indexShare(contract: OptionContract, index: number, rate: number, lots: number): bigint {
  return amountForLots(contract, (indexAmount(contract, index) * BigInt(rate)) / TEN_THOUSAND, lots);
}
