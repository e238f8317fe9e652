/** What requests really use of a limit, learned from the usage that the server reports. */

/** The most learned costs that are passed on to the next window. */
const CARRIED_MAX = 64;

export class Charges {
  /** The smallest growth of the usage by a request of each group, in this window and as passed on to it. */
  readonly #observed = new Map<number, number>();
  readonly #carried = new Map<number, number>();

  /** A request caused at most what the usage grew by; the smallest growth is the closest to what it really costs. */
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

  /** Returns what the next window should know: costs observed in this window replace earlier ones. */
  entries(): readonly (readonly [group: number, charge: number])[] {
    return [...new Map([...this.#carried, ...this.#observed])].slice(-CARRIED_MAX);
  }
}
