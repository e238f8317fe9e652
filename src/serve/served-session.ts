/** Opens the session whose methods are served, over HTTP or over a pipe. */
import type { World } from '../app/world.ts';
import type { ServeOptions } from '../commands/types.ts';
import { Session } from '../library/session.ts';

/** The options of the command line that hold for all calls. */
const SESSION_OPTIONS = [
  'env',
  'profile',
  'interface',
  'host',
  'proxy',
  'timeout',
  'max-wait',
  'recv-window',
];

/** Opens a session with the files and the clock of the command. Throws a usage error for an option that is none. */
export function openServedSession(
  world: World,
  { typed, note }: Pick<ServeOptions, 'typed' | 'note'>,
): Session {
  const { environment, folders, clock, random, secretHex, abandon, facts } = world;
  return new Session(
    { variables: environment, onNote: note },
    { environment, folders, clock, random, secretHex, abandon, facts },
    {
      door: 'serve',
      typed: Object.fromEntries(
        SESSION_OPTIONS.flatMap((name) => (name in typed ? [[name, typed[name]]] : [])),
      ),
    },
  );
}
