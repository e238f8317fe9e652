/** Expired options with their settlement prices (public facts, Options: exercise history). */
import { DAY_MS } from '../../../core/time-units.ts';
import type { OptionContract, OptionContracts, OptionUnderlying } from './contracts.ts';
import { payoffPerUnit } from './margin.ts';
import type { OptionQuotes } from './quotes.ts';
import { expiryOn, firstExpiryDayAfter } from './schedule.ts';

export interface ExerciseRecord {
  readonly contract: OptionContract;
  /** The settlement price in ticks of the spot pair. */
  readonly settlement: number;
  readonly isInTheMoney: boolean;
}

export interface ExerciseQuery {
  /**
   * The first and last expiry, both inclusive. If `from` is given, the oldest rows are returned, otherwise
   * the newest.
   */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
  readonly now: number;
}

/**
 * Returns expired options of some underlyings, oldest first. With `from`, the last expiry is returned completely or not at all
 * unless it is the only one, so that a client that continues after the last row's expiry misses none
 * (our choice).
 */
export function listExercises(
  contracts: OptionContracts,
  quotes: OptionQuotes,
  underlyings: readonly OptionUnderlying[],
  { from, to, limit, now }: ExerciseQuery,
): readonly ExerciseRecord[] {
  const lastDay = firstExpiryDayAfter(Math.min(to ?? now, now)) - 1;
  const firstListedDay = Math.min(...underlyings.map(listedDay));
  const firstDay =
    from === undefined ? firstListedDay : Math.max(firstListedDay, firstExpiryDayAfter(from - 1));
  const step = from === undefined ? -1 : 1;
  const expired: OptionContract[] = [];
  for (let day = from === undefined ? lastDay : firstDay; day >= firstDay && day <= lastDay; day += step) {
    const expiring = underlyings
      .filter((underlying) => listedDay(underlying) <= day)
      .flatMap((underlying) => contracts.contractsExpiring(underlying, expiryOn(day)));
    if (step === 1 && expired.length > 0 && expired.length + expiring.length > limit) break;
    if (step === 1) expired.push(...expiring);
    else expired.unshift(...expiring);
    if (expired.length >= limit) break;
  }
  return (step === 1 ? expired.slice(0, limit) : expired.slice(-limit)).map((contract) => {
    const settlement = quotes.settlementPrice(contract.underlying, contract.expiry.expiresAt);
    return { contract, settlement, isInTheMoney: payoffPerUnit(contract, settlement) > 0n };
  });
}

function listedDay({ spot }: OptionUnderlying): number {
  return Math.floor(spot.listedAt / DAY_MS);
}
