/**
 * The contract of the state that processes share: a journal of writes, claims, counters and leases. Operations
 * are data and are committed together or not at all, so a home may be a file or a server.
 */
import type { JsonObject, UnixMs } from '../core/words.ts';

/** What the journal holds about one thing, such as an order: its latest state and what is known of it. */
export interface JournalSubject {
  /** The id of the subject, such as a client order id with its account; unique within the journal. */
  readonly id: string;
  /** What kind of thing it is, such as "order". */
  readonly kind: string;
  /** Subjects of one scope concern each other, such as the orders of a symbol in an account. */
  readonly scope: string;
  readonly state: string;
  /** What the first entry states. */
  readonly body: JsonObject;
  readonly firstAt: UnixMs;
  readonly lastAt: UnixMs;
  /** The number of its latest entry. */
  readonly lastSeq: number;
}

/** One entry of the journal. Entries are ordered by `seq`, whatever the clocks of their writers say. */
export interface SharedEntry {
  readonly seq: number;
  readonly subject: string;
  readonly state: string;
  readonly at: UnixMs;
  readonly body: JsonObject;
}

/** Appends an entry; the first one of a subject creates it. */
export interface AppendOperation {
  readonly do: 'append';
  readonly subject: string;
  readonly state: string;
  readonly body: JsonObject;
  readonly at: UnixMs;
  /** Required for the first entry of a subject, ignored for later ones. */
  readonly creates?: { readonly kind: string; readonly scope: string };
  /** The states that the subject may be in before; an empty list requires a new subject. Any state if absent. */
  readonly from?: readonly string[];
}

/** Claims a name for a value. Succeeds again with the same value; fails with another one. */
export interface ClaimOperation {
  readonly do: 'claim';
  readonly name: string;
  readonly value: string;
  readonly at: UnixMs;
  /** Fails also with the same value if the name is already claimed. */
  readonly once?: true;
}

/** Adds to a counter, exactly; fails if the sum would exceed the maximum. */
export interface CountOperation {
  readonly do: 'count';
  readonly counter: string;
  /** A decimal number as text; may be negative. */
  readonly add: string;
  /** A decimal number as text. */
  readonly max?: string;
  readonly at: UnixMs;
}

/** Fails if the lease has been taken by another holder since. */
export interface FenceOperation {
  readonly do: 'fence';
  readonly lease: string;
  readonly token: number;
}

export type StateOperation = AppendOperation | ClaimOperation | CountOperation | FenceOperation;

/** Why an operation failed, and what was found instead. Nothing of its commit was written. */
export interface StateConflict {
  readonly ok: false;
  /** The position of the operation in its commit, from 0. */
  readonly operation: number;
  readonly why: 'state' | 'claimed' | 'over' | 'fenced';
  /** The state of the subject, the claimed value, the counter, or the token of the lease; '' if there is none. */
  readonly found: string;
}

export type CommitResult =
  /** `seq` is the number of the last entry of the journal. */
  { readonly ok: true; readonly seq: number } | StateConflict;

/** A lease on a name, for work that only one process should do at a time. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  /** Grows with each holder; a fence operation with it fails once another process holds the lease. */
  readonly token: number;
  /** In ms after the last renewal. */
  readonly ttlMs: number;
}

export interface LeaseRequest {
  readonly name: string;
  readonly holder: string;
  readonly ttlMs: number;
}

export interface SubjectQuery {
  readonly kind?: string;
  readonly scope?: string;
  readonly states?: readonly string[];
  /** Only subjects whose last entry is at or after this time. */
  readonly since?: UnixMs;
  /** The most subjects returned, the newest first; all if absent. */
  readonly limit?: number;
}

export interface PruneQuery {
  readonly kind: string;
  readonly states: readonly string[];
  /** Removes subjects whose last entry is older than this time. */
  readonly before: UnixMs;
}

export interface SharedState {
  /** Carries out all operations, durably, or none. Throws kind `storage` where that cannot be known. */
  commit(operations: readonly StateOperation[]): Promise<CommitResult>;
  /** Returns a subject, or undefined where the journal has none of this id. */
  subject(id: string): Promise<JournalSubject | undefined>;
  /** Returns the matching subjects, the newest first. */
  subjects(query: SubjectQuery): Promise<readonly JournalSubject[]>;
  /** Returns the entries of a subject, the oldest first. */
  timeline(subject: string): Promise<readonly SharedEntry[]>;
  /** Removes subjects with their entries and returns how many. */
  prune(query: PruneQuery): Promise<number>;
  /** Returns the value that a name was claimed for. */
  claimed(name: string): Promise<string | undefined>;
  /** Returns a counter, "0" where nothing was counted. */
  counted(counter: string): Promise<string>;
  /**
   * Takes a lease that is free, expired or already this holder's. Returns undefined while another holder has it. A lease
   * expires only when no clock within 30 seconds of its holder's could still call it valid.
   */
  lease(request: LeaseRequest): Promise<Lease | undefined>;
  /** Extends a lease; returns false if it has been taken by another holder. */
  renew(lease: Lease): Promise<boolean>;
  /** Ends a lease; does nothing if another holder has it. */
  release(lease: Lease): Promise<void>;
  /** Resolves after a commit by any process that follows `seq`, with the newest number; rejects with the signal. */
  changedSince(seq: number, signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

/** The largest difference between the clocks of two processes that leases allow for, in ms. */
export const CLOCK_SKEW_MAX_MS = 30_000;
