/** The library in a world with a fixed clock and seed. */
import { onTestFinished } from 'vitest';
import { type Clock, seededRandom } from '../../src/core/clock.ts';
import { METHODS } from '../../src/generated/library-methods.ts';
import type { Bourse } from '../../src/library/declarations.ts';
import { openSession } from '../../src/library/open-bourse.ts';
import { Session } from '../../src/library/session.ts';
import type { OpenOptions } from '../../src/library/types.ts';
import { fixedClock, temporaryFolder } from '../acceptance/world.ts';

/** Opens the library on the sandbox of a temporary folder; `options` come first. */
export function openLibrary(
  options: OpenOptions = {},
  clock: Clock = fixedClock(),
): { readonly x: Bourse; readonly home: string; readonly notes: readonly string[] } {
  const home = options.home ?? temporaryFolder();
  const notes: string[] = [];
  let secrets = 0;
  const given: OpenOptions = {
    env: 'sandbox',
    variables: {},
    onNote: (text) => notes.push(text),
    ...options,
    home,
  };
  const world = {
    clock,
    random: seededRandom(7),
    secretHex: (bytes: number) => {
      secrets += 1;
      return String(secrets).padStart(bytes * 2, '0');
    },
  };
  const x = openSession(async () => new Session(given, world));
  onTestFinished(() => x.close());
  return { x, home, notes };
}

/** A method of the library as tests call it by name. */
export interface AnyMethod {
  (...call: readonly unknown[]): Promise<unknown>;
  all(...call: readonly unknown[]): AsyncIterable<unknown>;
  plan(...call: readonly unknown[]): Promise<{ execute(): Promise<unknown> }>;
}

/** Returns the method with a dotted name. */
export function methodNamed(x: Bourse, name: string): AnyMethod {
  let found: unknown = x;
  for (const word of name.split('.')) found = (found as Readonly<Record<string, unknown>>)[word];
  return found as AnyMethod;
}

/** The name of the method of each endpoint, by the endpoint's id. */
export const METHOD_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(METHODS).map(([name, [, endpoint]]) => [endpoint, name]),
);
