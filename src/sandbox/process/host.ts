/** The one process that has an exchange's saved state open: it holds the folder's lock as long as it does. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Random } from '../../core/clock.ts';
import { ToolError } from '../../core/errors.ts';
import { withLock } from '../../store/lock.ts';
import { createExchange, type ExchangeOptions, type SandboxExchange } from '../exchange/create-exchange.ts';
import { type DurableExchange, openDurableExchange } from '../storage/durable-exchange.ts';
import { publish, withdraw, withdrawOthers } from '../storage/state-folder.ts';
import type { ServedRecording } from '../streams/playback.ts';
import type { RunningSandbox } from './serve.ts';

export interface HostOptions extends ExchangeOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly pid: number;
  /** Told again in place of the streams of its product line. */
  readonly recording?: ServedRecording;
  /** Whether what is done is kept for the next host; true where absent. */
  readonly isPersistent?: boolean;
  /** Returns so many random bytes as hexadecimal digits. */
  readonly secretHex: (bytes: number) => string;
  /** Told of a mistake of ours behind an answer with HTTP 500. */
  readonly onError?: (error: unknown) => void;
}

/** The lock of a folder, held. The kernel lets it go with the process, however that ends. */
export interface HostLock {
  release(): Promise<void>;
}

export interface SandboxHost {
  readonly exchange: SandboxExchange;
  /** Opens an address on loopback and publishes it; port 0 takes any free one. Throws kind `refused`. */
  serve(port: number): Promise<RunningSandbox>;
  /** Tells nobody the address any more, answers calls under way, and lets go of files and lock. */
  close(): Promise<void>;
}

const LOCK_FILE = 'host.lock';

/** Returns the lock of the folder's host, or undefined while another process has it. Throws kind `storage`. */
export function tryLock(
  folder: string,
  { clock, random }: Pick<HostOptions, 'clock' | 'random'>,
): Promise<HostLock | undefined> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return new Promise((resolve, reject) => {
    const lockReleased = withLock(
      { path: join(folder, LOCK_FILE), clock, random, waitMaxMs: 0 },
      async () => {
        await new Promise<void>((unlock) => {
          resolve({
            release() {
              unlock();
              return lockReleased;
            },
          });
        });
      },
    );
    lockReleased.catch((error: unknown) => {
      if (error instanceof ToolError && error.facts.retryable === true) resolve(undefined);
      else reject(error);
    });
  });
}

/** Opens the exchange that is kept in a folder. The lock is let go when the host closes, or can't be opened. */
export async function openHost(folder: string, options: HostOptions, lock: HostLock): Promise<SandboxHost> {
  let durable: DurableExchange;
  try {
    durable =
      options.isPersistent === false
        ? { exchange: createExchange(options), close() {} }
        : openDurableExchange(folder, options);
  } catch (error) {
    await lock.release();
    throw error;
  }
  const { exchange } = durable;
  let served: ServedSandbox | undefined;
  return {
    exchange,
    async serve(port) {
      served = await startServing(folder, options, exchange, port);
      return served.running;
    },
    async close() {
      try {
        // Those who look from now on find nobody, and wait for the lock.
        if (served !== undefined) withdraw(folder, served.instance);
        await served?.running.close();
        durable.close();
      } finally {
        await lock.release();
      }
    },
  };
}

interface ServedSandbox {
  readonly running: RunningSandbox;
  readonly instance: string;
}

async function startServing(
  folder: string,
  options: HostOptions,
  exchange: SandboxExchange,
  port: number,
): Promise<ServedSandbox> {
  const { pid, secretHex, clock, seed, recording, onError } = options;
  const identity = { instance: secretHex(8), token: secretHex(32), pid };
  const { startSandbox } = await import('./serve.ts');
  const running = await startSandbox({
    port,
    seed,
    clock,
    exchange,
    identity,
    ...(recording === undefined ? {} : { recording }),
    ...(onError === undefined ? {} : { onError }),
  });
  try {
    // A host that was killed could not take its entry back; that it is gone, our holding the lock proves.
    withdrawOthers(folder);
    publish(folder, { ...identity, seed, startedAt: clock.now(), hosts: running.hosts });
  } catch (error) {
    await running.close();
    throw error;
  }
  return { running, instance: identity.instance };
}
