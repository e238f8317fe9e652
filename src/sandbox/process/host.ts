/** The host: the one process that has the saved state of an exchange open, and holds the lock of its folder. */

import { join } from 'node:path';
import type { Clock, Random } from '../../core/clock.ts';
import { ToolError } from '../../core/errors.ts';
import { makePrivateFolder } from '../../store/folders.ts';
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
  /** A recording that is replayed instead of the market streams of its product. */
  readonly recording?: ServedRecording;
  /** Whether changes are saved for the next host; true if omitted. */
  readonly isPersistent?: boolean;
  /** Returns `bytes` random bytes as hexadecimal digits. */
  readonly secretHex: (bytes: number) => string;
  /** Called with the internal error behind an answer with HTTP 500. */
  readonly onError?: (error: unknown) => void;
}

/** The held lock of a folder. The kernel releases it when the process ends. */
export interface HostLock {
  release(): Promise<void>;
}

export interface SandboxHost {
  readonly exchange: SandboxExchange;
  /** Opens a port on loopback and publishes its address; 0 means any free port. Throws kind `refused`. */
  serve(port: number): Promise<RunningSandbox>;
  /** Withdraws the address, answers the calls in progress, and releases files and lock. */
  close(): Promise<void>;
}

const LOCK_FILE = 'host.lock';

/** Creates the folder of the sandbox. Throws a ToolError of kind `storage` if it can't be created. */
function createFolder(folder: string): void {
  try {
    makePrivateFolder(folder);
  } catch (cause) {
    throw new ToolError({
      kind: 'storage',
      message: `The folder ${folder} of the sandbox could not be created: ${(cause as NodeJS.ErrnoException).code}.`,
      hint: 'Check the rights of its parent, or set BOURSE_HOME to a folder of yours.',
      cause,
    });
  }
}

/** Takes the host lock of a folder; returns undefined while another process holds it. Throws kind `storage`. */
export async function tryLock(
  folder: string,
  { clock, random }: Pick<HostOptions, 'clock' | 'random'>,
): Promise<HostLock | undefined> {
  createFolder(folder);
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

/** Opens the saved exchange of a folder. Releases the lock when the host closes, or if it can't be opened. */
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
        // From now on other commands find no host process in the state folder, and wait for the lock.
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
    // A host that was killed left its published address behind; holding the lock proves that this host is gone.
    withdrawOthers(folder);
    publish(folder, {
      ...identity,
      seed,
      startedAt: clock.now(),
      hosts: running.hosts,
      interface: exchange.interface,
    });
  } catch (error) {
    await running.close();
    throw error;
  }
  return { running, instance: identity.instance };
}
