/** The session of one WebSocket API connection: the logged-on key and the subscriptions to user events. */

import type { UserStreamProduct } from '../../catalogue/stream-types.ts';
import type { Exchange } from '../engine/exchange.ts';
import type { ApiKey, User } from '../engine/ledger/accounts.ts';
import type { ListenToken } from '../engine/ledger/listen-tokens.ts';
import type { UserStreamEvent, UserStreamScope } from '../engine/ledger/user-events.ts';
import type { Message } from '../streams/message.ts';
import { eventMessage, productOf } from '../streams/user-streams.ts';
import { SandboxRefusal } from '../types.ts';

/** A subscription to the events of one user data stream. */
interface UserSubscription {
  readonly user: User;
  readonly scope: UserStreamScope;
  /** Whether the subscription ends when the session logs out. */
  readonly isSessionBound: boolean;
  /** The first ms at which the subscription is no longer valid; undefined if it has no end. */
  expiresAt: number | undefined;
}

export class WsSession {
  readonly connectedSince: number;
  /** The logged-on key. */
  key: ApiKey | undefined;
  authorizedSince: number | undefined;
  readonly #exchange: Exchange;
  readonly #subscriptions = new Map<number, UserSubscription>();
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

  /**
   * Subscribes to the events of a user and returns the subscription id. Throws refusal -2035 if there is a
   * subscription already.
   */
  subscribe(user: User, isSessionBound: boolean): number {
    if (this.#find(user, 'spot') !== undefined) {
      throw new SandboxRefusal(400, -2035, 'User Data Stream subscription already active.');
    }
    return this.#add({ user, scope: 'spot', isSessionBound, expiresAt: undefined });
  }

  /**
   * Subscribes to the events of the account of a listen token and returns the subscription id. A subscription to the
   * same account is prolonged to the end of the token (our choice: not shown in the interface).
   */
  subscribeByToken({ user, scope, expiresAt }: ListenToken): number {
    const found = this.#find(user, scope);
    if (found === undefined) return this.#add({ user, scope, isSessionBound: false, expiresAt });
    const [id, subscription] = found;
    subscription.expiresAt = expiresAt;
    return id;
  }

  /** Ends the subscriptions that have expired. */
  endExpired(now: number): void {
    for (const [id, { expiresAt }] of this.#subscriptions) {
      if (expiresAt !== undefined && expiresAt <= now) this.#end(id, now);
    }
  }

  /**
   * Ends a subscription, or all subscriptions if no id is given. Throws refusal -2036 if there is no such
   * subscription.
   */
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

  #find(user: User, scope: UserStreamScope): readonly [number, UserSubscription] | undefined {
    return [...this.#subscriptions].find(([, one]) => one.user === user && one.scope === scope);
  }

  #add(subscription: UserSubscription): number {
    const id = this.#next;
    this.#next += 1;
    this.#subscriptions.set(id, subscription);
    this.#unlisten ??= this.#exchange.userEvents.subscribe((notice) => this.#deliver(notice));
    return id;
  }

  #deliver({ user, scope, time, isRisk, payload }: UserStreamEvent): void {
    this.endExpired(time);
    // Events of margin risk have a stream of their own today.
    if (isRisk === true) return;
    const found = this.#find(user, scope);
    if (found !== undefined) this.#sendEvent(found[0], payload(), productOf(scope));
  }

  #end(id: number, now: number): void {
    const product = productOf(this.#subscriptions.get(id)?.scope ?? 'spot');
    this.#subscriptions.delete(id);
    this.#sendEvent(id, `{"e":"eventStreamTerminated","E":${now}}`, product);
    if (this.#subscriptions.size === 0) this.#stopListening();
  }

  #stopListening(): void {
    this.#unlisten?.();
    this.#unlisten = undefined;
  }

  #sendEvent(subscriptionId: number, payload: string, product: UserStreamProduct): void {
    const event = eventMessage(payload, product);
    this.#send((times) => `{"subscriptionId":${subscriptionId},"event":${event(times)}}`);
  }
}
