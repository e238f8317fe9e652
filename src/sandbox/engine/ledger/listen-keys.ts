/** Keys that open user data streams: one for each user and scope, alive for an hour at a time (public facts, Listen keys). */

import { Refusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { User } from './accounts.ts';
import { lettersFor } from './client-ids.ts';
import type { NoticeScope } from './user-events.ts';

export interface ListenKey {
  /** 64 letters and digits. */
  readonly listenKey: string;
  readonly user: User;
  readonly scope: NoticeScope;
  /** The first ms in which it is no more. */
  expiresAt: number;
}

/** How long a key lives after it was created or kept alive. */
const LIFE_MS = 3_600_000;
const KEY_LENGTH = 64;

export class ListenKeys {
  readonly #seed: number;
  readonly #byScope = new Map<string, ListenKey>();
  readonly #byKey = new Map<string, ListenKey>();
  #made = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Returns the user's key of a scope, a new one where none is valid, alive for another hour. */
  create(user: User, scope: NoticeScope, now: number): ListenKey {
    const valid = this.current(user, scope, now);
    if (valid !== undefined) {
      valid.expiresAt = now + LIFE_MS;
      return valid;
    }
    this.#made += 1;
    const listenKey = lettersFor(KEY_LENGTH, ['listen key', this.#seed, user.id, scope, this.#made]);
    const made: ListenKey = { listenKey, user, scope, expiresAt: now + LIFE_MS };
    this.#drop(this.#byScope.get(scopeKey(user, scope)));
    this.#byScope.set(scopeKey(user, scope), made);
    this.#byKey.set(listenKey, made);
    return made;
  }

  /** Returns the valid key of a text, or undefined. */
  find(listenKey: string, now: number): ListenKey | undefined {
    const found = this.#byKey.get(listenKey);
    return found !== undefined && now < found.expiresAt ? found : undefined;
  }

  /** Returns the user's valid key of a scope, or undefined. */
  current(user: User, scope: NoticeScope, now: number): ListenKey | undefined {
    const found = this.#byScope.get(scopeKey(user, scope));
    return found !== undefined && now < found.expiresAt ? found : undefined;
  }

  /** Lets a key live for another hour. Refuses with -1125 where it is not a valid one of the user. */
  keepAlive(user: User, key: ListenKey | undefined, now: number): ListenKey {
    const own = ownKey(user, key);
    own.expiresAt = now + LIFE_MS;
    return own;
  }

  /** Ends a key. Refuses with -1125 where it is not a valid one of the user. */
  close(user: User, key: ListenKey | undefined): void {
    const own = ownKey(user, key);
    this.#byScope.delete(scopeKey(own.user, own.scope));
    this.#drop(own);
  }

  /** Ends a key before its time; returns whether there was one. */
  expire(listenKey: string): boolean {
    const key = this.#byKey.get(listenKey);
    if (key === undefined) return false;
    this.#byScope.delete(scopeKey(key.user, key.scope));
    this.#drop(key);
    return true;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#byScope);
    checkpointer.value(this.#byKey);
    this.#made = checkpointer.value(this.#made);
  }

  #drop(key: ListenKey | undefined): void {
    if (key !== undefined) this.#byKey.delete(key.listenKey);
  }
}

function ownKey(user: User, key: ListenKey | undefined): ListenKey {
  if (key === undefined || key.user !== user) {
    throw new Refusal(400, -1125, 'This listenKey does not exist.');
  }
  return key;
}

function scopeKey(user: User, scope: NoticeScope): string {
  return `${user.id} ${scope}`;
}
