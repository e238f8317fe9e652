/**
 * The sandbox that streams connect to: the running one, or one that this command serves until it ends. The streams of a
 * program share one, which is served until the library is closed.
 */
import type { SharedSandbox } from './sandbox-host.ts';
import type { World } from './world.ts';

export interface StreamSandboxOptions {
  readonly world: World;
  readonly sandboxFolder: string;
  readonly note: (text: string) => void;
}

/** Returns the sandbox of the streams of a run. */
export function streamSandboxOf(options: StreamSandboxOptions): StreamSandbox {
  const { world, sandboxFolder } = options;
  const open = () => new StreamSandbox(options);
  return world.shared?.reuse(`stream sandbox ${sandboxFolder}`, '', open) ?? open();
}

export class StreamSandbox {
  readonly #options: StreamSandboxOptions;
  #last: Promise<SharedSandbox | undefined> = Promise.resolve(undefined);

  constructor(options: StreamSandboxOptions) {
    this.#options = options;
  }

  /**
   * Returns the sandbox that this command serves. If it serves none, looks for a running sandbox each time,
   * because the command that serves it may have ended.
   */
  open(): Promise<SharedSandbox> {
    const opened = this.#last
      .catch(() => undefined)
      .then((last) => (last?.isOurs === true ? last : this.#attachOrServe()));
    this.#last = opened;
    return opened;
  }

  /** Closes the sandbox that this command serves. */
  async close(): Promise<void> {
    await (await this.#last.catch(() => undefined))?.close();
  }

  async #attachOrServe(): Promise<SharedSandbox> {
    const { world, sandboxFolder, note } = this.#options;
    const { attachOrServe } = await import('./sandbox-host.ts');
    return attachOrServe(world, sandboxFolder, (error) =>
      note(error instanceof Error ? error.message : String(error)),
    );
  }
}
