/**
 * Verifies a write other than an order that was sent and got no conclusive answer. The write is never sent
 * again; the query named by the catalogue shows whether the exchange has a matching record.
 */

import type { Endpoint, View } from '../../catalogue/types.ts';
import type { Verification } from '../../catalogue/write-types.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import { readJson, stringifyJson } from '../../core/json.ts';
import { plural, safeText } from '../../core/text.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import { isObject, type JsonValue, type UnixMs } from '../../core/words.ts';
import { isSameValue } from '../../orders/lookup.ts';
import { lookupFailure, unknownStatusMessage } from '../../orders/resolve.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { PreparedRequest, WireArguments } from '../../request/types.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';
import { resumeCommand } from './resume-command.ts';

/**
 * Delays before each query for an unconfirmed write, in ms; their sum is the time after which the exchange
 * itself drops a call.
 */
const QUERY_DELAYS_MS = [1_000, 3_000, 6_000];
const SINGLE_QUERY_DELAYS_MS = [10_000];

/**
 * How much older than the write a matching record may be, in ms: clocks differ, and some histories hold whole
 * seconds.
 */
const CLOCK_TOLERANCE_MS = 1_000;
/** Half of the time window, in ms, of a query by id whose time window is a required parameter. */
const WINDOW_MS = MINUTE_MS;

/** The time after which no further query of a verification is sent, in ms. */
const VERIFICATION_MAX_MS = MINUTE_MS;

type RecordRow = Readonly<Record<string, JsonValue>>;

/** The state of the exchange's records before a write was sent. */
export interface WriteBaseline {
  /** The exchange's time. */
  readonly since: UnixMs;
  /** Number of records that matched the write before it was sent; undefined if the query failed. */
  readonly count: number | undefined;
}

/** A write whose effect can be found in records of the exchange. */
export interface VerifiableWrite {
  readonly request: PreparedRequest;
  readonly wire: WireArguments;
  readonly verification: Verification;
}

/** A write that was sent and got no conclusive answer. */
export interface UnconfirmedWrite extends VerifiableWrite {
  readonly baseline: WriteBaseline;
}

/**
 * Returns the state of the exchange's records before a write is sent. If a record can be recognised by its
 * values only, the records that already match are counted, so that an identical earlier write is not mistaken
 * for this one.
 */
export async function recordBaseline(
  call: CommandCall,
  { request, wire, verification }: VerifiableWrite,
): Promise<WriteBaseline> {
  const since = await exchangeTime(call, request);
  if (verification.by !== 'values') return { since, count: 0 };
  const rows = await queryRecords(call, await endpointById(verification.query), verification, {
    wire,
    since,
    delay: 0,
  });
  const isKnown = typeof rows !== 'string';
  return {
    since,
    count: isKnown ? rows.filter((row) => matchesWrite(row, verification, wire, since)).length : undefined,
  };
}

/** Prints the record that a write created, once a query finds it; throws as `findUnconfirmed` does. */
export async function verifyWrite(
  call: CommandCall,
  write: UnconfirmedWrite,
  sendError: ToolError,
): Promise<void> {
  const { record, view } = await findUnconfirmed(call, write, sendError);
  await call.output.answer(record, view);
}

/**
 * Returns the record that a write created, as JSON, once a query finds it. Otherwise throws kind `execution-unknown`
 * with the command that looks for the record again, because the write may still arrive.
 */
export async function findUnconfirmed(
  call: CommandCall,
  write: UnconfirmedWrite,
  sendError: ToolError,
): Promise<{ readonly record: string; readonly view: View }> {
  const { output } = call;
  const { verification, wire, baseline } = write;
  const { noun, by } = verification;
  const query = await endpointById(verification.query);
  output.note(`Execution status unknown: looking up the ${noun}; it is not sent again.`);
  if (verification.unlessSent?.some((param) => wire.has(param)) === true)
    throw await unknownOutcomeError(call, write, sendError, 'The current settings cannot show this change');
  let reason = 'No matching record was found so far';
  const { clock } = call.services.world;
  const startedMs = clock.monotonicMs();
  for (const delay of verification.isQueriedOnce === true ? SINGLE_QUERY_DELAYS_MS : QUERY_DELAYS_MS) {
    if (clock.monotonicMs() - startedMs > VERIFICATION_MAX_MS) break;
    const rows = await queryRecords(call, query, verification, { wire, since: baseline.since, delay });
    if (typeof rows === 'string') {
      reason = lookupFailure(rows);
      continue;
    }
    const finding = findRecord(rows, write);
    if (finding.is === 'found') {
      output.note(FOUND_NOTES[by](noun));
      const view = { shape: 'record', columns: query.view?.columns ?? [] } as const;
      return { record: stringifyJson(finding.row), view };
    }
    reason = finding.reason ?? reason;
    if (finding.is === 'ambiguous') break;
  }
  throw await unknownOutcomeError(call, write, sendError, reason);
}

/** The record of a write as JSON; or why no record proves the write, and whether the exchange has none with its id. */
export type RecordSearch =
  | { readonly record: string }
  | { readonly why: string; readonly isMissing?: boolean };

/**
 * Looks once for the record of a write of an earlier run, in the seconds after `since`, and returns the record as JSON, or
 * why none proves the write. A write that is recognised by its values only is never proved, because the
 * records before it were not counted.
 */
export async function findRecordOf(
  call: CommandCall,
  write: VerifiableWrite,
  since: UnixMs,
): Promise<RecordSearch> {
  const { verification, wire } = write;
  if (verification.unlessSent?.some((param) => wire.has(param)) === true)
    return { why: 'the current settings cannot show this change' };
  const query = await endpointById(verification.query);
  const rows = await queryRecords(call, query, verification, { wire, since, delay: 0 });
  if (typeof rows === 'string') return { why: lookupFailure(rows) };
  const finding = findRecord(rows, { ...write, baseline: { since, count: undefined } });
  return finding.is === 'found'
    ? { record: stringifyJson(finding.row) }
    : {
        why: finding.reason ?? 'no matching record was found',
        isMissing: verification.by === 'id' && finding.reason === undefined,
      };
}

/** What one query shows of an unconfirmed write: its record, records that prove nothing, or no record yet. */
type Finding =
  | { readonly is: 'found'; readonly row: RecordRow }
  | { readonly is: 'ambiguous' | 'missing'; readonly reason?: string };

function findRecord(rows: readonly RecordRow[], { verification, wire, baseline }: UnconfirmedWrite): Finding {
  const { noun, by } = verification;
  const matching = rows.filter((row) => matchesWrite(row, verification, wire, baseline.since));
  const count = by === 'values' ? matching.length - (baseline.count ?? 0) : Math.min(matching.length, 1);
  if (by === 'values' && baseline.count === undefined && count > 0)
    return { is: 'ambiguous', reason: 'The records before it could not be read' };
  if (count > 1)
    return { is: 'ambiguous', reason: `${plural(count, noun)} with these values appeared at the same time` };
  if (count === 1) return { is: 'found', row: newestRow(matching, verification) };
  if (by === 'id' && rows.some((row) => hasId(row, verification, wire)))
    return { is: 'missing', reason: `The ${noun} with this id has other values` };
  return { is: 'missing' };
}

const FOUND_NOTES: Readonly<Record<Verification['by'], (noun: string) => string>> = {
  id: (noun) => `The ${noun} was found: it was executed once.`,
  values: (noun) =>
    `One ${noun} with these values appeared since the call, so it was executed; it has no id that would prove it.`,
  state: (noun) => `The ${noun} has the requested value.`,
};

/** Returns the exchange's time, or this machine's time if the exchange's cannot be measured. */
async function exchangeTime(call: CommandCall, request: PreparedRequest): Promise<UnixMs> {
  const { world } = call.services;
  try {
    const clock = (await call.services.signedSender(request)).clockOf(request.host);
    await clock.sync(world.interrupt);
    return clock.now();
  } catch {
    return world.clock.now();
  }
}

interface RecordQuery {
  readonly wire: WireArguments;
  readonly since: UnixMs;
  /** The delay before the query, in ms. */
  readonly delay: number;
}

/** Returns the rows of a query that is sent after a delay, or the reason why no readable answer arrived. */
async function queryRecords(
  call: CommandCall,
  query: Endpoint,
  verification: Verification,
  { wire, since, delay }: RecordQuery,
): Promise<readonly RecordRow[] | string> {
  const { world } = call.services;
  if (world.interrupt.aborted) return 'it was interrupted';
  if (delay > 0) await world.clock.sleep(delay, world.interrupt).catch(() => undefined);
  const prepared = buildRequest(query, queryParams(query, verification, wire, since));
  // The queries after the write are repeated by the verification itself, or have too much weight to be repeated.
  const request = delay > 0 ? ({ ...prepared, isUrgent: true, isSentOnce: true } as const) : prepared;
  const answer = await call.services
    .call(request, { isOneOfMany: true })
    .catch((thrown: unknown) => asToolError(thrown).message);
  if (typeof answer === 'string') return answer;
  const body = readJson(answer.body);
  return body.ok ? rowsOf(body.value, query) : 'the answer is not JSON';
}

/** Returns the parameters of the query that finds the write. */
function queryParams(
  query: Endpoint,
  { by, queryParams: queryParamNames = {} }: Verification,
  wire: WireArguments,
  since: UnixMs,
): WireArguments {
  const { startTime, endTime, size, limit } = query.params;
  const params = new Map<string, string>();
  for (const [name, source] of Object.entries(queryParamNames))
    if (wire.has(source)) params.set(name, wire.get(source)!);
  if (by === 'values') params.set('startTime', String(since - CLOCK_TOLERANCE_MS));
  else if (startTime?.required === true) params.set('startTime', String(since - WINDOW_MS));
  if (endTime?.required === true) params.set('endTime', String(since + WINDOW_MS));
  if (by === 'values')
    for (const [name, param] of Object.entries({ size, limit }))
      if (typeof param?.max === 'number') params.set(name, String(param.max));
  return params;
}

function rowsOf(answer: JsonValue, { view }: Endpoint): readonly RecordRow[] {
  const rows = view?.rowsAt === undefined || !isObject(answer) ? answer : (answer[view.rowsAt] ?? null);
  if (Array.isArray(rows)) return (rows as readonly JsonValue[]).filter(isObject);
  return isObject(rows) ? [rows] : [];
}

/** Returns whether a record has the values that were sent and is not older than the write. */
function matchesWrite(
  row: RecordRow,
  verification: Verification,
  wire: WireArguments,
  since: UnixMs,
): boolean {
  const { echoes, time } = verification;
  if (!Object.keys(echoes).every((param) => matchesParam(row, param, verification, wire))) return false;
  const at = time === undefined ? undefined : timeOf(row[time]);
  return time === undefined || (at !== undefined && at >= since - CLOCK_TOLERANCE_MS);
}

function hasId(row: RecordRow, verification: Verification, wire: WireArguments): boolean {
  const [id] = Object.keys(verification.echoes);
  return id !== undefined && matchesParam(row, id, verification, wire);
}

function matchesParam(
  row: RecordRow,
  param: string,
  verification: Verification,
  wire: WireArguments,
): boolean {
  const wanted = wire.get(param);
  const shown = row[verification.echoes[param]!];
  if (wanted === undefined) return true;
  return shown !== undefined && isSameValue(verification.echoedAs?.[wanted] ?? wanted, String(shown));
}

/** Parses a time given as Unix ms, or as UTC text such as "2024-01-31 13:00:00". */
function timeOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  const parsed = typeof value === 'string' ? Date.parse(`${value.replace(' ', 'T')}Z`) : Number.NaN;
  return Number.isNaN(parsed) ? undefined : parsed;
}

function newestRow(rows: readonly RecordRow[], { time }: Verification): RecordRow {
  const at = (row: RecordRow) => (time === undefined ? 0 : (timeOf(row[time]) ?? 0));
  return rows.reduce((newest, row) => (at(row) > at(newest) ? row : newest));
}

async function unknownOutcomeError(
  call: CommandCall,
  { verification, wire, baseline }: UnconfirmedWrite,
  sendError: ToolError,
  lookup: string,
): Promise<ToolError> {
  const { noun, clientId } = verification;
  const query = await endpointById(verification.query);
  const id = clientId === undefined ? undefined : wire.get(clientId);
  return new ToolError({
    ...sendError.facts,
    kind: 'execution-unknown',
    message: unknownStatusMessage(`${noun}${id === undefined ? '' : ` ${safeText(id)}`}`, sendError, lookup),
    hint: 'Run the lookup again and check your balances before you send another.',
    execution: 'unknown',
    ...(id === undefined ? {} : { clientOrderId: id }),
    resume: await resumeCommand(call, query, queryParams(query, verification, wire, baseline.since)),
    cause: sendError,
  });
}
