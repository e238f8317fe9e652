/**
 * What a server demands of a WebSocket connection: an answer to each ping, an end after a day, and not too many
 * messages (interface document, WebSocket API and Limits). It goes by the machine's time, also where the exchange's
 * own runs faster or stands still.
 */

import type { WebSocket } from 'ws';
import { SECOND_MS } from '../../core/time-units.ts';

export interface KeepAliveLimits {
  readonly pingMs: number;
  /** How long a ping may stay unanswered. */
  readonly pongMs: number;
  readonly lifeMs: number;
  /** Messages of the client in a second, its pings and pongs among them; no bound where absent. */
  readonly messagesPerSecond?: number;
}

/** What a socket is closed with that broke a rule (RFC 6455, Defined status codes). */
export const POLICY_VIOLATION = 1008;

export class KeepAlive {
  readonly #socket: WebSocket;
  readonly #limits: KeepAliveLimits;
  readonly #endsAt: number;
  /** Payloads of pings that were not answered, with the time at which they were sent. */
  readonly #unansweredPings = new Map<string, number>();
  readonly #arrivals: number[] = [];
  #pingAt: number;

  constructor(socket: WebSocket, limits: KeepAliveLimits, now: number) {
    this.#socket = socket;
    this.#limits = limits;
    this.#pingAt = now + limits.pingMs;
    this.#endsAt = now + limits.lifeMs;
  }

  /** Notes a message of the client; returns whether it is one too many. */
  isTooMany(now: number): boolean {
    const { messagesPerSecond } = this.#limits;
    if (messagesPerSecond === undefined) return false;
    this.#arrivals.push(now);
    if (this.#arrivals.length <= messagesPerSecond) return false;
    const first = this.#arrivals.shift()!;
    return now - first < SECOND_MS;
  }

  /** A pong answers the ping whose payload it carries, and those before it; one sent unasked answers none. */
  pong(payload: string): void {
    if (!this.#unansweredPings.has(payload)) return;
    for (const earlier of this.#unansweredPings.keys()) {
      this.#unansweredPings.delete(earlier);
      if (earlier === payload) return;
    }
  }

  /** Sends a ping when it is time, and closes a connection that is silent or a day old. */
  tick(now: number, payload: string): void {
    const [oldest] = this.#unansweredPings.values();
    if (oldest !== undefined && now - oldest >= this.#limits.pongMs) {
      this.#socket.close(POLICY_VIOLATION, 'Pong timeout');
      // Who does not answer pings may not answer this either.
      this.#socket.terminate();
    } else if (now >= this.#endsAt) {
      this.#socket.close(1001, 'Connection expired');
    } else if (now >= this.#pingAt) {
      this.#pingAt = now + this.#limits.pingMs;
      // Where the exchange's time stands still, pings look alike, and the first of them counts.
      if (!this.#unansweredPings.has(payload)) this.#unansweredPings.set(payload, now);
      this.#socket.ping(payload);
    }
  }
}
