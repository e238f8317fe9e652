/** Opens and closes listening ports on loopback, and limits their connections. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ToolError } from '../../core/errors.ts';

export const LOOPBACK_4 = '127.0.0.1';
export const LOOPBACK_6 = '::1';

/**
 * The connections that a server serves, of which there is a maximum. If there are too many, the oldest one that has sent no
 * complete request makes room, so that clients that connect and send nothing keep nobody out.
 */
export class ServedConnections {
  readonly #max: number;
  readonly #served = new Set<Socket>();
  /** The connections without a complete request, the oldest first. */
  readonly #waiting = new Set<Socket>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a new connection, unless all others have sent a request and there are too many. */
  admit(socket: Socket): void {
    if (this.#served.size >= this.#max) this.#closeOldestWaiting();
    if (this.#served.size >= this.#max) return;
    this.#served.add(socket);
    this.#waiting.add(socket);
    socket.once('close', () => this.#remove(socket));
  }

  /** Returns whether a request of this connection is served, and keeps the connection from making room. */
  serves(socket: Socket): boolean {
    this.#waiting.delete(socket);
    return this.#served.has(socket);
  }

  #closeOldestWaiting(): void {
    for (const oldest of this.#waiting) {
      this.#remove(oldest);
      oldest.destroy();
      return;
    }
  }

  #remove(socket: Socket): void {
    this.#served.delete(socket);
    this.#waiting.delete(socket);
  }
}

/** Lets a server listen on one address; port 0 means any free port. Throws a ToolError of kind `usage`. */
export function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        new ToolError({
          kind: 'usage',
          message: `The sandbox can't listen on ${host}, port ${port}: ${cause.code ?? cause.message}.`,
          hint: 'Choose another port, or 0 for any free one.',
          cause,
        }),
      );
    });
    server.listen({ port, host, ipv6Only: host === LOOPBACK_6 }, () => resolve(server));
  });
}

/** Listens on ::1; returns undefined on a machine without IPv6. Throws if the port is in use or not permitted. */
export async function listenIfPossible(server: Server, port: number): Promise<Server | undefined> {
  try {
    return await listen(server, port, LOOPBACK_6);
  } catch (error) {
    const cause = error instanceof ToolError ? (error.cause as NodeJS.ErrnoException) : undefined;
    if (cause?.code === 'EADDRINUSE' || cause?.code === 'EACCES') throw error;
    return undefined;
  }
}

/**
 * Stops accepting connections; resolves when the requests in progress are answered, or cut off after the grace period, which
 * begins when `work` has ended.
 */
export async function closeServers(
  servers: readonly Server[],
  graceMs: number,
  work: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  for (const server of servers) server.closeIdleConnections();
  let grace: NodeJS.Timeout | undefined;
  let isClosed = false;
  const startGrace = () => {
    if (isClosed) return;
    grace = setTimeout(() => {
      for (const server of servers) server.closeAllConnections();
    }, graceMs);
  };
  void work.then(startGrace, startGrace);
  await Promise.all(closed);
  isClosed = true;
  clearTimeout(grace);
}
