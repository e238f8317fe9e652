/** Counts the unknown parameters that the exchange ignores, so that a user can find a misspelt name. */
import type { Endpoint } from '../../catalogue/types.ts';

/** An unknown parameter of an endpoint, and the number of calls in which it was ignored. */
export interface IgnoredParameter {
  /** The method and path of the call, such as "GET /fapi/v2/account". */
  readonly call: string;
  /**
   * The name of the parameter as sent, cut to 64 characters; "batchOrders[].note" means a field of the
   * elements of a list.
   */
  readonly parameter: string;
  readonly count: number;
}

/** The largest number of names that are counted separately; calls with further names are counted together. */
const NAMES_MAX = 1000;
const NAME_LENGTH_MAX = 64;
const FURTHER_NAMES: Omit<IgnoredParameter, 'count'> = { call: 'further calls', parameter: 'further names' };

export class IgnoredParameters {
  readonly #counts = new Map<string, IgnoredParameter>();
  readonly #listeners = new Set<(ignored: IgnoredParameter) => void>();

  /**
   * Counts the unknown names of one call; reports each name of an endpoint when it is ignored for the first
   * time.
   */
  add({ method, path }: Pick<Endpoint, 'method' | 'path'>, names: readonly string[]): void {
    for (const name of names) {
      const named = { call: `${method} ${path}`, parameter: name.slice(0, NAME_LENGTH_MAX) };
      const namedKey = `${named.call} ${named.parameter}`;
      const hasRoom = this.#counts.size < NAMES_MAX || this.#counts.has(namedKey);
      const { call, parameter } = hasRoom ? named : FURTHER_NAMES;
      const key = `${call} ${parameter}`;
      const earlier = this.#counts.get(key);
      const counted = { call, parameter, count: (earlier?.count ?? 0) + 1 };
      this.#counts.set(key, counted);
      if (earlier === undefined) for (const listener of this.#listeners) listener(counted);
    }
  }

  /** Calls the listener with each name when it is ignored for the first time. */
  onFirst(listener: (ignored: IgnoredParameter) => void): void {
    this.#listeners.add(listener);
  }

  /** Returns the ignored names in the order in which they first occurred. */
  list(): readonly IgnoredParameter[] {
    return [...this.#counts.values()];
  }
}
