/** A pause of reading, for which readers wait. */
export class ReadPause {
  #over: Promise<void> | undefined;
  #end: () => void = () => {};

  get isOn(): boolean {
    return this.#over !== undefined;
  }

  /** Resolves when the pause ends; undefined without a pause. */
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
