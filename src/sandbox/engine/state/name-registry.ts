/**
 * Objects that a checkpoint refers to by name: those that are rebuilt from seed and market, such as symbols,
 * and users wherever they are merely referenced. A name consists of a kind and an id, such as "symbol
 * BTCUSDT".
 */

export class NameRegistry {
  readonly #nameOf = new WeakMap<object, string>();
  readonly #objects = new Map<string, object>();
  #pending: (() => void)[] = [];
  readonly #finders = new Map<string, (id: string) => object | undefined>();

  /** Gives an object a permanent name. */
  register(kind: string, id: string | number, object: object): void {
    const name = `${kind} ${id}`;
    this.#nameOf.set(object, name);
    this.#objects.set(name, object);
  }

  /**
   * Gives names to all objects of a kind when the first of them is packed or looked up; most runs never need
   * these names.
   */
  registerLazily<T extends object>(
    kind: string,
    objects: () => Iterable<T>,
    idOf: (object: T) => string,
  ): void {
    this.#pending.push(() => {
      for (const object of objects()) this.register(kind, idOf(object), object);
    });
  }

  /** Names an object that the registry does not hold; `registerFinder` sets how such objects are found. */
  assignName(kind: string, id: string, object: object): void {
    this.#nameOf.set(object, `${kind} ${id}`);
  }

  /** Sets how objects that were only named by `assignName` are found. */
  registerFinder(kind: string, find: (id: string) => object | undefined): void {
    this.#finders.set(kind, find);
  }

  nameOf(object: object): string | undefined {
    this.#runPending();
    return this.#nameOf.get(object);
  }

  /** Returns the object of a name. Throws if there is none. */
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
