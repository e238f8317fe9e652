/**
 * Cooldowns that the exchange imposed on this machine (rate limits and bans), shared by all processes and
 * kept for later ones: a request during a ban makes the ban longer, and a newly started command would not
 * know of it. Each cooldown is an empty file whose name holds its scope and times, so that no file is ever
 * half written and a shorter cooldown never replaces a longer one.
 */

import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time-units.ts';
import { makePrivateFolder } from './folders.ts';

/** The cooldowns of one environment. */
export interface Cooldowns {
  /** Returns how long the longest cooldown of some scopes still lasts, in ms; 0 if requests are allowed. */
  leftMs(...scopes: readonly string[]): number;
  /** Starts a cooldown of `forMs` ms for a scope. */
  begin(scope: string, forMs: number): void;
  /**
   * Starts a cooldown of `firstMs` ms; of twice the length of the one before if that ended less than an hour ago. Does
   * nothing while one lasts: answers to requests under way at its start do not make it longer.
   */
  beginDoubling(scope: string, firstMs: number): void;
}

/**
 * The duration of the longest ban in ms (interface document, Limits); longer cooldowns are shortened to it.
 */
const COOLDOWN_MAX_MS = 3 * DAY_MS;
/** A cooldown that begins within this time after the one before is twice as long. */
const REPEATED_MS = HOUR_MS;
/** The name of a file that remembers how long the last doubling cooldown was, and until when it counts. */
const MEMORY_NAME = /^\+([\w.-]+)~(\d{1,16})~(\d{1,16})$/;
const FILE_NAME = /^([\w.-]+)~(\d{1,16})~(\d{1,16})$/;
/**
 * How far in the future, in ms, a cooldown may begin; one that begins later is ignored, because the clock was
 * set back.
 */
const CLOCK_SET_BACK_MAX_MS = MINUTE_MS;
/** Environment keys are cut to this length in file names, so that the scope after them is never cut. */
const ENVIRONMENT_KEY_LENGTH_MAX = 100;

/** A cooldown that has not ended. */
interface ActiveCooldown {
  /** The environment and scope of the cooldown, written with the characters that file names may contain. */
  readonly name: string;
  /** The remaining time in ms. */
  readonly leftMs: number;
}

/**
 * Returns the cooldowns of one environment, stored in a folder. When the folder can't be used, cooldowns of
 * other processes are unknown and no error is thrown.
 */
export function sharedCooldowns(folder: string, clock: Clock, environmentKey: string): Cooldowns {
  const leftMs = (...scopes: readonly string[]): number => {
    const active = activeCooldowns(folder, clock);
    if (active.length === 0) return 0;
    const names = scopes.map((scope) => cooldownName(environmentKey, scope));
    return Math.max(0, ...active.map((one) => (names.includes(one.name) ? one.leftMs : 0)));
  };
  const begin = (scope: string, forMs: number): void => {
    const from = clock.now();
    const until = Math.ceil(from + Math.min(forMs, COOLDOWN_MAX_MS));
    writeName(folder, `${cooldownName(environmentKey, scope)}~${from}~${until}`);
  };
  return {
    leftMs,
    begin,
    beginDoubling(scope, firstMs) {
      if (leftMs(scope) > 0) return;
      const name = cooldownName(environmentKey, scope);
      const lastMs = lastLength(folder, clock, name);
      const forMs = Math.min(COOLDOWN_MAX_MS, lastMs === undefined ? firstMs : 2 * lastMs);
      begin(scope, forMs);
      writeName(folder, `+${name}~${forMs}~${Math.ceil(clock.now() + forMs + REPEATED_MS)}`);
    },
  };
}

/** Creates an empty file. If the folder cannot be written, other processes learn from the exchange's next answer. */
function writeName(folder: string, name: string): void {
  try {
    makePrivateFolder(folder);
    writeFileSync(join(folder, name), '', { mode: 0o600 });
  } catch {
    return;
  }
}

/** Returns the length of the last doubling cooldown, if another one would repeat it, and forgets earlier ones. */
function lastLength(folder: string, clock: Clock, name: string): number | undefined {
  let longest: number | undefined;
  for (const file of filesIn(folder)) {
    const [, of, lengthMs, until] = MEMORY_NAME.exec(file) ?? [];
    if (of !== name) continue;
    if (Number(until) > clock.now()) longest = Math.max(longest ?? 0, Number(lengthMs));
    else discard(join(folder, file));
  }
  return longest;
}

/**
 * Returns the active cooldowns of a folder and removes those that have ended. Setting the clock back makes no
 * cooldown longer.
 */
export function activeCooldowns(folder: string, clock: Clock): readonly ActiveCooldown[] {
  const files = filesIn(folder);
  if (files.length === 0) return [];
  const now = clock.now();
  return files.flatMap((file) => {
    const [, name, from, until] = FILE_NAME.exec(file) ?? [];
    if (name === undefined) return [];
    const spanMs = Number(until) - Number(from);
    const leftMs = Math.min(Number(until) - now, spanMs);
    if (leftMs > 0 && spanMs <= COOLDOWN_MAX_MS + 1 && now >= Number(from) - CLOCK_SET_BACK_MAX_MS)
      return [{ name, leftMs }];
    discard(join(folder, file));
    return [];
  });
}

/** Returns the name of a cooldown: its environment and scope in the characters of a file name. */
export function cooldownName(environmentKey: string, scope: string): string {
  return `${environmentKey.slice(0, ENVIRONMENT_KEY_LENGTH_MAX)} ${scope}`.replace(/[^\w.-]/g, '_');
}

function filesIn(folder: string): readonly string[] {
  // There is no folder before the first cooldown, and an error that Node throws for it costs more than this look.
  if (!existsSync(folder)) return [];
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}
