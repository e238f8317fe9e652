/** The sandbox inside a command, which most commands with `--env sandbox` use. */
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import { createEmbeddedSend } from '../sandbox/process/embedded.ts';
import { openReadOnly, type ReadOnlyExchange, type ReadOnlyOptions } from '../sandbox/process/read-only.ts';
import {
  findRunning,
  type PublishedSandbox,
  savedSeed,
  stateVersion,
} from '../sandbox/storage/state-folder.ts';
import { DamagedView } from '../sandbox/storage/view-file.ts';
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
  if (isPublic) {
    const open = () => new ReadOnlySandbox(folder, { clock, random }, seed);
    if (world.shared === undefined) return open();
    // What any process writes into the sandbox changes the version of its state, so the next command sees it.
    const shared = world.shared.reuse(`sandbox ${folder}`, stateVersion(folder, seed), open);
    return { send: (request, signal) => shared.send(request, signal), close: async () => {} };
  }
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

/** An open read-only exchange and the `Send` that calls it. */
interface OpenSandbox extends ReadOnlyExchange {
  readonly send: Send;
}

/**
 * Opens a read-only exchange for the endpoint that is called first, and another one for each later endpoint
 * that no open exchange has.
 */
class ReadOnlySandbox implements EmbeddedSandbox {
  readonly #folder: string;
  readonly #world: Pick<World, 'clock' | 'random'>;
  readonly #seed: number;
  #open: OpenSandbox[] = [];

  constructor(folder: string, world: Pick<World, 'clock' | 'random'>, seed: number) {
    this.#folder = folder;
    this.#world = world;
    this.#seed = seed;
  }

  async send(request: PreparedRequest, signal: AbortSignal): Promise<Answer> {
    this.#open = this.#open.filter(({ exchange, until }) => exchange.clock.now() < until);
    const found = this.#open.find(({ exchange }) => exchange.endpoints.has(request.endpoint));
    const sandbox = found ?? (await this.#openFor(request.endpoint));
    try {
      return await sandbox.send(request, signal);
    } catch (error) {
      if (!(error instanceof DamagedView)) throw error;
      this.#open = this.#open.filter((one) => one !== sandbox);
      const complete = await this.#openFor(request.endpoint, { ignoresView: true });
      return complete.send(request, signal);
    }
  }

  async close(): Promise<void> {
    for (const { save } of this.#open) await save(this.#world.random);
  }

  async #openFor(endpoint: string, how: Pick<ReadOnlyOptions, 'ignoresView'> = {}): Promise<OpenSandbox> {
    const options = { clock: this.#world.clock, seed: this.#seed, ...how };
    const opened = await openReadOnly(this.#folder, options, endpoint);
    const sandbox = { ...opened, send: createEmbeddedSend(opened.exchange) };
    this.#open.push(sandbox);
    return sandbox;
  }
}
