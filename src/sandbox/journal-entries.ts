/** Journal entries: write calls and admin commands as plain data. Replaying them in order restores the exchange. */
import { createHash } from 'node:crypto';
import type { Interface } from '../catalogue/environments.ts';
import type { AdminCommand } from './admin-commands.ts';
import type { Checkpointer } from './engine/state/checkpointer.ts';

/** A write call that passed the gate, without its API key and signature. */
export interface JournaledCall {
  /** The endpoint id, such as "spot.order.new". */
  readonly endpoint: string;
  /** The user name. */
  readonly user: string;
  readonly params: readonly (readonly [name: string, value: string])[];
  /** The interface that was served when the call was made, if not the document's. */
  readonly interface?: Exclude<Interface, 'document'>;
  /** The name of the order limits that were in force, if not those of the interface document. */
  readonly limits?: string;
  /** The idempotency key of the call, if the client sent one. */
  readonly id?: string;
}

/** A write call or an admin command, with the exchange time (ms) at which it was executed. */
export type JournalEntry =
  | {
      readonly at: number;
      readonly call: JournaledCall;
      /** The digest of the answer to the call: a replay must produce the same answer. */
      readonly digest: string;
    }
  | { readonly at: number; readonly admin: AdminCommand };

/** Returns the exchange time (ms) after a journal entry: an `advance` command moves the clock. */
export function timeAfter(entry: JournalEntry): number {
  const isMove = 'admin' in entry && entry.admin.do === 'advance';
  return isMove ? entry.at + entry.admin.ms : entry.at;
}

/** Returns the digest of an answer: 16 hexadecimal digits. */
export function answerDigest(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}

/**
 * The header with the idempotency key of a write call. A client that lost the answer repeats the call with the same
 * key, also at the next host of the same exchange: it gets the first answer, and nothing is executed twice.
 */
export const CALL_HEADER = 'x-sandbox-call';
/** Matches an idempotency key: 128 random bits as hexadecimal digits. */
export const CALL_ID = /^[0-9a-f]{32}$/;

/** The largest number of answers that are kept for repeated calls; clients repeat within seconds. */
const ANSWERS_MAX = 10_000;

/** The status and the body of an answer. */
interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

/** The answers to write calls with an idempotency key. */
export class AnsweredCalls {
  readonly #answers = new Map<string, StoredAnswer>();

  find(userId: number, id: string): StoredAnswer | undefined {
    return this.#answers.get(`${userId} ${id}`);
  }

  add(userId: number, id: string, answer: StoredAnswer): void {
    this.#answers.set(`${userId} ${id}`, answer);
    if (this.#answers.size <= ANSWERS_MAX) return;
    const oldest = this.#answers.keys().next();
    if (!oldest.done) this.#answers.delete(oldest.value);
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#answers);
  }
}
