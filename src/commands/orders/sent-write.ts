/** What the journal knows of a write that was sent: the times it was signed with, and the account whose keys look it up. */

import { venueOf } from '../../app/destination.ts';
import type { WriteRecord, WriteState } from '../../app/journal/write-record.ts';
import type { OpenSender } from '../../app/sender.ts';
import * as LIMITS from '../../catalogue/limits/signing.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import type { UnixMs } from '../../core/words.ts';
import type { SendTimes } from '../../orders/dispatch.ts';
import type { ServerClock } from '../../orders/server-clock.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { SharedState } from '../../state/shared-state.ts';
import type { CommandCall } from '../types.ts';

/** What a look-up showed of a write: its new state with the reason, or why its state stays unknown. */
export interface Finding {
  readonly state?: WriteState;
  readonly why: string;
  readonly answer?: string;
}

/** What looking up a write needs: the sender with the keys of this run, the times of the write, and the exchange's time. */
export interface SentWrite {
  readonly sender: OpenSender;
  readonly times: SendTimes;
  readonly serverClock: ServerClock;
}

/** Opens a sender to the host of a write and measures the exchange's time. */
export async function openSentWrite(
  { services }: CommandCall,
  journal: SharedState,
  endpoint: Endpoint,
  write: WriteRecord,
): Promise<SentWrite> {
  const request = buildRequest(endpoint, new Map(Object.entries(write.params)));
  const sender = await services.signedSender(request);
  const serverClock = sender.clockOf(request.host);
  await serverClock.sync(services.world.interrupt);
  return { sender, times: await lastTimes(journal, write), serverClock };
}

/**
 * Returns the times of the last attempt to send a write; without a record of them, the time of its journal entry
 * counts.
 */
export async function lastTimes(journal: SharedState, { id, firstAt }: WriteRecord): Promise<SendTimes> {
  const sent = (await journal.timeline(id))
    .filter(({ body }) => typeof body['timestamp'] === 'number')
    .at(-1);
  const { timestamp = firstAt, recvWindow = LIMITS.recvWindowMax.value } = (sent?.body ?? {}) as {
    readonly timestamp?: UnixMs;
    readonly recvWindow?: number;
  };
  return { timestamp, recvWindow };
}

/** Returns why the write cannot be looked up with the keys of this run, or undefined if it can. */
export async function otherAccount(
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
