/**
 * Things that stand in an image by their names alone: what is made anew from seed and market, such as a symbol, and
 * users wherever they are only mentioned. A name is a kind and an id, such as "symbol BTCUSDT".
 */

export class NameRegistry {
  readonly #nameOf = new WeakMap<object, string>();
  readonly #objects = new Map<string, object>();
  #pending: (() => void)[] = [];
  readonly #finders = new Map<string, (id: string) => object | undefined>();

  /** Gives a thing its name for good. */
  register(kind: string, id: string | number, object: object): void {
    const name = `${kind} ${id}`;
    this.#nameOf.set(object, name);
    this.#objects.set(name, object);
  }

  /** Gives names to all things of a kind, once anything is packed or found: mostly nothing is. */
  registerLazily<T extends object>(
    kind: string,
    objects: () => Iterable<T>,
    idOf: (object: T) => string,
  ): void {
    this.#pending.push(() => {
      for (const object of objects()) this.register(kind, idOf(object), object);
    });
  }

  /** Gives a thing a name as long as it lives; things of its kind are found by `findBy`. */
  assignName(kind: string, id: string, object: object): void {
    this.#nameOf.set(object, `${kind} ${id}`);
  }

  /** Says how things of a kind are found that were only marked. */
  registerFinder(kind: string, find: (id: string) => object | undefined): void {
    this.#finders.set(kind, find);
  }

  nameOf(object: object): string | undefined {
    this.#runPending();
    return this.#nameOf.get(object);
  }

  /** Returns the thing of a name; asserts that there is one. */
  find(name: string): object {
    this.#runPending();
    const known = this.#objects.get(name);
    if (known !== undefined) return known;
    const separator = name.indexOf(' ');
    const found = this.#finders.get(name.slice(0, separator))?.(name.slice(separator + 1));
    if (found === undefined) throw new Error(`nothing is called ${name}`);
    this.#nameOf.set(found, name);
    return found;
  }

  #runPending(): void {
    if (this.#pending.length === 0) return;
    const pending = this.#pending;
    this.#pending = [];
    for (const register of pending) register();
  }
}
