/**
 * Until when the exchange asked this machine to be left alone, for all processes and for those that come later: a
 * request during a ban makes the ban longer, and a command that is started anew each time would not know of it. Each is
 * an empty file whose name says all, so that none is ever half written and none can undo a longer one.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../core/clock.ts';

/** What a process tells the others of limits. */
export interface Cooldowns {
  /** Returns how long nothing of a scope may be sent yet, ms; 0 where it may. */
  leftMs(scope: string): number;
  /** Nothing of a scope may be sent for so long, ms. */
  begin(scope: string, forMs: number): void;
}

/** None is longer than the longest ban (interface document, Limits). */
const COOLDOWN_MAX_MS = 3 * 86_400_000;
const FILE_NAME = /^([\w.-]+)~(\d{1,16})~(\d{1,16})$/;
/** A clock may be set back by this much before a silence that seems to begin later is no longer believed. */
const CLOCK_SET_BACK_MAX_MS = 60_000;
/** Letters of a place; its scope must be left whole. */
const ENVIRONMENT_KEY_LENGTH_MAX = 100;

/** One that lasts, as its file tells it. */
interface ActiveCooldown {
  /** What is silent, in the letters of a file's name. */
  readonly name: string;
  /** For how long yet, ms. */
  readonly leftMs: number;
}

/**
 * Returns the silences that a folder keeps of one place, such as an environment. Where the folder can't be used a
 * process knows its own alone.
 */
export function sharedCooldowns(folder: string, clock: Clock, environmentKey: string): Cooldowns {
  return {
    leftMs(scope) {
      const name = nameOf(environmentKey, scope);
      const active = activeCooldowns(folder, clock).filter((one) => one.name === name);
      return Math.max(0, ...active.map(({ leftMs }) => leftMs));
    },
    begin(scope, forMs) {
      const from = clock.now();
      const until = Math.ceil(from + Math.min(forMs, COOLDOWN_MAX_MS));
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(join(folder, `${nameOf(environmentKey, scope)}~${from}~${until}`), '', { mode: 0o600 });
      } catch {
        // The answer that told it says the same to whoever reads it.
        return;
      }
    },
  };
}

/** Returns what a folder says is silent now, and clears away what was. A clock that was set back makes none longer. */
export function activeCooldowns(folder: string, clock: Clock): readonly ActiveCooldown[] {
  const now = clock.now();
  return filesIn(folder).flatMap((file) => {
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

function nameOf(environmentKey: string, scope: string): string {
  return `${environmentKey.slice(0, ENVIRONMENT_KEY_LENGTH_MAX)} ${scope}`.replace(/[^\w.-]/g, '_');
}

function filesIn(folder: string): readonly string[] {
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
