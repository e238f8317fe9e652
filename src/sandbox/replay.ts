/** How a journal becomes an exchange again: by doing in order what was done. */
import { ToolError } from '../core/errors.ts';
import type { Deed } from './deeds.ts';
import { repeat, type SandboxExchange } from './exchange-core.ts';

/** A clock that was set back by less is waited for: the exchange stands still meanwhile. */
const SET_BACK_MAX_MS = 60_000;

/** Returns how far the time must be moved ahead so that it goes on from the last deed; 0 where it does already. */
export function behind(exchange: SandboxExchange, bodies: readonly string[]): number {
  const last = bodies.length < 2 ? undefined : (JSON.parse(bodies.at(-1)!) as Deed).at;
  const ms = last === undefined ? 0 : last - exchange.clock.now();
  return ms > SET_BACK_MAX_MS ? ms : 0;
}

/** The first record of a journal says what it is. */
export function headingOf(seed: number): string {
  return JSON.stringify({ format: 'bourse sandbox journal', version: 2, seed });
}

/**
 * Does everything again that a journal holds. Throws a ToolError of kind `storage` where another version wrote it, or
 * something comes out differently.
 */
export function repeatAll(
  exchange: SandboxExchange,
  path: string,
  [heading, ...deeds]: readonly string[],
): void {
  try {
    if (heading !== headingOf(exchange.seed)) throw new Error('it was written by another version');
    for (const deed of deeds) repeat(exchange, JSON.parse(deed) as Deed);
  } catch (cause) {
    if (cause instanceof ToolError && cause.kind === 'storage') throw cause;
    throw new ToolError({
      kind: 'storage',
      message: `The sandbox's journal ${path} can't be repeated: ${(cause as Error).message}.`,
      hint: 'Open it with the version that wrote it, or start over with: bourse sandbox reset',
      cause,
    });
  }
}
