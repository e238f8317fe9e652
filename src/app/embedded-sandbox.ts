/** The sandbox inside a command, wired to the world: what most commands with `--env sandbox` use. */
import type { Send } from '../request/types.ts';
import type { SandboxExchange } from '../sandbox/open-exchange.ts';
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
 * Returns a sandbox on the saved state. Open calls need no host and no lock: they see the market, and what the
 * journal says that users did on it. For others one command hosts and the rest join it.
 */
export async function embedSandbox(world: World, folder: string, isOpen: boolean): Promise<EmbeddedSandbox> {
  const { clock, random, secretHex } = world;
  const seed = savedSeed(folder);
  if (isOpen) return { send: openSend(folder, clock, seed), close: async () => {} };
  const { attachOrHost: joinOrHost } = await import('../sandbox/process/attach.ts');
  return joinOrHost(folder, {
    clock,
    random,
    secretHex,
    seed,
    pid: world.facts.pid,
    isAlive: world.isProcessAlive,
  });
}

/** Answers from an exchange that is opened for the first endpoint, and from another one for each it lacks. */
function openSend(folder: string, clock: World['clock'], seed: number): Send {
  const opened: SandboxExchange[] = [];
  const sends = new Map<string, Send>();
  return async (request, signal) => {
    const { endpoint } = request;
    let send = sends.get(endpoint);
    if (send === undefined) {
      let exchange = opened.find(({ endpoints }) => endpoints.has(endpoint));
      if (exchange === undefined) {
        exchange = await openReadOnly(folder, { clock, seed }, endpoint);
        opened.push(exchange);
      }
      send = createEmbeddedSend(exchange);
      sends.set(endpoint, send);
    }
    return send(request, signal);
  };
}
