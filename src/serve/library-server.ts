/** Serves the methods of the library over HTTP, on loopback addresses only. */
import type { World } from '../app/world.ts';
import type { LibraryServer, ServeOptions } from '../commands/types.ts';
import { type ServerLimits, startServer } from '../sandbox/http/server.ts';
import { refusalAnswer } from './answers.ts';
import { answerCall, refuseEarly } from './calls.ts';
import { Feeds } from './feeds.ts';
import { openServedSession } from './served-session.ts';

/** Starts the server. Throws a usage error for a port that is taken, or an option that is none. */
export async function serveLibrary(
  world: World,
  { port, token, typed, note }: ServeOptions,
  limits: Partial<ServerLimits> = {},
): Promise<LibraryServer> {
  const session = openServedSession(world, { typed, note });
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
