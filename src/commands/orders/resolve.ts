/** `bourse orders resolve`: looks up the writes of earlier runs whose outcome is not known. Sends queries only. */

import { mayArriveLate } from '../../app/journal/absence-watch.ts';
import { journalPath } from '../../app/journal/write-journal.ts';
import {
  recordOf,
  UNRESOLVED_STATES,
  WRITE_KIND,
  type WriteRecord,
  type WriteState,
  wordsOf,
} from '../../app/journal/write-record.ts';
import * as LIMITS from '../../catalogue/limits/signing.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import type { Verification } from '../../catalogue/write-types.ts';
import { asToolError, EXIT_CODES, type ExitCode } from '../../core/errors.ts';
import { plural } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import type { JsonObject, UnixMs } from '../../core/words.ts';
import { acceptanceDeadline, type Resolution, resolveOrder } from '../../orders/resolve.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { SharedState } from '../../state/shared-state.ts';
import { findRecordOf } from '../calling/verify-write.ts';
import { endpointById } from '../find-endpoint.ts';
import { createOrderFinder } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import { findCancellation } from './find-cancellation.ts';
import { absentOrders, findLateArrival, watchAbsentOrder } from './late-arrivals.ts';
import { findWrite, WRITES, withJournal, writeRow } from './records.ts';
import { type Finding, openSentWrite, otherAccount } from './sent-write.ts';

/** The time between two rounds of look-ups with `--watch`, in ms. */
const WATCH_MS = 10_000;

/** The time between two rounds that look only for orders that were proved absent, in ms. */
const WATCH_ABSENT_MS = MINUTE_MS;

/** Runs `orders resolve`; returns exit code 7 while a write stays unresolved, and 1 if an order has arrived late. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { output, services, options } = call;
  const { clock, interrupt } = services.world;
  const isWatching = options['watch'] === true;
  return withJournal(call, async (journal) => {
    let round = await resolveRound(call, journal);
    if (round.rows.length === 0) output.note('No write is unresolved.');
    await output.value(round.rows, RESOLVED);
    while (isWatching && round.unresolved + round.absent > 0 && !interrupt.aborted) {
      await clock.sleep(round.unresolved > 0 ? WATCH_MS : WATCH_ABSENT_MS, interrupt).catch(() => undefined);
      const next = await resolveRound(call, journal);
      if (next.rows.length > 0) await output.value(next.rows, RESOLVED);
      round = { ...next, late: round.late + next.late };
    }
    if (round.unresolved === 0) return round.late > 0 ? EXIT_CODES.check : EXIT_CODES.done;
    output.note(`${plural(round.unresolved, 'write')} unresolved.`);
    return EXIT_CODES['execution-unknown'];
  });
}

/** What a round of look-ups found. */
interface Round {
  readonly rows: readonly JsonObject[];
  readonly unresolved: number;
  /** The number of orders that were recorded as absent and have arrived since. */
  readonly late: number;
  /** The number of absent orders that are still looked for. */
  readonly absent: number;
}

/** Looks up each unresolved write and each order that was proved absent once. */
async function resolveRound(call: CommandCall, journal: SharedState): Promise<Round> {
  const ids = (call.positionals['ids'] ?? []) as readonly string[];
  const writes = await unresolvedWrites(journal, ids);
  const rows: JsonObject[] = [];
  let [unresolved, late] = [0, 0];
  for (const write of writes) {
    const { state = write.state, why } = await resolveWrite(call, journal, write);
    if (UNRESOLVED_STATES.includes(state)) unresolved += 1;
    rows.push({ ...writeRow({ ...write, state }), why });
  }
  const absent = await watchedOrders(call, journal, ids);
  for (const write of absent) {
    const why = await findLateArrival(call, journal, write).catch(() => undefined);
    if (why === undefined) continue;
    late += 1;
    rows.push({ ...writeRow({ ...write, state: 'FOUND' }), why });
  }
  return { rows, unresolved, late, absent: absent.length - late };
}

/** Returns the orders that were proved absent and are still looked for; reads no keys if there are none. */
async function watchedOrders(
  call: CommandCall,
  journal: SharedState,
  ids: readonly string[],
): Promise<readonly WriteRecord[]> {
  const { world } = call.services;
  if (!mayArriveLate(journalPath(world), world.clock.now())) return [];
  const orders = await absentOrders(call, journal);
  return ids.length === 0
    ? orders
    : orders.filter(({ id, clientOrderId = '' }) => ids.includes(id) || ids.includes(clientOrderId));
}

const RESOLVED = {
  shape: 'rows',
  columns: [...WRITES.columns.filter(({ name }) => name !== 'profile'), { name: 'why', is: 'text' }],
} as const;

async function unresolvedWrites(
  journal: SharedState,
  ids: readonly string[],
): Promise<readonly WriteRecord[]> {
  if (ids.length > 0) {
    const named = await Promise.all(ids.map((id) => findWrite(journal, id)));
    return named.filter(({ state }) => UNRESOLVED_STATES.includes(state));
  }
  return (await journal.subjects({ kind: WRITE_KIND, states: UNRESOLVED_STATES })).map(recordOf);
}

/** Looks up a write and records in the journal what was found. */
export async function resolveWrite(
  call: CommandCall,
  journal: SharedState,
  write: WriteRecord,
): Promise<Finding> {
  const finding = await findOutcome(call, journal, write).catch(
    (thrown: unknown): Finding => ({ why: asToolError(thrown).message }),
  );
  const { state, why, answer } = finding;
  if (state === undefined || state === write.state) return finding;
  // A write that was never sent cannot arrive late.
  const watched = state === 'ABSENT' && write.state !== 'PREPARED' ? watchAbsentOrder(call, write) : {};
  const result = await journal.commit([
    {
      do: 'append',
      subject: write.id,
      state,
      at: call.services.world.clock.now(),
      body: { why, ...(answer === undefined ? {} : { answer }), ...watched },
      from: UNRESOLVED_STATES,
    },
  ]);
  return result.ok ? finding : { state: result.found as WriteState, why: 'another process resolved it' };
}

async function findOutcome(call: CommandCall, journal: SharedState, write: WriteRecord): Promise<Finding> {
  // The state SENT is recorded before the first byte is sent, so a write that never reached that state was not
  // sent.
  if (write.state === 'PREPARED') return { state: 'ABSENT', why: 'it was never sent' };
  const endpoint = await endpointById(write.endpoint).catch(() => undefined);
  const verification = endpoint?.verifiedBy;
  if (endpoint === undefined || (endpoint.lookup === undefined && verification === undefined))
    return { why: 'no query shows it: look at your account, then use bourse orders mark' };
  const elsewhere = await otherAccount(call, endpoint, write);
  if (elsewhere !== undefined) return { why: elsewhere };
  if (verification !== undefined) return foundRecord(call, endpoint, verification, write);
  if (endpoint.clientIds === undefined || write.clientOrderId === undefined)
    return (
      (await findCancellation(call, journal, endpoint, write)) ?? {
        why: await lookupHint(call, endpoint, write),
      }
    );
  return resolvedOrder(call, journal, endpoint, write, write.clientOrderId);
}

/** Returns the time after which a write without recorded times of its signature can no longer arrive. */
function latestArrival({ lastAt }: WriteRecord): UnixMs {
  return acceptanceDeadline({ timestamp: lastAt, recvWindow: LIMITS.recvWindowMax.value });
}

/**
 * Looks for the record of a write other than an order, such as a withdrawal or a setting. A write with an id is looked for
 * once, when it can no longer arrive, so that a missing record proves that it was not executed.
 */
async function foundRecord(
  call: CommandCall,
  endpoint: Endpoint,
  verification: Verification,
  write: WriteRecord,
): Promise<Finding> {
  const wire = new Map(Object.entries(write.params));
  const request = buildRequest(endpoint, wire);
  const { clock, interrupt } = call.services.world;
  const waitMs = latestArrival(write) - clock.now();
  if (verification.by === 'id' && waitMs > 0) {
    call.output.progress(`looking up ${wordsOf(write)} in ${Math.ceil(waitMs / 1000)} s`);
    await clock.sleep(waitMs, interrupt);
  }
  const found = await findRecordOf(call, { request, wire, verification }, write.firstAt);
  if ('record' in found) return { state: 'FOUND', why: 'the exchange has it', answer: found.record };
  if (found.isMissing === true)
    return {
      state: 'ABSENT',
      why: `the exchange has no ${verification.noun} with this id, and it can no longer come`,
    };
  return { why: `${found.why}: look at your account, then use bourse orders mark` };
}

/** Looks up an order by its client order id until it is found or proved absent. */
async function resolvedOrder(
  call: CommandCall,
  journal: SharedState,
  endpoint: Endpoint,
  write: WriteRecord,
  clientOrderId: string,
): Promise<Finding> {
  const { clock, interrupt } = call.services.world;
  const { sender, times, serverClock } = await openSentWrite(call, journal, endpoint, write);
  const finder = await createOrderFinder(call, endpoint, sender.call);
  const wire = new Map(Object.entries(write.params));
  const resolution = await resolveOrder({
    attempt: { clientOrderId, noun: write.noun, ...times },
    lookup: finder.lookup(clientOrderId, wire),
    clock,
    serverNow: () => serverClock.now(),
    signal: interrupt,
    onLookup: ({ remainingMs }) =>
      call.output.progress(`looking up ${wordsOf(write)}, at most ${Math.ceil(remainingMs / 1000)} s more`),
  });
  return findingOf(resolution);
}

function findingOf(resolution: Resolution): Finding {
  if (resolution.is === 'found')
    return { state: 'FOUND', why: 'the exchange has it', answer: resolution.answer.body };
  if (resolution.is === 'unknown') return { state: 'UNKNOWN', why: resolution.why };
  const { answers, lastAt } = resolution.evidence;
  return {
    state: 'ABSENT',
    why: `the exchange said ${plural(answers, 'time')} that it does not know it, the last time at ${formatTime(lastAt)}`,
  };
}

/** Returns the text that names the command by which a person finds the outcome. */
async function lookupHint(call: CommandCall, endpoint: Endpoint, write: WriteRecord): Promise<string> {
  if (endpoint.lookup === undefined) return 'look at your account, then use bourse orders mark';
  const query = await endpointById(endpoint.lookup);
  const params = new Map(Object.entries(write.params).filter(([name]) => name in query.params));
  const { resumeCommand } = await import('../calling/resume-command.ts');
  return `look with ${await resumeCommand(call, query, params)}, then use bourse orders mark`;
}
