/**
 * The tables of the shared state, and the rules of its operations, which are the same wherever the tables are
 * stored.
 */
import { add, compare, decimalOf, formatDecimal, trimZeros } from '../core/decimal.ts';
import type { UnixMs } from '../core/words.ts';
import {
  type AppendOperation,
  CLOCK_SKEW_MAX_MS,
  type ClaimOperation,
  type CountOperation,
  type JournalSubject,
  type Lease,
  type LeaseRequest,
  type SharedEntry,
  type StateConflict,
  type StateOperation,
  type SubjectQuery,
} from './shared-state.ts';

/** A lease as it is stored. A released lease has no holder but keeps its token, so that the next token is larger. */
export interface LeaseRow {
  readonly name: string;
  readonly holder: string;
  readonly token: number;
  readonly untilMs: UnixMs;
}

/** A counter as it is stored, with the time of its last change. */
export interface CounterRow {
  readonly total: string;
  readonly at: UnixMs;
}

/** Access to the tables of the shared state within one transaction. */
export interface StateTables {
  lastSeq(): number;
  /**
   * Appends an entry to the journal and returns its number, which is larger than those of all earlier entries,
   * removed ones included.
   */
  append(entry: Omit<SharedEntry, 'seq'>): number;
  subject(id: string): JournalSubject | undefined;
  putSubject(subject: JournalSubject): void;
  /** Returns the matching subjects, the newest first. */
  subjects(query: SubjectQuery & { readonly before?: UnixMs }): readonly JournalSubject[];
  /** Removes a subject and its entries. */
  removeSubject(id: string): void;
  entries(subject: string): readonly SharedEntry[];
  claim(name: string): string | undefined;
  putClaim(name: string, value: string, at: UnixMs): void;
  counter(name: string): CounterRow | undefined;
  putCounter(name: string, total: string, at: UnixMs): void;
  lease(name: string): LeaseRow | undefined;
  putLease(lease: LeaseRow): void;
}

/**
 * Carries out operations on the shared state in order; returns the first conflict, after which the caller must undo
 * the transaction.
 */
export function applyOperations(
  tables: StateTables,
  operations: readonly StateOperation[],
): StateConflict | undefined {
  for (const [operation, one] of operations.entries()) {
    const conflict = applyOperation(tables, one);
    if (conflict !== undefined) return { ok: false, operation, ...conflict };
  }
  return undefined;
}

type Conflict = Pick<StateConflict, 'why' | 'found'>;

function applyOperation(tables: StateTables, operation: StateOperation): Conflict | undefined {
  switch (operation.do) {
    case 'append':
      return appendEntry(tables, operation);
    case 'claim':
      return claimName(tables, operation);
    case 'count':
      return addToCounter(tables, operation);
    case 'fence': {
      const token = tables.lease(operation.lease)?.token;
      return token === operation.token ? undefined : { why: 'fenced', found: String(token ?? '') };
    }
  }
}

function appendEntry(tables: StateTables, operation: AppendOperation): Conflict | undefined {
  const { subject: id, state, body, at, from, creates } = operation;
  const known = tables.subject(id);
  const isAllowed =
    from === undefined || (known === undefined ? from.length === 0 : from.includes(known.state));
  if (!isAllowed || (known === undefined && creates === undefined))
    return { why: 'state', found: known?.state ?? '' };
  const seq = tables.append({ subject: id, state, at, body });
  if (known !== undefined) tables.putSubject({ ...known, state, lastAt: at, lastSeq: seq });
  else tables.putSubject({ id, ...creates!, state, body, firstAt: at, lastAt: at, lastSeq: seq });
  return undefined;
}

function claimName(tables: StateTables, { name, value, at, once }: ClaimOperation): Conflict | undefined {
  const known = tables.claim(name);
  if (known !== undefined)
    return known === value && once !== true ? undefined : { why: 'claimed', found: known };
  tables.putClaim(name, value, at);
  return undefined;
}

function addToCounter(tables: StateTables, operation: CountOperation): Conflict | undefined {
  const { counter, max, at, since } = operation;
  const known = tables.counter(counter);
  const before = known === undefined || (since !== undefined && known.at < since) ? '0' : known.total;
  const total = trimZeros(add(decimalOf(before), decimalOf(operation.add)));
  if (max !== undefined && compare(total, decimalOf(max)) > 0) return { why: 'over', found: before };
  // A clock that is behind must not make the counter look older than it is, or it would start again from zero.
  const changedAt = known === undefined || known.at < at ? at : known.at;
  tables.putCounter(counter, formatDecimal(total), changedAt);
  return undefined;
}

/** Takes a lease, or returns undefined while another holder has the lease. */
export function takeLease(tables: StateTables, request: LeaseRequest, now: UnixMs): Lease | undefined {
  const { name, holder, ttlMs } = request;
  const known = tables.lease(name);
  const isOwn = known?.holder === holder;
  const isFree = known === undefined || known.holder === '' || now > known.untilMs + CLOCK_SKEW_MAX_MS;
  if (!isOwn && !isFree) return undefined;
  const token = isOwn ? known.token : (known?.token ?? 0) + 1;
  tables.putLease({ name, holder, token, untilMs: (now + ttlMs) as UnixMs });
  return { name, holder, token, ttlMs };
}

/** Extends a lease; returns false if the holder has lost the lease. */
export function renewLease(tables: StateTables, lease: Lease, now: UnixMs): boolean {
  if (!isHeld(tables, lease)) return false;
  const { name, holder, token, ttlMs } = lease;
  tables.putLease({ name, holder, token, untilMs: (now + ttlMs) as UnixMs });
  return true;
}

/** Ends a lease if its holder still has it. */
export function releaseLease(tables: StateTables, lease: Lease, now: UnixMs): void {
  if (isHeld(tables, lease))
    tables.putLease({ name: lease.name, holder: '', token: lease.token, untilMs: now });
}

function isHeld(tables: StateTables, { name, holder, token }: Lease): boolean {
  const known = tables.lease(name);
  return known?.holder === holder && known.token === token;
}
