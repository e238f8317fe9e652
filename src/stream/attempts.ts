/**
 * Counts connections opened by all processes of this machine: at most 300 in 5 minutes from one address (interface
 * document, Limits). Each process appends the time of its attempt to a small file and counts what the last 5
 * minutes hold, under a lock, so that many processes at the same moment don't overrun it either.
 */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as LIMITS from '../catalogue/limits/connections.ts';
import type { Clock, Random } from '../core/clock.ts';
import { withLock } from '../store/lock.ts';

export interface AttemptOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** A folder of state that processes share. */
  readonly folder: string;
  /** Whose count it is: the host's name. */
  readonly scope: string;
  readonly max?: number;
  /** Is told how long an attempt waits for its turn. */
  readonly onWait?: (waitMs: number) => void;
}

/** Waits until another connection may be opened, and counts it. */
export type TakeAttempt = (signal: AbortSignal) => Promise<void>;

const { value: CONNECTIONS, windowMs: WINDOW_MS } = LIMITS.streamConnections;
/** A tenth is left to other programs. */
const SHARE = 0.9;

/** Returns the gate that every attempt passes. A folder that cannot be used leaves this process's own count. */
export function attemptGate({
  clock,
  random,
  folder,
  scope,
  max = CONNECTIONS * SHARE,
  onWait,
}: AttemptOptions): TakeAttempt {
  const own: number[] = [];
  const files = join(folder, 'stream-attempts');
  /** Counts an attempt where there is room, or returns how long there is none. */
  const tryTake = (now: number): number => {
    const known = (readTimes(files, scope, now) ?? own)
      .filter((time) => time > now - WINDOW_MS && time <= now)
      .sort((a, b) => a - b);
    if (known.length >= max) return known[known.length - Math.floor(max)]! + WINDOW_MS - now + 1;
    append(files, scope, now);
    own.push(now);
    if (own.length > CONNECTIONS) own.shift();
    return 0;
  };
  let lastAttempt: Promise<unknown> = Promise.resolve();
  return async (signal) => {
    for (;;) {
      // Callers of one process go one after another, so that the lock is between processes alone.
      const attempt = lastAttempt.then(() =>
        takeLocked(files, scope, { clock, random }, () => tryTake(clock.now())),
      );
      lastAttempt = attempt.catch(() => {});
      const waitMs = await attempt;
      if (waitMs === 0) return;
      onWait?.(waitMs);
      await clock.sleep(waitMs, signal);
    }
  };
}

/** Looks and counts in one step, whatever other processes do; without a lock to be had, as well as it goes. */
async function takeLocked(
  folder: string,
  scope: string,
  { clock, random }: Pick<AttemptOptions, 'clock' | 'random'>,
  tryTake: () => number,
): Promise<number> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await withLock({ path: join(folder, `${scope}.lock`), clock, random }, tryTake);
  } catch {
    return tryTake();
  }
}

/** A file for each window, so that old ones are dropped whole. */
function append(folder: string, scope: string, now: number): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    appendFileSync(fileOf(folder, scope, now), `${now}\n`, { mode: 0o600 });
    for (const name of readdirSync(folder)) {
      const window = Number(/-(\d+)$/.exec(name)?.[1]);
      if (window < Math.floor(now / WINDOW_MS) - 1) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // Nothing shared can be kept here; the process's own count still holds.
    return;
  }
}

/** Returns the times of this window and the one before, or undefined where there is no file of either. */
function readTimes(folder: string, scope: string, now: number): readonly number[] | undefined {
  const texts = [now - WINDOW_MS, now].flatMap((at) => {
    try {
      return [readFileSync(fileOf(folder, scope, at), 'utf8')];
    } catch {
      return [];
    }
  });
  return texts.length === 0 ? undefined : texts.join('').split('\n').filter(Boolean).map(Number);
}

function fileOf(folder: string, scope: string, at: number): string {
  return join(folder, `${scope}-${Math.floor(at / WINDOW_MS)}`);
}
