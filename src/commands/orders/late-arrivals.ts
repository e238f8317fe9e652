/**
 * Looks for orders that were proved absent and were executed all the same, later than the exchange promises. Such an order is
 * looked for during 24 hours.
 */
import { watchedSince, watchForLateArrivals } from '../../app/journal/absence-watch.ts';
import { journalPath } from '../../app/journal/write-journal.ts';
import { recordOf, WRITE_KIND, type WriteRecord, wordsOf } from '../../app/journal/write-record.ts';
import { safeText } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import type { JsonObject } from '../../core/words.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { SharedState } from '../../state/shared-state.ts';
import { endpointById } from '../find-endpoint.ts';
import { createOrderFinder } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import { withJournal } from './records.ts';
import { lastTimes, otherAccount } from './sent-write.ts';

/** The largest number of absent orders that are looked for, the newest first. */
const ABSENT_MAX = 100;

/** Has later commands look for an order that is recorded as absent; returns what its journal entry says of that. */
export function watchAbsentOrder({ services: { world } }: CommandCall, write: WriteRecord): JsonObject {
  if (write.clientOrderId === undefined) return {};
  watchForLateArrivals(world, journalPath(world));
  return { isWatched: true };
}

/** Returns the orders of the chosen account that are recorded as absent and still looked for. */
export async function absentOrders(call: CommandCall, journal: SharedState): Promise<readonly WriteRecord[]> {
  const since = watchedSince(call.services.world.clock.now());
  const subjects = await journal.subjects({ kind: WRITE_KIND, states: ['ABSENT'], since, limit: ABSENT_MAX });
  const orders: WriteRecord[] = [];
  for (const write of subjects.map(recordOf)) {
    const [endpoint, entries] = [await endpointOf(write), await journal.timeline(write.id)];
    const isWatched = endpoint?.clientIds !== undefined && entries.at(-1)?.body['isWatched'] === true;
    if (isWatched && (await otherAccount(call, endpoint, write)) === undefined) orders.push(write);
  }
  return orders;
}

/**
 * Looks once for one order that is recorded as absent, after a command that used keys. Returns whether the exchange has the
 * order, and then has reported and recorded it. Never throws.
 */
export async function lookForLateArrival(call: CommandCall): Promise<boolean> {
  const { world } = call.services;
  return withJournal(call, async (journal) => {
    const orders = await absentOrders(call, journal);
    const order = orders[Math.floor(world.random.next() * orders.length)];
    return order !== undefined && (await findLateArrival(call, journal, order)) !== undefined;
  }).catch(() => false);
}

/**
 * Looks once for an order that is recorded as absent; if the exchange has it, reports and records that and returns why it
 * now counts as found.
 */
export async function findLateArrival(
  call: CommandCall,
  journal: SharedState,
  write: WriteRecord,
): Promise<string | undefined> {
  const { services, output } = call;
  const endpoint = await endpointOf(write);
  if (endpoint === undefined) return undefined;
  const wire = new Map(Object.entries(write.params));
  const sender = await services.signedSender(buildRequest(endpoint, wire));
  const queryOnce: typeof sender.call = (query, signal) =>
    sender.call({ ...query, isSentOnce: true }, signal);
  const finder = await createOrderFinder(call, endpoint, queryOnce);
  const { timestamp } = await lastTimes(journal, write);
  const result = await finder.lookup(write.clientOrderId!, wire).byId(timestamp, services.world.interrupt);
  if (result.found !== 'order') return undefined;
  const why = `the exchange has it although it was recorded as absent at ${formatTime(write.lastAt)}`;
  const entry = { do: 'append', subject: write.id, state: 'FOUND', from: ['ABSENT'] } as const;
  const body = { why, answer: result.answer.body };
  const recorded = await journal.commit([{ ...entry, at: services.world.clock.now(), body }]);
  // Another process has reported it.
  if (!recorded.ok) return undefined;
  const name = wordsOf(write);
  output.note(
    `${name[0]!.toUpperCase()}${name.slice(1)} (${safeText(write.symbol ?? write.origin.venue)}) has arrived late: ${why}. Look at it before you trade: bourse orders show ${safeText(write.clientOrderId!)}`,
  );
  return why;
}

function endpointOf({ endpoint }: WriteRecord) {
  return endpointById(endpoint).catch(() => undefined);
}
