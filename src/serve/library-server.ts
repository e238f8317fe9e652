/** Serves the methods of the library over HTTP, on loopback addresses only. */
import type { World } from '../app/world.ts';
import type { LibraryServer, ServeOptions } from '../commands/types.ts';
import { Session } from '../library/session.ts';
import { startServer } from '../sandbox/http/server.ts';
import { answerCall } from './calls.ts';

/** The options of the command line that hold for all calls of the server. */
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

/** Starts the server. Throws a usage error for a port that is taken, or an option that is none. */
export async function serveLibrary(
  world: World,
  { port, token, typed, note }: ServeOptions,
): Promise<LibraryServer> {
  const { environment, folders, clock, random, secretHex, abandon, facts } = world;
  const session = new Session(
    { variables: environment, onNote: note },
    { environment, folders, clock, random, secretHex, abandon, facts },
    {
      door: 'serve',
      typed: Object.fromEntries(
        SESSION_OPTIONS.flatMap((name) => (name in typed ? [[name, typed[name]]] : [])),
      ),
    },
  );
  const server = await startServer({ port, respond: (request) => answerCall(session, token, request) });
  return {
    url: server.url,
    async close() {
      // The server waits for the answers of running calls.
      await server.close();
      await session.close();
    },
  };
}
