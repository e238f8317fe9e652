/** The sandbox inside a command, which most commands with `--env sandbox` use. */
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import type { SandboxExchange } from '../sandbox/exchange/open-exchange.ts';
import { createEmbeddedSend } from '../sandbox/process/embedded.ts';
import { openReadOnly } from '../sandbox/process/read-only.ts';
import { findRunning, type PublishedSandbox, savedSeed } from '../sandbox/storage/state-folder.ts';
import type { World } from './world.ts';

export interface EmbeddedSandbox {
  readonly send: Send;
  close(): Promise<void>;
}

/** Returns the sandbox that `sandbox serve` published and that still answers, or undefined. */
export function findSandbox(world: World, folder: string): Promise<PublishedSandbox | undefined> {
  return findRunning(folder, world.isProcessAlive);
}

/**
 * Returns a sandbox on the saved state. Public calls need no host process and no lock: they read the market
 * and the journal. Of several commands that make other calls at once, one becomes the host and the others
 * attach to it.
 */
export async function embedSandbox(
  world: World,
  folder: string,
  isPublic: boolean,
): Promise<EmbeddedSandbox> {
  const { clock, random, secretHex } = world;
  const seed = savedSeed(folder);
  if (isPublic) return new ReadOnlySandbox(folder, clock, seed);
  const { attachOrHost } = await import('../sandbox/process/attach.ts');
  return attachOrHost(folder, {
    clock,
    random,
    secretHex,
    seed,
    pid: world.facts.pid,
    isAlive: world.isProcessAlive,
  });
}

/**
 * Opens a read-only exchange for the endpoint that is called first, and another one for each later endpoint
 * that no open exchange has.
 */
class ReadOnlySandbox implements EmbeddedSandbox {
  readonly #folder: string;
  readonly #clock: World['clock'];
  readonly #seed: number;
  readonly #exchanges: SandboxExchange[] = [];
  readonly #sends = new Map<string, Send>();

  constructor(folder: string, clock: World['clock'], seed: number) {
    this.#folder = folder;
    this.#clock = clock;
    this.#seed = seed;
  }

  async send(request: PreparedRequest, signal: AbortSignal): Promise<Answer> {
    const send = this.#sends.get(request.endpoint) ?? (await this.#openSend(request.endpoint));
    return send(request, signal);
  }

  async close(): Promise<void> {}

  async #openSend(endpoint: string): Promise<Send> {
    let exchange = this.#exchanges.find(({ endpoints }) => endpoints.has(endpoint));
    if (exchange === undefined) {
      exchange = await openReadOnly(this.#folder, { clock: this.#clock, seed: this.#seed }, endpoint);
      this.#exchanges.push(exchange);
    }
    const send = createEmbeddedSend(exchange);
    this.#sends.set(endpoint, send);
    return send;
  }
}
