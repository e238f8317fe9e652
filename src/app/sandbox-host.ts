/** Sandboxes that a command serves, attaches to or administers. */

import type { Interface } from '../catalogue/environments.ts';
import { ToolError } from '../core/errors.ts';
import type { AdminCommand } from '../sandbox/admin-commands.ts';
import type { RuntimeCommand } from '../sandbox/http/admin-api.ts';
import type { SandboxHosts } from '../sandbox/identity.ts';
import { runAdminCommands, sendToRunning } from '../sandbox/process/admin-client.ts';
import { findHostOrLock } from '../sandbox/process/attach.ts';
import { openHost, type SandboxHost, tryLock } from '../sandbox/process/host.ts';
import type { RunningSandbox, SandboxOptions } from '../sandbox/process/serve.ts';
import { savedSeed, saveSeed } from '../sandbox/storage/state-folder.ts';
import { findSandbox } from './embedded-sandbox.ts';
import { readPort, readSandboxOptions, type TypedSandboxOptions } from './sandbox-options.ts';
import type { World } from './world.ts';

/** A sandbox that this process serves. */
export interface ServedSandbox extends RunningSandbox {
  /**
   * Whether commands with `--env sandbox` find this sandbox: only one sandbox at a time is found, and only
   * that one saves its state.
   */
  readonly isFound: boolean;
}

/**
 * Serves the saved sandbox: other commands find it, and its operations are saved. If another command serves
 * the saved sandbox already, serves a separate sandbox in memory. Throws a usage error for invalid options.
 */
export async function serveSandbox(
  world: World,
  folder: string,
  typed: TypedSandboxOptions,
  onError: (error: unknown) => void,
): Promise<ServedSandbox> {
  const options = await readSandboxOptions(world, folder, typed);
  const port = readPort(typed.port);
  const lock = await lockFolder(world, folder);
  if (lock === undefined) {
    const { startSandbox } = await import('../sandbox/process/serve.ts');
    return { ...(await startSandbox({ ...options, port, onError })), isFound: false };
  }
  if (typed.seed !== undefined) saveSeed(folder, options.seed);
  const { secretHex, random, facts } = world;
  const host = await openHost(folder, { ...options, random, secretHex, pid: facts.pid, onError }, lock);
  const running = await openPort(host, port);
  return { ...running, isFound: true, close: () => host.close() };
}

/** A sandbox that this or another process serves. */
export interface SharedSandbox {
  readonly hosts: SandboxHosts;
  /** The interface (`document` or `today`) that the sandbox serves. */
  readonly interface: Interface;
  /**
   * Whether this process serves the sandbox, until it is closed; a sandbox of another command ends with that
   * command.
   */
  readonly isOurs: boolean;
  close(): Promise<void>;
}

/**
 * Returns the running sandbox, or serves the saved one until it is closed. Where several processes want to
 * serve it at the same moment, one does and the others attach to it. Throws kind `unavailable` where neither is
 * possible.
 */
export async function attachOrServe(
  world: World,
  folder: string,
  onError: (error: unknown) => void,
): Promise<SharedSandbox> {
  const { clock, random, secretHex, facts, interrupt, isProcessAlive: isAlive } = world;
  const found = await findHostOrLock(folder, { clock, random, isAlive }, interrupt);
  if ('hosts' in found) {
    const { hosts, interface: served = 'document' } = found;
    return { hosts, interface: served, isOurs: false, close: async () => {} };
  }
  const options = { clock, random, secretHex, pid: facts.pid, seed: savedSeed(folder), onError };
  const host = await openHost(folder, options, found);
  const { hosts } = await openPort(host, 0);
  return { hosts, interface: host.exchange.interface, isOurs: true, close: () => host.close() };
}

/** Opens the TCP port of a sandbox host; closes the host if the port cannot be opened. */
function openPort(host: SandboxHost, port: number): Promise<RunningSandbox> {
  return host.serve(port).catch(async (error: unknown) => {
    await host.close();
    throw error;
  });
}

/**
 * Starts a sandbox in memory for one program. `hostNames` are host names of the exchange under which it may be called
 * too. Throws a usage error for invalid options.
 */
export async function startOwnSandbox(
  world: World,
  folder: string,
  typed: TypedSandboxOptions,
  { onError, hostNames }: Pick<SandboxOptions, 'onError' | 'hostNames'>,
): Promise<RunningSandbox> {
  const { startSandbox } = await import('../sandbox/process/serve.ts');
  const { secretHex, facts } = world;
  const identity = { instance: secretHex(8), token: secretHex(32), pid: facts.pid };
  return startSandbox({
    ...(await readSandboxOptions(world, folder, typed)),
    port: 0,
    identity,
    ...(onError === undefined ? {} : { onError }),
    ...(hostNames === undefined ? {} : { hostNames }),
  });
}

/** Carries out admin commands on the saved sandbox, whichever process serves it. */
export function administerSandbox(
  world: World,
  folder: string,
  commands: readonly AdminCommand[],
): Promise<void> {
  const { clock, random, secretHex, interrupt, isProcessAlive, facts } = world;
  return runAdminCommands(folder, commands, {
    clock,
    random,
    secretHex,
    interrupt,
    isAlive: isProcessAlive,
    pid: facts.pid,
    seed: savedSeed(folder),
  });
}

/**
 * Sends an admin command to the running sandbox. Throws a usage error if no sandbox runs or if it refuses the
 * command.
 */
export function askSandbox(world: World, folder: string, asked: RuntimeCommand): Promise<unknown> {
  return sendToRunning(folder, asked, world.isProcessAlive);
}

/**
 * Runs a function that changes the saved state while no process has it open. Throws kind `refused` while a
 * sandbox is served, which would not notice the change.
 */
export async function withSavedSandbox<T>(world: World, folder: string, act: () => T): Promise<T> {
  const lock = await lockFolder(world, folder);
  if (lock === undefined) {
    throw new ToolError({
      kind: 'refused',
      message: 'A sandbox is running and would not notice the change.',
      hint: 'End it with Ctrl-C, then try again. bourse sandbox status shows where it is.',
      execution: 'not_executed',
    });
  }
  try {
    return act();
  } finally {
    await lock.release();
  }
}

/**
 * Locks the folder of the saved sandbox, waiting for short commands that hold the lock; returns undefined if
 * another server holds it.
 */
async function lockFolder(world: World, folder: string) {
  for (let attempt = 0; attempt < LOCK_TRIES; attempt += 1) {
    const lock = await tryLock(folder, world);
    if (lock !== undefined) return lock;
    if ((await findSandbox(world, folder)) !== undefined) return undefined;
    await world.clock.sleep(LOCK_RETRY_MS, world.interrupt);
  }
  return undefined;
}

const LOCK_TRIES = 40;
const LOCK_RETRY_MS = 50;
