/** `bourse orders resolve`: looks up the writes of earlier runs whose outcome is not known. Sends queries only. */
import { venueOf } from '../../app/destination.ts';
import {
  recordOf,
  UNRESOLVED_STATES,
  WRITE_KIND,
  type WriteRecord,
  type WriteState,
  wordsOf,
} from '../../app/journal/write-journal.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import type { Verification } from '../../catalogue/write-types.ts';
import { asToolError, EXIT_CODES, type ExitCode } from '../../core/errors.ts';
import { plural, safeText } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import type { JsonObject, UnixMs } from '../../core/words.ts';
import { orderOf } from '../../orders/outcome.ts';
import { acceptanceDeadline, type Resolution, resolveOrder } from '../../orders/resolve.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { SharedState } from '../../state/shared-state.ts';
import { findRecordOf } from '../calling/verify-write.ts';
import { endpointById } from '../find-endpoint.ts';
import { createOrderFinder } from '../ordering/order-session.ts';
import { CANCELLED, cancelLookupParams, OPEN_STATES } from '../trade/cancel.ts';
import type { CommandCall } from '../types.ts';
import { findWrite, WRITES, withJournal, writeRow } from './records.ts';

/** The time between two rounds of look-ups with `--watch`, in ms. */
const WATCH_MS = 10_000;

/** What a look-up showed of a write: its new state with the reason, or why its state stays unknown. */
interface Finding {
  readonly state?: WriteState;
  readonly why: string;
  readonly answer?: string;
}

/** Runs `orders resolve`; returns exit code 7 while a write stays unresolved. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { output, services, options } = call;
  const { clock, interrupt } = services.world;
  const isWatching = options['watch'] === true;
  return withJournal(call, async (journal) => {
    for (;;) {
      const left = await resolveRound(call, journal);
      if (left === 0) return EXIT_CODES.done;
      if (!isWatching || interrupt.aborted) {
        output.note(`${plural(left, 'write')} unresolved.`);
        return EXIT_CODES['execution-unknown'];
      }
      await clock.sleep(WATCH_MS, interrupt).catch(() => undefined);
    }
  });
}

/** Looks up each unresolved write once, prints what was found, and returns how many are still unresolved. */
async function resolveRound(call: CommandCall, journal: SharedState): Promise<number> {
  const writes = await unresolvedWrites(journal, (call.positionals['ids'] ?? []) as readonly string[]);
  if (writes.length === 0) call.output.note('No write is unresolved.');
  const rows: JsonObject[] = [];
  let left = 0;
  for (const write of writes) {
    const { state = write.state, why } = await resolveWrite(call, journal, write);
    if (UNRESOLVED_STATES.includes(state)) left += 1;
    rows.push({ ...writeRow({ ...write, state }), why });
  }
  await call.output.value(rows, RESOLVED);
  return left;
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
async function resolveWrite(call: CommandCall, journal: SharedState, write: WriteRecord): Promise<Finding> {
  const finding = await findOutcome(call, journal, write).catch(
    (thrown: unknown): Finding => ({ why: asToolError(thrown).message }),
  );
  const { state, why, answer } = finding;
  if (state === undefined || state === write.state) return finding;
  const result = await journal.commit([
    {
      do: 'append',
      subject: write.id,
      state,
      at: call.services.world.clock.now(),
      body: { why, ...(answer === undefined ? {} : { answer }) },
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
  if (endpoint.clientIds === undefined || write.clientOrderId === undefined) {
    const query = endpoint.lookup === undefined ? undefined : await endpointById(endpoint.lookup);
    if (endpoint.method === 'DELETE' && query?.lookupFields !== undefined && namesOrder(query, write))
      return cancelledOrder(call, query, write);
    return { why: await lookupHint(call, endpoint, write) };
  }
  return resolvedOrder(call, journal, endpoint, write, write.clientOrderId);
}

/** Returns whether a cancellation is of one order, and not of all orders of a symbol. */
function namesOrder(query: Endpoint, { params }: WriteRecord): boolean {
  const found = cancelLookupParams(query, new Map(Object.entries(params)));
  return [...found.keys()].some((name) => name !== 'symbol' && name !== 'isIsolated');
}

/**
 * Looks up the order that a cancellation was for. An order that can still be cancelled proves that the cancellation was not
 * executed, but only once it can no longer arrive.
 */
async function cancelledOrder(call: CommandCall, query: Endpoint, write: WriteRecord): Promise<Finding> {
  const answer = await call.services.call({
    ...buildRequest(query, cancelLookupParams(query, new Map(Object.entries(write.params)))),
    isUrgent: true,
  });
  const status = orderOf(answer)?.['status'] ?? orderOf(answer)?.['listOrderStatus'];
  if (typeof status !== 'string') return { why: 'the answer holds no order' };
  const why = `the order is ${safeText(status)}`;
  if (CANCELLED.has(status)) return { state: 'FOUND', why };
  const deadline = acceptanceDeadline({
    clientOrderId: '',
    timestamp: write.lastAt,
    recvWindow: RECV_WINDOW_MAX_MS,
  });
  const isOver = !OPEN_STATES.has(status) || call.services.world.clock.now() > deadline;
  return isOver ? { state: 'ABSENT', why } : { why: `${why}; the cancellation may still arrive` };
}

/** Looks for the record of a write other than an order, such as a withdrawal or a setting. */
async function foundRecord(
  call: CommandCall,
  endpoint: Endpoint,
  verification: Verification,
  write: WriteRecord,
): Promise<Finding> {
  const wire = new Map(Object.entries(write.params));
  const request = buildRequest(endpoint, wire);
  const found = await findRecordOf(call, { request, wire, verification }, write.firstAt);
  if ('record' in found) return { state: 'FOUND', why: 'the exchange has it', answer: found.record };
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
  const { services, output } = call;
  const { clock, interrupt } = services.world;
  const wire = new Map(Object.entries(write.params));
  const request = buildRequest(endpoint, wire);
  const sender = await services.signedSender(request);
  const finder = await createOrderFinder(call, endpoint, sender.call);
  const serverClock = sender.clockOf(request.host);
  await serverClock.sync(interrupt);
  const resolution = await resolveOrder({
    attempt: { clientOrderId, noun: write.noun, ...(await lastTimes(journal, write)) },
    lookup: finder.lookup(clientOrderId, wire),
    clock,
    serverNow: () => serverClock.now(),
    signal: interrupt,
    onLookup: ({ remainingMs }) =>
      output.progress(`looking up ${wordsOf(write)}, at most ${Math.ceil(remainingMs / 1000)} s more`),
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

/**
 * Returns the times of the last attempt to send a write; without a record of them, the time of its journal entry
 * counts.
 */
async function lastTimes(
  journal: SharedState,
  { id, firstAt }: WriteRecord,
): Promise<{ readonly timestamp: UnixMs; readonly recvWindow: number }> {
  const sent = (await journal.timeline(id))
    .filter(({ body }) => typeof body['timestamp'] === 'number')
    .at(-1);
  const { timestamp = firstAt, recvWindow = RECV_WINDOW_MAX_MS } = (sent?.body ?? {}) as {
    readonly timestamp?: UnixMs;
    readonly recvWindow?: number;
  };
  return { timestamp, recvWindow };
}

/** The longest recvWindow (interface document, Limits). */
const RECV_WINDOW_MAX_MS = 60_000;

/** Returns why the write cannot be looked up with the keys of this run, or undefined if it can. */
async function otherAccount(
  { services }: CommandCall,
  endpoint: Endpoint,
  { origin }: WriteRecord,
): Promise<string | undefined> {
  const request = buildRequest(endpoint, new Map());
  const venue = venueOf(await services.destinationOf(request));
  const { signer } = await services.keysOf(request.host);
  const isSame = venue === origin.venue && (origin.account === '' || signer.fingerprint === origin.account);
  if (isSame) return undefined;
  const profile = origin.profile === undefined ? '' : ` --profile ${origin.profile}`;
  return `it belongs to another account: choose it with --env ${origin.venue}${profile}`;
}

/** Returns the text that names the command by which a person finds the outcome. */
async function lookupHint(call: CommandCall, endpoint: Endpoint, write: WriteRecord): Promise<string> {
  if (endpoint.lookup === undefined) return 'look at your account, then use bourse orders mark';
  const query = await endpointById(endpoint.lookup);
  const params = new Map(Object.entries(write.params).filter(([name]) => name in query.params));
  const { resumeCommand } = await import('../calling/resume-command.ts');
  return `look with ${await resumeCommand(call, query, params)}, then use bourse orders mark`;
}
