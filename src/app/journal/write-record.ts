/** A write as the journal holds it: its state, and what a later run needs to look it up. */
import { safeText } from '../../core/text.ts';
import type { JsonObject, JsonValue, UnixMs } from '../../core/words.ts';
import type { JournalSubject } from '../../state/shared-state.ts';

/** The states of a write. PREPARED and SENT precede the answer; ABSENT is a finding with evidence, not a refusal. */
export type WriteState = 'PREPARED' | 'SENT' | 'ACKED' | 'REJECTED' | 'UNKNOWN' | 'FOUND' | 'ABSENT';

/** The states in which it is not known what became of a write. */
export const UNRESOLVED_STATES: readonly WriteState[] = ['PREPARED', 'SENT', 'UNKNOWN'];

/** The states in which it is known what became of a write. */
export const FINAL_STATES: readonly WriteState[] = ['ACKED', 'REJECTED', 'FOUND', 'ABSENT'];

/** The kind of all subjects of the journal that are writes. */
export const WRITE_KIND = 'write';

/** The destination of a write, and the account that makes it. */
export interface WriteOrigin {
  /** The environment to which a write goes, or the host that was given instead. */
  readonly venue: string;
  /** The fingerprint of the API key; empty if the write has none. */
  readonly account: string;
  readonly profile: string | undefined;
  readonly origin: string;
}

/** What a later run needs to look up a write. All values are text, so that no digit is lost. */
export interface WriteRecord {
  readonly id: string;
  readonly state: WriteState;
  readonly endpoint: string;
  readonly noun: string;
  readonly command: string;
  readonly origin: WriteOrigin;
  readonly symbol: string | undefined;
  readonly clientOrderId: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly pid: number;
  readonly firstAt: UnixMs;
  readonly lastAt: UnixMs;
}

/** Returns the write that a subject of the journal records, with its state and times. */
export function recordOf({ id, state, body, firstAt, lastAt }: JournalSubject): WriteRecord {
  const origin = (body['origin'] ?? {}) as JsonObject;
  return {
    id,
    state: state as WriteState,
    endpoint: textOf(body['endpoint']) ?? '',
    noun: textOf(body['noun']) ?? 'call',
    command: textOf(body['command']) ?? '',
    origin: {
      venue: textOf(origin['venue']) ?? '',
      account: textOf(origin['account']) ?? '',
      profile: textOf(origin['profile']),
      origin: textOf(origin['origin']) ?? '',
    },
    symbol: textOf(body['symbol']),
    clientOrderId: textOf(body['clientOrderId']),
    params: (body['params'] ?? {}) as Readonly<Record<string, string>>,
    pid: Number(body['pid'] ?? 0),
    firstAt,
    lastAt,
  };
}

/** Returns a write in words, such as "the order boXYZ-1". */
export function wordsOf({ noun, clientOrderId, id }: WriteRecord): string {
  return `the ${noun} ${safeText(clientOrderId ?? id)}`;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
