/**
 * Things that stand in an image by their names alone: what is made anew from seed and market, such as a symbol, and
 * users wherever they are only mentioned. A name is a kind and an id, such as "symbol BTCUSDT".
 */

export class Names {
  readonly #nameOf = new WeakMap<object, string>();
  readonly #things = new Map<string, object>();
  #later: (() => void)[] = [];
  readonly #finders = new Map<string, (id: string) => object | undefined>();

  /** Gives a thing its name for good. */
  add(kind: string, id: string | number, thing: object): void {
    const name = `${kind} ${id}`;
    this.#nameOf.set(thing, name);
    this.#things.set(name, thing);
  }

  /** Gives names to all things of a kind, once anything is packed or found: mostly nothing is. */
  addAll<T extends object>(kind: string, things: () => Iterable<T>, idOf: (thing: T) => string): void {
    this.#later.push(() => {
      for (const thing of things()) this.add(kind, idOf(thing), thing);
    });
  }

  /** Gives a thing a name as long as it lives; things of its kind are found by `findBy`. */
  mark(kind: string, id: string, thing: object): void {
    this.#nameOf.set(thing, `${kind} ${id}`);
  }

  /** Says how things of a kind are found that were only marked. */
  findBy(kind: string, find: (id: string) => object | undefined): void {
    this.#finders.set(kind, find);
  }

  nameOf(thing: object): string | undefined {
    this.#catchUp();
    return this.#nameOf.get(thing);
  }

  /** Returns the thing of a name; asserts that there is one. */
  find(name: string): object {
    this.#catchUp();
    const known = this.#things.get(name);
    if (known !== undefined) return known;
    const cut = name.indexOf(' ');
    const found = this.#finders.get(name.slice(0, cut))?.(name.slice(cut + 1));
    if (found === undefined) throw new Error(`nothing is called ${name}`);
    this.#nameOf.set(found, name);
    return found;
  }

  #catchUp(): void {
    if (this.#later.length === 0) return;
    const later = this.#later;
    this.#later = [];
    for (const add of later) add();
  }
}
