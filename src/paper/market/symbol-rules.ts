/** The trading rules of a symbol: its steps, bounds, fees and maintenance margin tiers. */
import { add, compare, type Decimal, multiply, subtract, ZERO } from '../../core/decimal.ts';

/** A maintenance margin tier as a symbol record of the scenario file gives it. */
export interface TierFacts {
  /** The largest notional of the maintenance margin tier; null for the last tier. */
  readonly cap: Decimal | null;
  /** The maintenance margin rate, below 1. */
  readonly mmr: Decimal;
  readonly maxLeverage: Decimal;
}

/**
 * A maintenance margin tier with the values calculated from the tiers below it. A notional n belongs to the
 * tier if floor < n ≤ cap.
 */
export interface Tier extends TierFacts {
  readonly floor: Decimal;
  /**
   * The maintenance amount of the tier, chosen so that the maintenance margin n × mmr - cum has no jump at
   * the tier's floor.
   */
  readonly cum: Decimal;
}

/** The rules of one symbol. */
export interface LedgerSymbol {
  /** In capital letters. */
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly tick: Decimal;
  readonly step: Decimal;
  readonly minQuantity: Decimal;
  readonly maxQuantity: Decimal;
  readonly minNotional: Decimal;
  /** Share of the value. */
  readonly liquidationFee: Decimal;
  /**
   * The symbol's taker fee as a fraction of the value; undefined where the fee of the ledger settings
   * applies.
   */
  readonly takerFee: Decimal | undefined;
  readonly makerFee: Decimal | undefined;
  /** The maintenance margin tiers by rising notional; the last tier has no cap. */
  readonly tiers: readonly Tier[];
}

/** Returns the maintenance margin tiers with their floors and maintenance amounts. */
export function tiersOf(facts: readonly TierFacts[]): readonly Tier[] {
  const tiers: Tier[] = [];
  for (const one of facts) {
    const below = tiers.at(-1);
    if (below === undefined) tiers.push({ ...one, floor: ZERO, cum: ZERO });
    else {
      const floor = below.cap ?? ZERO;
      const cum = add(below.cum, multiply(floor, subtract(one.mmr, below.mmr)));
      tiers.push({ ...one, floor, cum });
    }
  }
  return tiers;
}

/** Returns the maintenance margin tier to which a notional belongs; the first tier for zero. */
export function tierOf(tiers: readonly Tier[], notional: Decimal): Tier {
  return tiers.find(({ cap }) => cap === null || compare(notional, cap) <= 0)!;
}

/** Returns a symbol in capital letters; only the letters a to z are changed. */
export function symbolOf(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}
