/** A pause of reading, for whose end readers can wait. */
export class ReadPause {
  #over: Promise<void> | undefined;
  #end: () => void = () => {};

  get isOn(): boolean {
    return this.#over !== undefined;
  }

  /** Resolves when the pause ends; undefined if there is no pause. */
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
