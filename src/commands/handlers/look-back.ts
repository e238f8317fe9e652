/**
 * Finds out what became of a write that is no order and whose answer was lost. It is never sent again: what it made
 * is looked for where the catalogue says that it shows.
 */
import type { Endpoint, SeenIn } from '../../catalogue/types.ts';
import { ToolError } from '../../core/errors.ts';
import { parseJson, stringifyJson } from '../../core/json.ts';
import { plural, safeText } from '../../core/text.ts';
import type { JsonValue, UnixMs } from '../../core/words.ts';
import { isSame } from '../../orders/lookup.ts';
import { isObject } from '../../orders/outcome.ts';
import { optionWords, shellLine } from '../../request/given.ts';
import { requestOf } from '../../request/prepare.ts';
import type { PreparedRequest, WireArguments } from '../../request/types.ts';
import { endpointById } from '../endpoint-by-id.ts';
import { placeWords } from '../kept-words.ts';
import type { CommandCall } from '../types.ts';

/** Waits before each look, in ms; together the time after which the exchange gives a call up itself. */
const LOOK_DELAYS_MS = [1_000, 3_000, 6_000];
const LOOK_ONCE_DELAYS_MS = [10_000];

/** How much older than its sending a record may seem: the exchange accepts a second. */
const OLDER_MAX_MS = 1_000;
/** Around what is told by an id the window only bounds the answer. */
const WINDOW_MS = 60_000;

type Row = Readonly<Record<string, JsonValue>>;

/** A write that was sent, with the time of this machine's clock at which it was. */
export interface SentWrite {
  readonly request: PreparedRequest;
  readonly wire: WireArguments;
  readonly sentAt: UnixMs;
}

/**
 * Shows what a write made once it is found. Throws kind `execution-unknown` where nobody can tell, with the command
 * that looks again; what was never found may still come.
 */
export async function lookBack(
  call: CommandCall,
  seenIn: SeenIn,
  sent: SentWrite,
  first: ToolError,
): Promise<void> {
  const { output } = call;
  const { noun } = seenIn;
  const query = await endpointById(seenIn.query);
  output.note(`No clear answer came; looking for the ${noun}, it is not sent again.`);
  const since = await exchangeTimeOf(call, sent);
  const asked = askedOf(query, seenIn, sent.wire, since);
  let found: readonly Row[] = [];
  for (const delay of seenIn.isAskedOnce === true ? LOOK_ONCE_DELAYS_MS : LOOK_DELAYS_MS) {
    found = await look(call, query, seenIn, { asked, wire: sent.wire, since, delay });
    if (found.length > 0) break;
  }
  if (found.length !== 1)
    throw await unknown(call, query, seenIn, { sent, asked, found: found.length, first });
  output.note(FOUND[seenIn.by](noun));
  await output.answer(stringifyJson(found[0]!), { shape: 'record', columns: query.view?.columns ?? [] });
}

const FOUND: Readonly<Record<SeenIn['by'], (noun: string) => string>> = {
  id: (noun) => `The ${noun} was found: it was taken, once.`,
  values: (noun) =>
    `One ${noun} of these values was found at the time of the call: it was taken. It has no id of its own that would prove it.`,
  state: (noun) => `The ${noun} is as wanted.`,
};

/** Returns when the write was sent by the exchange's clock; by this machine's where the other cannot be had. */
async function exchangeTimeOf(call: CommandCall, { request, sentAt }: SentWrite): Promise<UnixMs> {
  const { world } = call.services;
  try {
    const clock = (await call.services.signedSender(request)).clockOf(request.host);
    await clock.sync(world.interrupt);
    return (sentAt + clock.now() - world.clock.now()) as UnixMs;
  } catch {
    return sentAt;
  }
}

function askedOf(
  query: Endpoint,
  { by, asks = {} }: SeenIn,
  wire: WireArguments,
  since: UnixMs,
): WireArguments {
  const { startTime, endTime } = query.params;
  const asked = new Map<string, string>();
  for (const [name, source] of Object.entries(asks)) if (wire.has(source)) asked.set(name, wire.get(source)!);
  if (by === 'values') asked.set('startTime', String(since - OLDER_MAX_MS));
  else if (startTime?.required === true) asked.set('startTime', String(since - WINDOW_MS));
  if (endTime?.required === true) asked.set('endTime', String(since + WINDOW_MS));
  return asked;
}

interface Look {
  readonly asked: WireArguments;
  readonly wire: WireArguments;
  readonly since: UnixMs;
  readonly delay: number;
}

/** Waits, asks, and returns what fits; nothing where no answer came. */
async function look(call: CommandCall, query: Endpoint, seenIn: SeenIn, one: Look): Promise<readonly Row[]> {
  const { world } = call.services;
  if (world.interrupt.aborted) return [];
  await world.clock.sleep(one.delay, world.interrupt).catch(() => undefined);
  const answer = await call.services
    .call(requestOf(query, one.asked), { isOneOfMany: true })
    .catch(() => undefined);
  if (answer === undefined) return [];
  const fitting = rowsOf(parseJson(answer.body, { what: 'the answer', kind: 'unavailable' }), query).filter(
    (row) => fits(row, seenIn, one),
  );
  // Several positions of one contract share its settings: one of them stands for all.
  return seenIn.by === 'state' ? fitting.slice(0, 1) : fitting;
}

function rowsOf(answer: JsonValue, { view }: Endpoint): readonly Row[] {
  const within = view?.rowsAt === undefined || !isObject(answer) ? answer : (answer[view.rowsAt] ?? null);
  if (Array.isArray(within)) return (within as readonly JsonValue[]).filter(isObject);
  return isObject(within) ? [within] : [];
}

function fits(row: Row, { repeats, written = {}, time }: SeenIn, { wire, since }: Look): boolean {
  const isRepeated = Object.entries(repeats).every(([param, field]) => {
    const wanted = wire.get(param);
    const shown = row[field];
    return wanted === undefined || (shown !== undefined && isSame(written[wanted] ?? wanted, String(shown)));
  });
  if (!isRepeated || time === undefined) return isRepeated;
  const at = row[time];
  return typeof at === 'number' && at >= since - OLDER_MAX_MS;
}

async function unknown(
  call: CommandCall,
  query: Endpoint,
  { noun, ownId }: SeenIn,
  { sent, asked, found, first }: { sent: SentWrite; asked: WireArguments; found: number; first: ToolError },
): Promise<ToolError> {
  const id = ownId === undefined ? undefined : sent.wire.get(ownId);
  const why = found === 0 ? 'it was not found so far' : `${plural(found, noun)} of these values were found`;
  return new ToolError({
    ...first.facts,
    kind: 'execution-unknown',
    message: `Whether the ${noun} was taken is not known: ${why}.`,
    hint: 'Look again, and at your balances, before you send another.',
    execution: 'unknown',
    ...(id === undefined ? {} : { clientOrderId: id }),
    resume: await againCommand(call, query, asked),
    cause: first,
  });
}

/** Returns the command that looks again. */
async function againCommand(call: CommandCall, query: Endpoint, asked: WireArguments): Promise<string> {
  const [command, on] = ((await call.commands()).get(query.id) ?? '').split(' --on ');
  const place = placeWords({ ...call.options, ...(on === undefined ? {} : { on }) });
  const symbol = asked.get('symbol');
  const words = optionWords(query, new Map([...asked].filter(([name]) => name !== 'symbol')));
  return `bourse ${command} ${shellLine([...(symbol === undefined ? [] : [safeText(symbol)]), ...words])}${place}`;
}
