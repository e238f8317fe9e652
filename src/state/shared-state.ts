/**
 * The interface of the state that processes share: a journal of writes, claims, counters and leases. Operations are
 * data, and those of one call are committed together or not at all, so the state can be kept in a file or by a
 * server.
 */
import type { JsonObject, UnixMs } from '../core/words.ts';

/** What the journal holds about one thing, such as an order: its latest state and what is known about it. */
export interface JournalSubject {
  /** The id of the subject, such as a client order id with its account; unique within the journal. */
  readonly id: string;
  /** The kind of the subject, such as "order". */
  readonly kind: string;
  /** Subjects of one scope concern each other, such as the orders of a symbol in an account. */
  readonly scope: string;
  readonly state: string;
  /** The facts that the first entry of the subject states. */
  readonly body: JsonObject;
  readonly firstAt: UnixMs;
  readonly lastAt: UnixMs;
  /** The number of the subject's latest journal entry. */
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

/** Appends an entry to the journal; the first entry of a subject creates the subject. */
export interface AppendOperation {
  readonly do: 'append';
  readonly subject: string;
  readonly state: string;
  readonly body: JsonObject;
  readonly at: UnixMs;
  /** Required for the first entry of a subject, ignored for later ones. */
  readonly creates?: { readonly kind: string; readonly scope: string };
  /**
   * The states in which the subject may be before this entry; an empty list requires a new subject. If absent, any
   * state is allowed.
   */
  readonly from?: readonly string[];
}

/** Claims a name for a value. A second claim of the name succeeds with the same value and fails with another one. */
export interface ClaimOperation {
  readonly do: 'claim';
  readonly name: string;
  readonly value: string;
  readonly at: UnixMs;
  /** Set if the claim also fails with the same value when the name is already claimed. */
  readonly once?: true;
}

/** Adds an exact decimal number to a counter; fails if the sum would exceed the maximum. */
export interface CountOperation {
  readonly do: 'count';
  readonly counter: string;
  /** The decimal number to add, as text; it may be negative. */
  readonly add: string;
  /** A decimal number as text. */
  readonly max?: string;
  readonly at: UnixMs;
  /** If given, a counter that was last changed before this time counts from zero again. */
  readonly since?: UnixMs;
}

/** An operation that fails if another holder has taken the lease since. */
export interface FenceOperation {
  readonly do: 'fence';
  readonly lease: string;
  readonly token: number;
}

export type StateOperation = AppendOperation | ClaimOperation | CountOperation | FenceOperation;

/**
 * Why an operation on the shared state failed, and what was found instead. None of the operations committed with it
 * was written.
 */
export interface StateConflict {
  readonly ok: false;
  /** The position of the operation in its commit, from 0. */
  readonly operation: number;
  readonly why: 'state' | 'claimed' | 'over' | 'fenced';
  /** The state of the subject, the claimed value, the counter, or the token of the lease; '' if there is none. */
  readonly found: string;
}

export type CommitResult =
  /** The result of a commit; `seq` is the number of the last entry of the journal. */
  { readonly ok: true; readonly seq: number } | StateConflict;

/** A lease on a name, for work that only one process should do at a time. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  /**
   * A number that grows with each holder of the lease; a fence operation with the number fails once another process
   * holds the lease.
   */
  readonly token: number;
  /** How long the lease lasts after its last renewal, in ms. */
  readonly ttlMs: number;
}

export interface LeaseRequest {
  readonly name: string;
  readonly holder: string;
  readonly ttlMs: number;
}

/** The fields of a body by which subjects are found without reading all of them. */
export type IndexedField = 'clientOrderId' | 'run';

export interface SubjectQuery {
  readonly kind?: string;
  /** If given, only subjects whose body has this text in this field are returned. */
  readonly where?: { readonly field: IndexedField; readonly value: string };
  readonly scope?: string;
  readonly states?: readonly string[];
  /** If given, only subjects whose last entry is at or after this time are returned. */
  readonly since?: UnixMs;
  /** The largest number of subjects to return, the newest first; all if absent. */
  readonly limit?: number;
}

export interface PruneQuery {
  readonly kind: string;
  readonly states: readonly string[];
  /** Removes subjects whose last entry is older than this time. */
  readonly before: UnixMs;
}

export interface SharedState {
  /**
   * Carries out all operations and makes them durable, or carries out none. Throws a ToolError of kind `storage` if
   * it cannot be known whether they were carried out.
   */
  commit(operations: readonly StateOperation[]): Promise<CommitResult>;
  /** Returns the subject with an id; undefined if the journal has none. */
  subject(id: string): Promise<JournalSubject | undefined>;
  /** Returns the subjects of the journal that match a query, the newest first. */
  subjects(query: SubjectQuery): Promise<readonly JournalSubject[]>;
  /** Returns the journal entries of a subject, the oldest first. */
  timeline(subject: string): Promise<readonly SharedEntry[]>;
  /** Removes subjects with their entries from the journal and returns how many. */
  prune(query: PruneQuery): Promise<number>;
  /** Returns the value that a name was claimed for. */
  claimed(name: string): Promise<string | undefined>;
  /** Returns the value of a counter; "0" if nothing was counted. */
  counted(counter: string): Promise<string>;
  /**
   * Takes a lease that is free, expired or already this holder's. Returns undefined while another holder has the
   * lease. A lease expires only when no clock within 30 seconds of its holder's could still call it valid.
   */
  lease(request: LeaseRequest): Promise<Lease | undefined>;
  /** Extends a lease; returns false if another holder has taken the lease. */
  renew(lease: Lease): Promise<boolean>;
  /** Ends a lease; does nothing if another holder has the lease. */
  release(lease: Lease): Promise<void>;
  /**
   * Waits until any process has committed an entry after number `seq`, and resolves with the newest number; rejects
   * when the signal aborts.
   */
  changedSince(seq: number, signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

/** The largest difference between the clocks of two processes that leases allow for, in ms. */
export const CLOCK_SKEW_MAX_MS = 30_000;
