/**
 * The rules of a WebSocket connection: an answer to each ping, a lifetime of one day, and a limit of messages per second
 * (interface document, WebSocket API and Limits). They use the machine's time, not the exchange time.
 */

import type { WebSocket } from 'ws';
import { SECOND_MS } from '../../core/time-units.ts';

export interface KeepAliveLimits {
  readonly pingMs: number;
  /** How long a ping may remain unanswered, in ms. */
  readonly pongMs: number;
  readonly lifeMs: number;
  /** The maximum client messages per second, pings and pongs included; no limit if omitted. */
  readonly messagesPerSecond?: number;
}

/** The close code for a violated rule (RFC 6455, Defined status codes). */
export const POLICY_VIOLATION = 1008;

export class KeepAlive {
  readonly #socket: WebSocket;
  readonly #limits: KeepAliveLimits;
  readonly #endsAt: number;
  /** The sending times of unanswered pings by payload. */
  readonly #unansweredPings = new Map<string, number>();
  readonly #arrivals: number[] = [];
  #pingAt: number;

  constructor(socket: WebSocket, limits: KeepAliveLimits, now: number) {
    this.#socket = socket;
    this.#limits = limits;
    this.#pingAt = now + limits.pingMs;
    this.#endsAt = now + limits.lifeMs;
  }

  /** Counts a client message; returns whether it exceeds the limit. */
  isTooMany(now: number): boolean {
    const { messagesPerSecond } = this.#limits;
    if (messagesPerSecond === undefined) return false;
    this.#arrivals.push(now);
    if (this.#arrivals.length <= messagesPerSecond) return false;
    const first = this.#arrivals.shift()!;
    return now - first < SECOND_MS;
  }

  /**
   * Handles a pong, which answers the ping with the same payload and all earlier pings; any other pong is
   * ignored.
   */
  pong(payload: string): void {
    if (!this.#unansweredPings.has(payload)) return;
    for (const earlier of this.#unansweredPings.keys()) {
      this.#unansweredPings.delete(earlier);
      if (earlier === payload) return;
    }
  }

  /** Sends a ping when due, and closes a connection that does not answer pings or has reached its lifetime. */
  tick(now: number, payload: string): void {
    const [oldest] = this.#unansweredPings.values();
    if (oldest !== undefined && now - oldest >= this.#limits.pongMs) {
      this.#socket.close(POLICY_VIOLATION, 'Pong timeout');
      // A client that does not answer pings may not answer the close frame either.
      this.#socket.terminate();
    } else if (now >= this.#endsAt) {
      this.#socket.close(1001, 'Connection expired');
    } else if (now >= this.#pingAt) {
      this.#pingAt = now + this.#limits.pingMs;
      // While the exchange time stands still, pings have the same payload, and the first one counts.
      if (!this.#unansweredPings.has(payload)) this.#unansweredPings.set(payload, now);
      this.#socket.ping(payload);
    }
  }
}
