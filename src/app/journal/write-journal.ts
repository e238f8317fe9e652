/**
 * The journal of the writes of a run: each write is recorded, flushed to disk, before its first byte is sent, and
 * its outcome afterwards. If a process is killed between the two, later runs find the write by the entry in the
 * journal.
 */
import { join } from 'node:path';
import { asToolError, ToolError } from '../../core/errors.ts';
import type { JsonObject, UnixMs } from '../../core/words.ts';
import type { IntentPart, PreparedRequest } from '../../request/types.ts';
import { mayHavePending } from '../../state/pending-marker.ts';
import type { SharedState, StateOperation } from '../../state/shared-state.ts';
import type { World } from '../world.ts';
import { watchForLateArrivals } from './absence-watch.ts';
import { JOURNAL_FILE } from './journal-file.ts';
import {
  recordOf,
  UNRESOLVED_STATES,
  WRITE_KIND,
  type WriteOrigin,
  type WriteRecord,
  type WriteState,
  wordsOf,
} from './write-record.ts';

/**
 * The longest time in ms that a running process needs to resolve its own write: look-ups end 60 s after the
 * acceptance deadline.
 */
const IN_FLIGHT_MAX_MS = 180_000;

/** The largest number of characters of an answer that is stored for a repeated idempotency key. */
const ANSWER_LENGTH_MAX = 65_536;

/** The times with which one attempt to send a write was signed. */
export interface WriteTimes {
  readonly timestamp: UnixMs;
  readonly recvWindow: number;
}

export interface Idempotency {
  readonly key: string;
  readonly digest: string;
}

/** Returns the name under which the journal claims an idempotency key. */
export function idempotencyClaim(key: string): string {
  return `idempotency ${key}`;
}

/** Returns the value for which a plan claims a key that its command did not state: the client order id of the order. */
export function planClaim(plan: string): string {
  return `plan ${plan}`;
}

/** Returns whether a key was claimed by a plan, and not by a command that states the key. */
export function isPlanClaim(value: string): boolean {
  return value.startsWith('plan ');
}

/** What must succeed in the transaction of a write's first record, such as a count that a limit bounds. */
export interface WriteCondition {
  readonly operation: StateOperation;
  /** Returns the error of a write whose operation failed, given what was found, such as the count before. */
  readonly refusedError: (found: string) => ToolError;
}

export interface WriteJournalOptions {
  readonly world: World;
  readonly note: (text: string) => void;
  /** The words of the command that sends the writes, which are shown by `orders list`. */
  readonly command: string;
  /** The idempotency key under which the writes of this command are sent at most once, with a digest of the command. */
  readonly idempotency?: Idempotency | undefined;
  /** Set if orders are sent although other orders of the symbol are unresolved (`--despite-unresolved`). */
  readonly ignoresUnresolved: boolean;
}

/** The part of a write whose outcome is recorded; the whole write if both fields are absent. */
export interface RecordedPart {
  readonly clientOrderId?: string | undefined;
  readonly part?: IntentPart | undefined;
}

/** A write of this run that is recorded in the journal. */
interface OwnWrite {
  readonly id: string;
  readonly part: IntentPart;
  state: WriteState;
}

/** Returns the path of the journal of writes. */
export function journalPath({ folders }: World): string {
  return join(folders.state, JOURNAL_FILE);
}

/** Opens the journal of all processes of this machine; `acceptsLoss` opens one that has lost entries. */
export async function openJournal(world: World, acceptsLoss = false): Promise<SharedState> {
  const { openSqliteState } = await import('../../state/sqlite-state.ts');
  return openSqliteState({
    path: journalPath(world),
    clock: world.clock,
    random: world.random,
    owner: world.facts.owner,
    pendingStates: UNRESOLVED_STATES,
    acceptsLoss,
  });
}

/** The writes that runs of this process have begun and not finished. */
const IN_FLIGHT_HERE = new Set<string>();

export class WriteJournal {
  readonly #options: WriteJournalOptions;
  readonly #writes = new WeakMap<PreparedRequest, readonly OwnWrite[]>();
  readonly #own: OwnWrite[] = [];
  #state: Promise<SharedState> | undefined;

  constructor(options: WriteJournalOptions) {
    this.#options = options;
  }

  /**
   * Records a write, or another attempt of it, before it is sent. Throws a ToolError of kind `refused` for an order
   * that adds exposure to a symbol with an unresolved order, and of kind `storage` if the record cannot be written.
   * A write that can only reduce a position is sent in both cases, because holding it back would be the greater
   * risk. `conditions` are carried out once for all attempts of a write; throws the error of the first that fails.
   */
  async begin(
    request: PreparedRequest,
    origin: WriteOrigin,
    times?: WriteTimes,
    conditions: readonly WriteCondition[] = [],
  ): Promise<void> {
    const { intent } = request;
    if (intent === undefined) return;
    try {
      const known = this.#writes.get(request);
      if (known === undefined) await this.#prepare(request, origin, times, conditions);
      else await this.#append(known, 'SENT', timesBody(times));
    } catch (thrown) {
      const error = asToolError(thrown);
      if (!intent.isReducing || error.kind !== 'storage')
        throw new ToolError({ ...error.facts, execution: 'not_executed', endpoint: request.endpoint });
      this.#options.note(
        `The journal could not be written, and the ${intent.noun} is sent without a record of it.`,
      );
    }
  }

  /** Records in the journal what became of a write, or of the part that `facts` name. Never throws. */
  async record(
    request: PreparedRequest,
    state: WriteState,
    { clientOrderId, part: half, ...facts }: RecordedPart & { readonly why?: string } = {},
  ): Promise<void> {
    const all = this.#writes.get(request) ?? [];
    const named = (all.length > 0 ? all : this.#own).filter(
      ({ part }) => part === half || (clientOrderId !== undefined && part.clientOrderId === clientOrderId),
    );
    await this.#recordAll(named.length > 0 ? named : all, state, facts);
  }

  /** The words of the command that sends the writes. */
  get command(): string {
    return this.#options.command;
  }

  /** The idempotency key of the command, under which its writes are sent at most once. */
  get idempotencyKey(): string | undefined {
    return this.#options.idempotency?.key;
  }

  /** Records what the answer to a write or to one of its parts, or the error of sending it, proves. Never throws. */
  async recordEnd(request: PreparedRequest, error?: unknown, named: RecordedPart = {}): Promise<void> {
    const [state, why] = outcomeOf(error);
    await this.record(request, state, { ...named, ...(why === undefined ? {} : { why }) });
  }

  /**
   * Records the outcome of every write of this run that nothing else recorded, from the way in which the command ended, and
   * the answer that it printed. Never throws.
   */
  async finish(error?: unknown, answer?: string): Promise<void> {
    const open = this.#own.filter(({ state }) => state === 'PREPARED' || state === 'SENT');
    if (open.length > 0) {
      const [state, why] = outcomeOf(error);
      await this.#recordAll(open, state, why === undefined ? {} : { why });
    }
    if (answer !== undefined) await this.#keepAnswer(answer);
    for (const { id } of this.#own) IN_FLIGHT_HERE.delete(id);
    await (await this.#state?.catch(() => undefined))?.close();
    this.#state = undefined;
  }

  /** Returns the unresolved writes of earlier runs, the newest first; empty without opening the journal if there are none. */
  async unresolved(): Promise<readonly WriteRecord[]> {
    const { world } = this.#options;
    if (!mayHavePending(journalPath(world))) return [];
    const state = await this.#open();
    const subjects = await state.subjects({ kind: WRITE_KIND, states: UNRESOLVED_STATES });
    return subjects.map(recordOf).filter((record) => !isInFlight(record, world));
  }

  async #prepare(
    request: PreparedRequest,
    origin: WriteOrigin,
    times: WriteTimes | undefined,
    conditions: readonly WriteCondition[],
  ): Promise<void> {
    const { world } = this.#options;
    const intent = request.intent!;
    if (intent.addsExposure && !this.#options.ignoresUnresolved)
      await this.#refuseUnresolved(request, origin);
    const at = world.clock.now();
    const parts = [...intent.parts, ...(intent.cancellation === undefined ? [] : [intent.cancellation])];
    const writes = parts.map((part): OwnWrite => ({ id: newWriteId(world), part, state: 'SENT' }));
    const run = (this.#own[0] ?? writes[0]!).id;
    const state = await this.#open();
    const claims = this.#claimsOf(run, at);
    const result = await state.commit([
      ...claims,
      ...conditions.map(({ operation }) => operation),
      ...writes.map(({ id, part }) => ({
        do: 'append' as const,
        subject: id,
        state: 'PREPARED',
        from: [],
        at,
        creates: { kind: WRITE_KIND, scope: scopeOf(origin, part.symbol) },
        body: {
          endpoint: part.endpoint ?? request.endpoint,
          noun: part.noun ?? intent.noun,
          command: this.#options.command,
          method: request.method,
          path: request.path,
          origin: { ...origin, profile: origin.profile ?? null },
          symbol: part.symbol ?? null,
          clientOrderId: part.clientOrderId ?? null,
          params: part.params,
          run,
          pid: world.facts.pid,
          ...timesBody(times),
        },
      })),
      // PREPARED and SENT are recorded in one commit, because a second flush to disk would cost as much as the
      // first.
      ...writes.map(({ id }) => ({
        do: 'append' as const,
        subject: id,
        state: 'SENT',
        at,
        body: timesBody(times),
      })),
    ]);
    if (!result.ok)
      throw (
        conditions[result.operation - claims.length]?.refusedError(result.found) ?? keyInUseError(request)
      );
    this.#writes.set(request, writes);
    this.#own.push(...writes);
    for (const { id } of writes) IN_FLIGHT_HERE.add(id);
  }

  /** Returns the claim of the idempotency key, made together with the first write of the command. */
  #claimsOf(run: string, at: UnixMs): readonly StateOperation[] {
    const { idempotency } = this.#options;
    if (idempotency === undefined || this.#own.length > 0) return [];
    const { key, digest } = idempotency;
    return [{ do: 'claim', name: idempotencyClaim(key), value: `${digest} ${run}`, once: true, at }];
  }

  async #refuseUnresolved({ intent, endpoint }: PreparedRequest, origin: WriteOrigin): Promise<void> {
    const scopes = new Set(intent!.parts.map(({ symbol }) => scopeOf(origin, symbol)));
    const found = (await this.unresolved()).filter((one) => scopes.has(scopeOf(one.origin, one.symbol)));
    const [first] = found;
    if (first === undefined) return;
    throw new ToolError({
      kind: 'refused',
      message: `The ${intent!.noun} was not sent: it is not known what became of ${wordsOf(first)}, sent before for ${first.symbol ?? 'this account'}.`,
      hint: 'Resolve it with bourse orders resolve, or add --despite-unresolved.',
      execution: 'not_executed',
      endpoint,
    });
  }

  /** Whether this run has recorded a write. */
  get hasWritten(): boolean {
    return this.#own.length > 0;
  }

  /** Whether the outcome of a write of this run is unknown. */
  get hasUnknown(): boolean {
    return this.#own.some(({ state }) => state === 'UNKNOWN');
  }

  async #append(writes: readonly OwnWrite[], state: WriteState, body: JsonObject): Promise<void> {
    const at = this.#options.world.clock.now();
    await (await this.#open()).commit(
      writes.map(({ id }) => ({ do: 'append', subject: id, state, at, body })),
    );
    for (const write of writes) write.state = state;
  }

  /** Stores what the command printed, so that a repetition with the same idempotency key can print it again. */
  async #keepAnswer(answer: string): Promise<void> {
    const last = this.#own.at(-1);
    if (this.#options.idempotency === undefined || last === undefined || answer.length > ANSWER_LENGTH_MAX)
      return;
    await this.#append([last], last.state, { answer }).catch(() => undefined);
  }

  async #recordAll(
    writes: readonly OwnWrite[],
    state: WriteState,
    { why }: { readonly why?: string },
  ): Promise<void> {
    const changed = writes.filter((write) => write.state !== state);
    if (changed.length === 0) return;
    const { world } = this.#options;
    // An order of which no byte was sent goes to ABSENT without having been UNKNOWN, and can't arrive late.
    const isWatched = state === 'ABSENT' && changed.some((write) => write.state === 'UNKNOWN');
    try {
      if (isWatched) watchForLateArrivals(world, journalPath(world));
      await this.#append(changed, state, {
        ...(why === undefined ? {} : { why }),
        ...(isWatched ? { isWatched } : {}),
      });
    } catch (error) {
      this.#options.note(`The outcome of the write was not recorded: ${asToolError(error).message}`);
    }
  }

  #open(): Promise<SharedState> {
    this.#state ??= openJournal(this.#options.world);
    return this.#state;
  }
}

/** Returns the state that the end of a command proves for a write that it sent, and a text with the reason. */
function outcomeOf(error: unknown): readonly [WriteState, string | undefined] {
  if (error === undefined) return ['ACKED', undefined];
  const { facts, message } = asToolError(error);
  if (facts.execution === 'executed') return ['ACKED', undefined];
  if (facts.execution !== 'not_executed') return ['UNKNOWN', message];
  return [facts.kind === 'unavailable' || facts.kind === 'interrupted' ? 'ABSENT' : 'REJECTED', message];
}

function keyInUseError({ endpoint }: PreparedRequest): ToolError {
  return new ToolError({
    kind: 'refused',
    message: 'Another process is sending this command under the same idempotency key.',
    hint: 'Repeat the command once that process has ended: it then prints the recorded result.',
    execution: 'not_executed',
    endpoint,
  });
}

function timesBody(times: WriteTimes | undefined): JsonObject {
  return times === undefined ? {} : { timestamp: times.timestamp, recvWindow: times.recvWindow };
}

/** Returns the scope of an order: orders of one symbol in one account have the same scope. */
function scopeOf({ venue, account }: WriteOrigin, symbol: string | undefined): string {
  return [venue, account, symbol ?? ''].join(' ');
}

/** Returns the id of a write: "w" and a time and random number in base 36, so that ids sort by age. */
function newWriteId({ clock, random }: World): string {
  const digits = Array.from({ length: 8 }, () => Math.floor(random.next() * 36).toString(36));
  return `w${clock.now().toString(36)}${digits.join('')}`;
}

/** Returns whether the process that sent the write may still be waiting for its answer. */
export function isInFlight(
  { id, pid, state, lastAt }: WriteRecord,
  { clock, isProcessAlive, facts }: Pick<World, 'clock' | 'isProcessAlive' | 'facts'>,
): boolean {
  if (IN_FLIGHT_HERE.has(id)) return true;
  if (state === 'UNKNOWN' || pid === facts.pid) return false;
  return clock.now() - lastAt < IN_FLIGHT_MAX_MS && isProcessAlive(pid);
}
