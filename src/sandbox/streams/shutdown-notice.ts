/** How a server that goes down takes leave of its connections (public facts, Limits and headers: today's notice). */
import type { WebSocket } from 'ws';
import { SERVER_SHUTDOWN } from '../../catalogue/streams.ts';
import type { Message } from './message.ts';

/** How long a client has to answer the close of its connection before it is cut off. */
const CLOSE_TIMEOUT_MS = 500;

/** Tells that the server goes down. */
export function shutdownNotice(now: number): Message {
  return (times) => `{"e":"${SERVER_SHUTDOWN.event}","E":${times.at(now)}}`;
}

/** Closes a connection behind what was sent on it; resolves when it is closed. */
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
