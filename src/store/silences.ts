/**
 * Until when the exchange asked this machine to be left alone, for all processes and for those that come later: a
 * request during a ban makes the ban longer, and a command that is started anew each time would not know of it. Each is
 * an empty file whose name says all, so that none is ever half written and none can undo a longer one.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../core/clock.ts';

/** What a process tells the others of limits. */
export interface Silences {
  /** Returns how long nothing of a scope may be sent yet, ms; 0 where it may. */
  leftMs(scope: string): number;
  /** Nothing of a scope may be sent for so long, ms. */
  begin(scope: string, forMs: number): void;
}

/** None is longer than the longest ban (interface document, Limits): a clock that was set back makes it seem so. */
const LONGEST_MS = 3 * 86_400_000;
const FILE = /^([\w.-]+)~(\d{1,16})$/;

/** One that lasts, as its file tells it. */
interface Lasting {
  /** What is silent, in the letters of a file's name. */
  readonly name: string;
  /** Unix time, ms. */
  readonly until: number;
}

/**
 * Returns the silences that a folder keeps of one place, such as an environment. Where the folder can't be used a
 * process knows its own alone.
 */
export function sharedSilences(folder: string, clock: Clock, place: string): Silences {
  return {
    leftMs(scope) {
      const name = nameOf(place, scope);
      const untils = lastingSilences(folder, clock).filter((one) => one.name === name);
      return Math.max(0, ...untils.map(({ until }) => until - clock.now()));
    },
    begin(scope, forMs) {
      const until = Math.ceil(clock.now() + Math.min(forMs, LONGEST_MS));
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(join(folder, `${nameOf(place, scope)}~${until}`), '', { mode: 0o600 });
      } catch {
        // The answer that told it says the same to whoever reads it.
        return;
      }
    },
  };
}

/** Returns what a folder says is silent now, and clears away what was. */
export function lastingSilences(folder: string, clock: Clock): readonly Lasting[] {
  const now = clock.now();
  return filesIn(folder).flatMap((file) => {
    const [, name, digits] = FILE.exec(file) ?? [];
    if (name === undefined) return [];
    const until = Number(digits);
    if (until > now && until - now <= LONGEST_MS) return [{ name, until }];
    discard(join(folder, file));
    return [];
  });
}

function nameOf(place: string, scope: string): string {
  return `${place} ${scope}`.replace(/[^\w.-]/g, '_').slice(0, 120);
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
