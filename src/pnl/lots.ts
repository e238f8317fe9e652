/** Quantities of one asset with their cost, from which disposals take by FIFO, LIFO or average cost. */
import { add, compare, type Decimal, divide, multiply, subtract, ZERO } from '../core/decimal.ts';

export const COST_METHODS = ['fifo', 'lifo', 'average'] as const;
/** Which quantities a disposal takes: the oldest, the latest, or an equal share of all. */
export type CostMethod = (typeof COST_METHODS)[number];

/** Digits after the decimal point of an amount that was divided. */
const SHARE_DIGITS = 16;

/** A quantity of the base asset and what it cost in the quote asset. */
export interface CostLot {
  readonly quantity: Decimal;
  readonly cost: Decimal;
}

/**
 * Returns the share `part ÷ whole` of an amount, rounded half to even to 16 digits after the point; exactly the amount if
 * the part is the whole. `whole` is above zero.
 */
export function shareOf(amount: Decimal, part: Decimal, whole: Decimal): Decimal {
  if (compare(part, whole) === 0) return amount;
  return divide(multiply(amount, part), whole, SHARE_DIGITS, 'half-even');
}

/** The quantities of one asset whose cost is known. */
export class CostLots {
  readonly #method: CostMethod;
  /** The oldest first; a single lot if costs are averaged. */
  readonly #lots: CostLot[] = [];
  #total: CostLot = { quantity: ZERO, cost: ZERO };

  constructor(method: CostMethod) {
    this.#method = method;
  }

  /** The sum of all lots. */
  get total(): CostLot {
    return this.#total;
  }

  /** Adds a quantity above zero. */
  add(lot: CostLot): void {
    const pool = this.#method === 'average' ? this.#lots.pop() : undefined;
    this.#lots.push(pool === undefined ? lot : joined(pool, lot));
    this.#total = joined(this.#total, lot);
  }

  /** Removes a quantity, or all there is if that is less, and returns what was removed with its cost. */
  take(wanted: Decimal): CostLot {
    let taken: CostLot = { quantity: ZERO, cost: ZERO };
    for (;;) {
      const left = subtract(wanted, taken.quantity);
      const lot = this.#method === 'lifo' ? this.#lots.at(-1) : this.#lots[0];
      if (lot === undefined || compare(left, ZERO) <= 0) break;
      taken = joined(taken, this.#takeFrom(lot, left));
    }
    this.#total = without(this.#total, taken);
    return taken;
  }

  /** Removes a quantity from the lot that is next to be taken, or the whole lot if it holds no more. */
  #takeFrom(lot: CostLot, wanted: Decimal): CostLot {
    const index = this.#method === 'lifo' ? this.#lots.length - 1 : 0;
    if (compare(lot.quantity, wanted) <= 0) {
      this.#lots.splice(index, 1);
      return lot;
    }
    const part = { quantity: wanted, cost: shareOf(lot.cost, wanted, lot.quantity) };
    this.#lots[index] = without(lot, part);
    return part;
  }
}

function joined(lot: CostLot, other: CostLot): CostLot {
  return { quantity: add(lot.quantity, other.quantity), cost: add(lot.cost, other.cost) };
}

function without(lot: CostLot, part: CostLot): CostLot {
  return { quantity: subtract(lot.quantity, part.quantity), cost: subtract(lot.cost, part.cost) };
}
