/**
 * Listen keys of user data streams: one for each user and scope, valid for an hour at a time (public facts,
 * Listen keys).
 */

import { HOUR_MS } from '../../../core/time-units.ts';
import { createRefusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { User } from './accounts.ts';
import { deriveLetters } from './client-ids.ts';
import type { UserStreamScope } from './user-events.ts';

export interface ListenKey {
  /** 64 letters and digits. */
  readonly listenKey: string;
  readonly user: User;
  readonly scope: UserStreamScope;
  /** The first ms at which the listen key is no longer valid. */
  expiresAt: number;
}

/** How long a listen key is valid after it was created or kept alive, in ms. */
const LIFETIME_MS = HOUR_MS;
const KEY_LENGTH = 64;

export class ListenKeyStore {
  readonly #seed: number;
  readonly #byScope = new Map<string, ListenKey>();
  readonly #byKey = new Map<string, ListenKey>();
  #createdCount = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Returns the user's valid listen key of a scope, extended by an hour; creates one if there is none. */
  create(user: User, scope: UserStreamScope, now: number): ListenKey {
    const valid = this.findCurrent(user, scope, now);
    if (valid !== undefined) {
      valid.expiresAt = now + LIFETIME_MS;
      return valid;
    }
    this.#createdCount += 1;
    const listenKey = deriveLetters(KEY_LENGTH, [
      'listen key',
      this.#seed,
      user.id,
      scope,
      this.#createdCount,
    ]);
    const created: ListenKey = { listenKey, user, scope, expiresAt: now + LIFETIME_MS };
    this.#remove(this.#byScope.get(indexKey(user, scope)));
    this.#byScope.set(indexKey(user, scope), created);
    this.#byKey.set(listenKey, created);
    return created;
  }

  /** Returns a listen key by its text if it is valid. */
  find(listenKey: string, now: number): ListenKey | undefined {
    const found = this.#byKey.get(listenKey);
    return found !== undefined && now < found.expiresAt ? found : undefined;
  }

  /** Returns the user's valid listen key of a scope, or undefined. */
  findCurrent(user: User, scope: UserStreamScope, now: number): ListenKey | undefined {
    const found = this.#byScope.get(indexKey(user, scope));
    return found !== undefined && now < found.expiresAt ? found : undefined;
  }

  /** Extends a listen key by an hour. Rejects with -1125 if the user has no such valid key. */
  keepAlive(user: User, key: ListenKey | undefined, now: number): ListenKey {
    const ownedKey = requireOwnKey(user, key);
    ownedKey.expiresAt = now + LIFETIME_MS;
    return ownedKey;
  }

  /** Closes a listen key. Rejects with -1125 if the user has no such valid key. */
  close(user: User, key: ListenKey | undefined): void {
    const ownedKey = requireOwnKey(user, key);
    this.#byScope.delete(indexKey(ownedKey.user, ownedKey.scope));
    this.#remove(ownedKey);
  }

  /** Invalidates a listen key before it expires. Returns whether it existed. */
  revoke(listenKey: string): boolean {
    const key = this.#byKey.get(listenKey);
    if (key === undefined) return false;
    this.#byScope.delete(indexKey(key.user, key.scope));
    this.#remove(key);
    return true;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#byScope);
    checkpointer.value(this.#byKey);
    this.#createdCount = checkpointer.value(this.#createdCount);
  }

  #remove(key: ListenKey | undefined): void {
    if (key !== undefined) this.#byKey.delete(key.listenKey);
  }
}

function requireOwnKey(user: User, key: ListenKey | undefined): ListenKey {
  if (key === undefined || key.user !== user) {
    throw createRefusal(-1125, 'This listenKey does not exist.');
  }
  return key;
}

function indexKey(user: User, scope: UserStreamScope): string {
  return `${user.id} ${scope}`;
}
