/**
 * What trading options costs and what a short position must set aside, by the rates that the exchange information
 * names (public facts, Options). The formulas are a choice: a share of the index less what the option is out of the
 * money, at least a smaller share, and the mark on top.
 */
import { AMOUNT_DECIMALS } from '../ledger/amounts.ts';
import type { OptionContract } from './contracts.ts';
import { indexAmount, premiumOf, timesLots } from './orders.ts';
import type { Quote } from './quotes.ts';

/** Rates as fractions of the index, in ten-thousandths. */
export const RATES = {
  initial: 1500,
  minInitial: 1000,
  maintenance: 750,
  minMaintenance: 500,
  fee: 3,
  liquidationFee: 19,
} as const;

/** A fee is at most a tenth of the premium (choice). */
const FEE_SHARE = 10n;
const WHOLE = 10_000n;

/** Returns a rate as the exchange writes it. */
export function rateText(rate: number): string {
  return (rate / 10_000).toFixed(AMOUNT_DECIMALS);
}

/** Returns the fee on a trade, rounded down. */
export function feeOf(contract: OptionContract, index: number, price: number, lots: number): bigint {
  const byIndex = shareOf(contract, index, RATES.fee, lots);
  const most = premiumOf(contract, price, lots) / FEE_SHARE;
  return byIndex < most ? byIndex : most;
}

/** Returns the fee for closing a position by force. */
export function liquidationFee(contract: OptionContract, index: number, lots: number): bigint {
  return shareOf(contract, index, RATES.liquidationFee, lots);
}

/** Returns what a seller must set aside to open so many lots. */
export function initialMargin(contract: OptionContract, quote: Quote, lots: number): bigint {
  return marginOf(contract, quote, lots, RATES.initial, RATES.minInitial);
}

/** Returns what must stay set aside for a short position. */
export function maintenanceMargin(contract: OptionContract, quote: Quote, lots: number): bigint {
  return marginOf(contract, quote, lots, RATES.maintenance, RATES.minMaintenance);
}

/** Returns what exercise pays for one unit of the underlying at an index price, in 10^-8. */
export function payoffOf(contract: OptionContract, index: number): bigint {
  const price = indexAmount(contract, index);
  const gain = contract.isCall ? price - contract.strike : contract.strike - price;
  return gain > 0n ? gain : 0n;
}

function marginOf(contract: OptionContract, quote: Quote, lots: number, rate: number, least: number): bigint {
  const index = indexAmount(contract, quote.index);
  const away = contract.isCall ? contract.strike - index : index - contract.strike;
  const outOfTheMoney = away > 0n ? away : 0n;
  const usual = (index * BigInt(rate)) / WHOLE - outOfTheMoney;
  const floor = (index * BigInt(least)) / WHOLE;
  const perUnit = usual > floor ? usual : floor;
  return timesLots(contract, perUnit, lots) + premiumOf(contract, quote.mark, lots);
}

function shareOf(contract: OptionContract, index: number, rate: number, lots: number): bigint {
  return timesLots(contract, (indexAmount(contract, index) * BigInt(rate)) / WHOLE, lots);
}
