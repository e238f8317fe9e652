/** The notice of a server shutdown, and the graceful close of connections (public facts, Limits and headers). */
import type { WebSocket } from 'ws';
import { SERVER_SHUTDOWN } from '../../catalogue/streams.ts';
import type { Message } from './message.ts';

/** How long a client may take to answer a close frame before its connection is terminated, in ms. */
const CLOSE_TIMEOUT_MS = 500;

/** Returns the message that the server is shutting down. */
export function shutdownNotice(now: number): Message {
  return (times) => `{"e":"${SERVER_SHUTDOWN.event}","E":${times.at(now)}}`;
}

/** Closes a connection after all sent messages; resolves when it is closed. */
export function closeGracefully(socket: WebSocket): Promise<void> {
  if (socket.readyState === socket.CLOSED) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(1001, 'Going away');
  });
}
