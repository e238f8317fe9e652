/** The session of one WebSocket API connection: the logged-on key and the subscriptions to user events. */

import type { Exchange } from '../engine/exchange.ts';
import type { ApiKey, User } from '../engine/ledger/accounts.ts';
import type { Message } from '../streams/message.ts';
import { eventMessage } from '../streams/user-streams.ts';
import { SandboxRefusal } from '../types.ts';

export class WsSession {
  readonly connectedSince: number;
  /** The logged-on key. */
  key: ApiKey | undefined;
  authorizedSince: number | undefined;
  readonly #exchange: Exchange;
  readonly #subscriptions = new Map<number, { readonly user: User; readonly isSessionBound: boolean }>();
  readonly #send: (message: Message) => void;
  #next = 0;
  #unlisten: (() => void) | undefined;

  constructor(exchange: Exchange, now: number, send: (message: Message) => void) {
    this.#exchange = exchange;
    this.connectedSince = now;
    this.#send = send;
  }

  logOn(key: ApiKey, now: number): void {
    if (this.key !== undefined && this.key !== key) this.logOut(now);
    this.key = key;
    this.authorizedSince = now;
  }

  logOut(now: number): void {
    this.key = undefined;
    this.authorizedSince = undefined;
    for (const [id, { isSessionBound: isSession }] of this.#subscriptions) if (isSession) this.#end(id, now);
  }

  /** Returns the JSON text of the session status. */
  record(now: number, showsLimits: boolean): string {
    const apiKey = this.key?.apiKey ?? null;
    return JSON.stringify({
      apiKey,
      authorizedSince: this.authorizedSince ?? null,
      connectedSince: this.connectedSince,
      returnRateLimits: showsLimits,
      serverTime: now,
      userDataStream: this.#subscriptions.size > 0,
    });
  }

  /** Subscribes to the events of a user and returns the subscription id. Throws refusal -2035 for a second one. */
  subscribe(user: User, isSessionBound: boolean): number {
    if ([...this.#subscriptions.values()].some((one) => one.user === user)) {
      throw new SandboxRefusal(400, -2035, 'User Data Stream subscription already active.');
    }
    const id = this.#next;
    this.#next += 1;
    this.#subscriptions.set(id, { user, isSessionBound });
    this.#unlisten ??= this.#exchange.userEvents.subscribe((notice) => {
      if (notice.scope !== 'spot') return;
      for (const [subscriptionId, one] of this.#subscriptions) {
        if (one.user === notice.user) this.#sendEvent(subscriptionId, notice.payload());
      }
    });
    return id;
  }

  /** Ends a subscription, or all without an id. Throws refusal -2036 if there is no such subscription. */
  unsubscribe(id: number | undefined, now: number): void {
    const ids = id === undefined ? [...this.#subscriptions.keys()] : [id];
    if (ids.length === 0 || ids.some((one) => !this.#subscriptions.has(one))) {
      throw new SandboxRefusal(400, -2036, 'User Data Stream subscription not active.');
    }
    for (const one of ids) this.#end(one, now);
  }

  subscriptions(): readonly { readonly subscriptionId: number }[] {
    return [...this.#subscriptions.keys()].map((subscriptionId) => ({ subscriptionId }));
  }

  /** Ends all subscriptions, because the connection is closed. */
  close(): void {
    this.#subscriptions.clear();
    this.#stopListening();
  }

  #end(id: number, now: number): void {
    this.#subscriptions.delete(id);
    this.#sendEvent(id, `{"e":"eventStreamTerminated","E":${now}}`);
    if (this.#subscriptions.size === 0) this.#stopListening();
  }

  #stopListening(): void {
    this.#unlisten?.();
    this.#unlisten = undefined;
  }

  #sendEvent(subscriptionId: number, payload: string): void {
    const event = eventMessage(payload, 'spot');
    this.#send((times) => `{"subscriptionId":${subscriptionId},"event":${event(times)}}`);
  }
}
