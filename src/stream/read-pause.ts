/** A time in which nothing is read; whoever is to read waits until it is over. */
export class ReadPause {
  #over: Promise<void> | undefined;
  #end: () => void = () => {};

  get isOn(): boolean {
    return this.#over !== undefined;
  }

  /** Resolves when it ends; undefined where there is none. */
  get over(): Promise<void> | undefined {
    return this.#over;
  }

  begin(): void {
    this.#over ??= new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  end(): void {
    this.#end();
    this.#over = undefined;
  }
}
