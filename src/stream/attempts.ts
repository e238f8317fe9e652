/**
 * Limits the connections that all processes of this machine open: at most 300 in 5 minutes from one address
 * (interface document, Limits). Each process counts the attempts of the last 5 minutes in a shared file and
 * appends its own, under a lock, so that simultaneous processes keep to the limit as well.
 */

import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as LIMITS from '../catalogue/limits/connections.ts';
import type { Clock, Random } from '../core/clock.ts';
import { makePrivateFolder } from '../store/folders.ts';
import { withLock } from '../store/lock.ts';

export interface AttemptOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The state folder that all processes share. */
  readonly folder: string;
  /** The name of the host for which connection attempts are counted. */
  readonly scope: string;
  readonly max?: number;
  /** Called with the length of a wait in ms before the wait begins. */
  readonly onWait?: (waitMs: number) => void;
}

/** Waits until another connection may be opened, and counts the attempt. */
export type TakeAttempt = (signal: AbortSignal) => Promise<void>;

const { value: CONNECTIONS, windowMs: WINDOW_MS } = LIMITS.streamConnections;
/** The share of the connection limit that bourse uses; the rest is left to other programs. */
const SHARE = 0.9;

/**
 * Returns the function that every connection attempt waits for. If the folder cannot be used, it counts the
 * attempts of this process only.
 */
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
  /** Counts an attempt and returns 0, or returns the ms until the limit allows one. */
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
      // Callers of one process take turns here, so that only other processes compete for the lock.
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

/** Counts an attempt under the lock between processes, or without the lock if it cannot be taken. */
async function takeLocked(
  folder: string,
  scope: string,
  { clock, random }: Pick<AttemptOptions, 'clock' | 'random'>,
  tryTake: () => number,
): Promise<number> {
  try {
    makePrivateFolder(folder);
    return await withLock({ path: join(folder, `${scope}.lock`), clock, random }, tryTake);
  } catch {
    return tryTake();
  }
}

/** Appends an attempt to the file of its window, and removes the files of old windows. */
function append(folder: string, scope: string, now: number): void {
  try {
    makePrivateFolder(folder);
    appendFileSync(fileOf(folder, scope, now), `${now}\n`, { mode: 0o600 });
    for (const name of readdirSync(folder)) {
      const window = Number(/-(\d+)$/.exec(name)?.[1]);
      if (window < Math.floor(now / WINDOW_MS) - 1) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // If the folder cannot be written, the count of this process still applies.
    return;
  }
}

/**
 * Returns the times of the attempts in this window and the one before, or undefined if neither has a file.
 */
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
