/** Sandboxes that a command hosts or finds: the doors of `sandbox/` for the commands, wired to the world. */

import { existsSync } from 'node:fs';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import type { Send } from '../request/types.ts';
import { createEmbeddedSend } from '../sandbox/embedded.ts';
import { createExchange, type WeightListing } from '../sandbox/exchange.ts';
import { joinOrHost } from '../sandbox/join.ts';
import type { RunningSandbox } from '../sandbox/serve.ts';
import { findRunning, journalPath, type PublishedSandbox, SEED_MAX, savedSeed } from '../sandbox/state.ts';
import type { World } from './world.ts';

/** Returns the sandbox that `sandbox serve` published and that still answers, or undefined. */
export function findSandbox(world: World, folder: string): Promise<PublishedSandbox | undefined> {
  return findRunning(folder, world.isProcessAlive);
}

export interface EmbeddedSandbox {
  readonly send: Send;
  close(): Promise<void>;
}

/**
 * Returns a sandbox on the saved state. Open calls need no host and no lock while nobody has traded: the market is
 * the same for everybody. Once there is a journal, one command hosts and the others join it.
 */
export function embedSandbox(world: World, folder: string, isOpen: boolean): EmbeddedSandbox {
  const { clock, random, secretHex } = world;
  const seed = savedSeed(folder);
  if (isOpen && !existsSync(journalPath(folder, seed))) {
    return { send: createEmbeddedSend(createExchange({ clock, seed })), close: async () => {} };
  }
  return joinOrHost(folder, {
    clock,
    random,
    secretHex,
    seed,
    pid: world.facts.pid,
    isAlive: world.isProcessAlive,
  });
}

/** Options of `sandbox serve` and `sandbox run` as typed. */
export interface HostingOptions {
  readonly port?: string | undefined;
  readonly seed?: string | undefined;
  readonly weightLimit?: string | undefined;
  readonly weights?: string | undefined;
}

export interface HostedSandbox extends RunningSandbox {
  readonly instance: string;
  readonly token: string;
}

/** Starts a sandbox that listens on loopback. Throws a usage error for options that are no numbers in range. */
export async function hostSandbox(
  world: World,
  folder: string,
  options: HostingOptions,
  onError: (error: unknown) => void,
): Promise<HostedSandbox> {
  const { startSandbox } = await import('../sandbox/serve.ts');
  const seed = readSeed(options.seed) ?? savedSeed(folder);
  const weightLimit = wholeNumber('--weight-limit', options.weightLimit, 1, 1_000_000_000);
  const identity = { instance: world.secretHex(8), token: world.secretHex(32), pid: world.facts.pid };
  const running = await startSandbox({
    port: wholeNumber('--port', options.port, 0, 65_535) ?? 0,
    seed,
    clock: world.clock,
    weightListing: (options.weights ?? 'larger') as WeightListing,
    identity,
    onError,
    ...(weightLimit === undefined ? {} : { limits: { spotWeight: weightLimit, futuresWeight: weightLimit } }),
  });
  return { ...running, instance: identity.instance, token: identity.token };
}

/** Returns the seed as typed, or undefined where none was; throws a usage error. */
export function readSeed(text: string | undefined): number | undefined {
  return wholeNumber('--seed', text, 0, SEED_MAX);
}

function wholeNumber(
  name: string,
  text: string | undefined,
  least: number,
  largest: number,
): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= largest) return Number(text);
  throw usageError(
    `${name} must be a whole number from ${least} to ${largest}, was "${safeText(text.slice(0, 40))}".`,
  );
}
