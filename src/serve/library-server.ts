/** Serves the methods of the library over HTTP, on loopback addresses only. */
import type { World } from '../app/world.ts';
import type { LibraryServer, ServeOptions } from '../commands/types.ts';
import { Session } from '../library/session.ts';
import { type ServerLimits, startServer } from '../sandbox/http/server.ts';
import { refusalAnswer } from './answers.ts';
import { answerCall, refuseEarly } from './calls.ts';
import { Feeds } from './feeds.ts';

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
  limits: Partial<ServerLimits> = {},
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
  const feeds = new Feeds(session);
  let isStopping = false;
  const server = await startServer({
    port,
    limits,
    refusalAnswer,
    refuse: (head) => refuseEarly(token, isStopping, head),
    // The server may have begun to stop while the body arrived.
    respond: (request, onGone) =>
      refuseEarly(token, isStopping, request) ?? answerCall(session, feeds, request, onGone),
  });
  return {
    url: server.url,
    async close() {
      isStopping = true;
      // Running calls end before their connections are closed, so that clients learn what became of an order.
      await server.close(session.close());
    },
  };
}
