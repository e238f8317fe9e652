/** What is fixed about a symbol: its steps, bounds, fees and maintenance tiers. */
import { add, compare, type Decimal, multiply, subtract, ZERO } from '../../core/decimal.ts';

/** A maintenance tier as written in a symbol record. */
export interface TierFacts {
  /** The largest notional of the tier; null for the last one. */
  readonly cap: Decimal | null;
  /** The maintenance margin rate, below 1. */
  readonly mmr: Decimal;
  readonly maxLeverage: Decimal;
}

/** A maintenance tier with what follows from those below it. A notional n belongs to it if floor < n ≤ cap. */
export interface Tier extends TierFacts {
  readonly floor: Decimal;
  /** What makes the maintenance n × mmr - cum continuous at the floor. */
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
  /** Share of the value; undefined where the ledger's fee applies. */
  readonly takerFee: Decimal | undefined;
  readonly makerFee: Decimal | undefined;
  /** From the smallest notional upwards; the last has no cap. */
  readonly tiers: readonly Tier[];
}

/** Returns the tiers with their floors and cumulated amounts. */
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

/** Returns the tier that holds a notional; the first for zero. */
export function tierOf(tiers: readonly Tier[], notional: Decimal): Tier {
  return tiers.find(({ cap }) => cap === null || compare(notional, cap) <= 0)!;
}

/** Returns a symbol in capital letters; only a to z are raised. */
export function symbolOf(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}
