/**
 * Listen tokens of margin accounts: each opens a user data stream over the WebSocket API until it expires (public
 * facts, Margin today). A user may have several at once.
 */
import type { Checkpointer } from '../state/checkpointer.ts';
import type { User } from './accounts.ts';
import { deriveLetters } from './client-ids.ts';
import type { UserStreamScope } from './user-events.ts';

export interface ListenToken {
  /** 64 letters and digits. */
  readonly token: string;
  readonly user: User;
  readonly scope: UserStreamScope;
  /** The first ms at which the token, and every stream that it opened, is no longer valid. */
  readonly expiresAt: number;
}

const TOKEN_LENGTH = 64;

export class ListenTokenStore {
  readonly #seed: number;
  readonly #tokens = new Map<string, ListenToken>();
  #createdCount = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Creates a listen token that is valid for a given time (ms), and removes tokens that have expired. */
  create(user: User, scope: UserStreamScope, validityMs: number, now: number): ListenToken {
    for (const { token, expiresAt } of this.#tokens.values())
      if (expiresAt <= now) this.#tokens.delete(token);
    this.#createdCount += 1;
    const token = deriveLetters(TOKEN_LENGTH, [
      'listen token',
      this.#seed,
      user.id,
      scope,
      this.#createdCount,
    ]);
    const created: ListenToken = { token, user, scope, expiresAt: now + validityMs };
    this.#tokens.set(token, created);
    return created;
  }

  /** Returns a listen token by its text if it is valid. */
  find(token: string, now: number): ListenToken | undefined {
    const found = this.#tokens.get(token);
    return found !== undefined && now < found.expiresAt ? found : undefined;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#tokens);
    this.#createdCount = checkpointer.value(this.#createdCount);
  }
}
