/** What was done to an exchange, as plain data: doing it again in the same order leads to the same exchange. */
import { createHash } from 'node:crypto';
import type { AdminCommand } from './admin-commands.ts';
import type { Checkpointer } from './engine/state/checkpointer.ts';

/** A call that changed something. It passed the gate: there is no key and no signature in it. */
export interface JournaledCall {
  /** The endpoint's id. */
  readonly endpoint: string;
  /** The user's name. */
  readonly user: string;
  readonly params: readonly (readonly [name: string, value: string])[];
  /** The caller's own id of the call, if it sent one. */
  readonly id?: string;
}

/** One deed and the exchange's time at which it was done. */
export type JournalEntry =
  | {
      readonly at: number;
      readonly call: JournaledCall;
      /** Of the answer: a replay must come to the same. */
      readonly digest: string;
    }
  | { readonly at: number; readonly admin: AdminCommand };

/** Returns the exchange's time once a deed is done: one of them moves it. */
export function timeAfter(entry: JournalEntry): number {
  const isMove = 'admin' in entry && entry.admin.do === 'advance';
  return isMove ? entry.at + entry.admin.ms : entry.at;
}

/** Returns 16 hexadecimal digits by which an answer is known again. */
export function answerDigest(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}

/**
 * A caller that loses the answer to a call can make it again under the same id, also to the next host of the same
 * exchange: it is then told what came of it and nothing is done twice.
 */
export const CALL_HEADER = 'x-sandbox-call';
/** 128 random bits as hexadecimal digits. */
export const CALL_ID = /^[0-9a-f]{32}$/;

/** Answers that are remembered; a caller that lost one asks again within seconds. */
const ANSWERS_MAX = 10_000;

/** The answers to calls that came with an id. */
export class AnsweredCalls {
  readonly #bodies = new Map<string, string>();

  find(userId: number, id: string): string | undefined {
    return this.#bodies.get(`${userId} ${id}`);
  }

  add(userId: number, id: string, body: string): void {
    this.#bodies.set(`${userId} ${id}`, body);
    if (this.#bodies.size <= ANSWERS_MAX) return;
    const oldest = this.#bodies.keys().next();
    if (!oldest.done) this.#bodies.delete(oldest.value);
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#bodies);
  }
}
