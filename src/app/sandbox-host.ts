/** Sandboxes that a command hosts or finds: the doors of `sandbox/` for the commands, wired to the world. */

import { ToolError, usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import type { AdminCommand } from '../sandbox/admin-commands.ts';
import type { WeightListing } from '../sandbox/exchange.ts';
import { type Pace, SPEED_MAX } from '../sandbox/exchange-clock.ts';
import type { RuntimeCommand } from '../sandbox/http/admin-api.ts';
import type { SandboxHosts } from '../sandbox/identity.ts';
import { runAdminCommands, sendToRunning } from '../sandbox/process/admin-client.ts';
import { findHostOrLock } from '../sandbox/process/attach.ts';
import { openHost, type SandboxHost, tryLock } from '../sandbox/process/host.ts';
import type { RunningSandbox } from '../sandbox/process/serve.ts';
import { SEED_MAX, savedSeed, saveSeed } from '../sandbox/storage/state-folder.ts';
import { findSandbox } from './embedded-sandbox.ts';
import type { World } from './world.ts';

/** Options of `sandbox serve` and `sandbox run` as typed. */
export interface TypedSandboxOptions {
  readonly port?: string | undefined;
  readonly seed?: string | undefined;
  readonly weightLimit?: string | undefined;
  readonly weights?: string | undefined;
  readonly speed?: string | undefined;
  readonly clock?: string | undefined;
  readonly scenario?: string | undefined;
  /** Paths of candle files. */
  readonly market?: readonly string[] | undefined;
  readonly start?: string | undefined;
  /** Path of a recording of streams. */
  readonly replay?: string | undefined;
}

/** A sandbox that this process serves. */
export interface ServedSandbox extends RunningSandbox {
  /** Whether `--env sandbox` finds it: only one at a time is, and only that one keeps its state. */
  readonly isFound: boolean;
}

/**
 * Serves the saved sandbox: other commands find it, and what it acknowledges is kept. Where another one is served
 * already, one that lives in memory alone. Throws a usage error for options that are no numbers in range.
 */
export async function serveSandbox(
  world: World,
  folder: string,
  typed: TypedSandboxOptions,
  onError: (error: unknown) => void,
): Promise<ServedSandbox> {
  const options = await exchangeOptions(world, folder, typed);
  const port = wholeNumber('--port', typed.port, 0, 65_535) ?? 0;
  const lock = await lockFolder(world, folder);
  if (lock === undefined) {
    const { startSandbox } = await import('../sandbox/process/serve.ts');
    return { ...(await startSandbox({ ...options, port, onError })), isFound: false };
  }
  if (typed.seed !== undefined) saveSeed(folder, options.seed);
  const { secretHex, random, facts } = world;
  const host = await openHost(folder, { ...options, random, secretHex, pid: facts.pid, onError }, lock);
  const running = await served(host, port);
  return { ...running, isFound: true, close: () => host.close() };
}

/** A sandbox with addresses, whoever serves it. */
export interface SharedSandbox {
  readonly hosts: SandboxHosts;
  /** Served here: it lasts until it is closed. Another command's ends with that command. */
  readonly isOurs: boolean;
  close(): Promise<void>;
}

/**
 * Returns the sandbox that runs, or serves the saved one until it is closed. Where others want to serve it at the same
 * moment one does and the rest join it: there is never a second. Throws kind `unavailable` where none can be had.
 */
export async function joinOrServe(
  world: World,
  folder: string,
  onError: (error: unknown) => void,
): Promise<SharedSandbox> {
  const { clock, random, secretHex, facts, interrupt, isProcessAlive: isAlive } = world;
  const found = await findHostOrLock(folder, { clock, random, isAlive }, interrupt);
  if ('hosts' in found) return { hosts: found.hosts, isOurs: false, close: async () => {} };
  const options = { clock, random, secretHex, pid: facts.pid, seed: savedSeed(folder), onError };
  const host = await openHost(folder, options, found);
  const { hosts } = await served(host, 0);
  return { hosts, isOurs: true, close: () => host.close() };
}

/** Opens the address of a host, which is let go where that fails. */
function served(host: SandboxHost, port: number): Promise<RunningSandbox> {
  return host.serve(port).catch(async (error: unknown) => {
    await host.close();
    throw error;
  });
}

/** Starts a sandbox in memory for one program. Throws a usage error for options that are no numbers in range. */
export async function startOwnSandbox(
  world: World,
  folder: string,
  typed: TypedSandboxOptions,
  onError: (error: unknown) => void,
): Promise<RunningSandbox> {
  const { startSandbox } = await import('../sandbox/process/serve.ts');
  const { secretHex, facts } = world;
  const identity = { instance: secretHex(8), token: secretHex(32), pid: facts.pid };
  return startSandbox({ ...(await exchangeOptions(world, folder, typed)), port: 0, identity, onError });
}

/** Carries commands of the sandbox's owner out, whoever hosts it at the moment. */
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

/** Asks something of the sandbox that runs; throws a usage error where none does or it refuses. */
export function askSandbox(world: World, folder: string, asked: RuntimeCommand): Promise<unknown> {
  return sendToRunning(folder, asked, world.isProcessAlive);
}

/**
 * Runs what changes the saved state while nobody has it open. Throws kind `refused` where a server keeps it: that
 * would not notice.
 */
export async function withSavedSandbox<T>(world: World, folder: string, act: () => T): Promise<T> {
  const lock = await lockFolder(world, folder);
  if (lock === undefined) {
    throw new ToolError({
      kind: 'refused',
      message: 'A sandbox is running; it would not notice.',
      hint: 'End it with Ctrl-C, then try again. bourse sandbox status tells where it is.',
      execution: 'not_executed',
    });
  }
  try {
    return act();
  } finally {
    await lock.release();
  }
}

/** Waits a moment for commands that host meanwhile; undefined where another server keeps the folder. */
async function lockFolder(world: World, folder: string) {
  for (let look = 0; look < LOCK_LOOKS; look += 1) {
    const lock = await tryLock(folder, world);
    if (lock !== undefined) return lock;
    if ((await findSandbox(world, folder)) !== undefined) return undefined;
    await world.clock.sleep(LOCK_LOOK_MS, world.interrupt);
  }
  return undefined;
}

const LOCK_LOOKS = 40;
const LOCK_LOOK_MS = 50;

async function exchangeOptions(world: World, folder: string, typed: TypedSandboxOptions) {
  const other = await otherMarket(world, typed);
  const weightLimit = wholeNumber('--weight-limit', typed.weightLimit, 1, 1_000_000_000);
  return {
    clock: world.clock,
    seed: readSeed(typed.seed) ?? savedSeed(folder),
    weightListing: (typed.weights ?? 'larger') as WeightListing,
    pace: paceOf(typed),
    // What was done on another market or at another time fits no journal of this one.
    isKept: other === undefined,
    ...other,
    ...(weightLimit === undefined ? {} : { limits: { spotWeight: weightLimit, futuresWeight: weightLimit } }),
  };
}

/** Returns what a market from files, a scenario, a time of its own or a recording asks for; undefined without any. */
async function otherMarket(world: World, { scenario, market = [], start, replay }: TypedSandboxOptions) {
  const played =
    replay === undefined
      ? undefined
      : await (await import('./served-recording.ts')).readServedRecording(world, replay);
  if (scenario === undefined && market.length === 0 && start === undefined) return played;
  const { readCustomMarket: readOtherMarket } = await import('./custom-market.ts');
  return { ...played, ...readOtherMarket(world, { scenario, paths: market, start }) };
}

function paceOf({ speed, clock }: TypedSandboxOptions): Pace {
  if (clock !== 'stepped') return wholeNumber('--speed', speed, 1, SPEED_MAX) ?? 1;
  if (speed === undefined) return 'stepped';
  throw usageError('--speed is for a clock that runs; leave it out with --clock stepped.');
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
