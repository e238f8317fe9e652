/** Options that have expired, with what they were settled at (public facts, Options: exercise history). */
import { DAY_MS } from '../../../core/time-units.ts';
import type { Contracts, OptionContract, Underlying } from './contracts.ts';
import { payoffOf } from './margin.ts';
import type { Quotes } from './quotes.ts';
import { dayAfter, expiryOn } from './schedule.ts';

export interface Exercised {
  readonly contract: OptionContract;
  /** In ticks of the spot pair. */
  readonly settlement: number;
  readonly isInTheMoney: boolean;
}

export interface ExerciseQuery {
  /** Bounds of the expiry, both inclusive. With `from` the oldest rows are given, without it the newest. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
  readonly now: number;
}

/**
 * Returns expired options, the oldest first. From a start, options of one expiry are not torn apart where several
 * expiries fit, so that whoever goes on after the last row's expiry misses none (choice).
 */
export function exercised(
  contracts: Contracts,
  quotes: Quotes,
  underlying: Underlying,
  { from, to, limit, now }: ExerciseQuery,
): readonly Exercised[] {
  const last = dayAfter(Math.min(to ?? now, now)) - 1;
  const listed = Math.floor(underlying.spot.listedAt / DAY_MS);
  const first = from === undefined ? listed : Math.max(listed, dayAfter(from - 1));
  const step = from === undefined ? -1 : 1;
  const rows: OptionContract[] = [];
  for (let day = from === undefined ? last : first; day >= first && day <= last; day += step) {
    const expiring = contracts.expiringAt(underlying, expiryOn(day));
    if (step === 1 && rows.length > 0 && rows.length + expiring.length > limit) break;
    if (step === 1) rows.push(...expiring);
    else rows.unshift(...expiring);
    if (rows.length >= limit) break;
  }
  return (step === 1 ? rows.slice(0, limit) : rows.slice(-limit)).map((contract) => {
    const settlement = quotes.settlement(underlying, contract.expiry.at);
    return { contract, settlement, isInTheMoney: payoffOf(contract, settlement) > 0n };
  });
}
