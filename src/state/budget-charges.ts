/** The weights that requests really use of a limit, learned from the usage that the server reports. */

/** The largest number of learned request costs that are carried over to the next window. */
const CARRIED_MAX = 64;

export class Charges {
  /**
   * The smallest growth of the reported usage by a request of each group, seen in this window or carried over from
   * earlier ones.
   */
  readonly #observed = new Map<number, number>();
  readonly #carried = new Map<number, number>();

  /** A request costs at most what the reported usage grew by, so the smallest growth is closest to the real cost. */
  learn(group: number, growth: number): void {
    const known = this.#observed.get(group);
    if (known === undefined || growth < known) this.#observed.set(group, growth);
  }

  carry(group: number, charge: number): void {
    this.#carried.set(group, charge);
  }

  /** Returns the cost of a request: at least its listed weight, at most `max` if that is more. */
  of({ weight, group }: { readonly weight: number; readonly group: number }, max: number): number {
    const unknown = Number.POSITIVE_INFINITY;
    const learned = Math.min(this.#observed.get(group) ?? unknown, this.#carried.get(group) ?? unknown);
    return learned === unknown ? weight : Math.max(weight, Math.min(learned, max));
  }

  /** Returns the request costs to carry over to the next window: costs observed in this window replace earlier ones. */
  entries(): readonly (readonly [group: number, charge: number])[] {
    return [...new Map([...this.#carried, ...this.#observed])].slice(-CARRIED_MAX);
  }
}
