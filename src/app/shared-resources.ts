/** What the commands of one process leave open for the next one: connections, the sandbox, the request budget. */

/** Something that stays open until all commands have ended. */
export interface Closable {
  close(): Promise<void> | void;
}

interface SharedResource {
  readonly version: string;
  readonly resource: Closable;
}

/** The resources that the commands of a batch share, each opened by the first command that needs it. */
export class SharedResources {
  readonly #resources = new Map<string, SharedResource>();

  /**
   * Returns the resource of a name, opened if there is none yet. One of another version is left to the commands that still
   * use it and is not given out any more; so a version says what the resource was made of.
   */
  reuse<T extends Closable>(name: string, version: string, open: () => T): T {
    const known = this.#resources.get(name);
    if (known?.version === version) return known.resource as T;
    const resource = open();
    this.#resources.set(name, { version, resource });
    return resource;
  }

  /** Closes everything that is open. No command may be running. */
  async close(): Promise<void> {
    for (const { resource } of this.#resources.values()) await resource.close();
    this.#resources.clear();
  }
}
