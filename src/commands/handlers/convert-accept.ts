/**
 * Accepts a quote. It is sent once: a quote has no id of one's own, but the conversions name their quote, so one whose
 * answer was lost is looked for among them.
 */
import { asToolError, ToolError } from '../../core/errors.ts';
import { parseJson, stringifyJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import type { JsonValue, UnixMs } from '../../core/words.ts';
import { isObject, orderOf } from '../../orders/outcome.ts';
import { shellLine } from '../../request/given.ts';
import { prepare, requestOf } from '../../request/prepare.ts';
import type { PreparedRequest } from '../../request/types.ts';
import { endpointById } from '../endpoint-by-id.ts';
import { placeWords } from '../kept-words.ts';
import type { CommandCall } from '../types.ts';
import { confirm, showRequest } from './write.ts';

/** Looks at the conversions after an answer was lost, and the time around it in which they are looked for. */
const LOOKS_MAX = 3;
const LOOK_DELAY_MS = 3_000;
const WINDOW_MS = 60_000;

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const { request, notes, wire } = prepare(call.endpoint!, call.given, { now: services.world.clock.now() });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) return showRequest(call, request);
  await confirm(call, request);
  await acceptQuote(call, request, wire.get('quoteId')!);
}

/** Sends the acceptance once and shows what became of it; throws where it was refused or nobody can tell. */
export async function acceptQuote(
  call: CommandCall,
  request: PreparedRequest,
  quoteId: string,
): Promise<void> {
  const { services, output } = call;
  const endpoint = await endpointById(request.endpoint);
  const sentAt = services.world.clock.now();
  try {
    const answer = await services.call(request, { isOneOfMany: true });
    const { orderStatus } = orderOf(answer) ?? {};
    if (orderStatus === 'FAIL') throw failed(request);
    return await output.answer(answer.body, endpoint.view);
  } catch (thrown) {
    const error = asToolError(thrown);
    if (error.facts.execution !== 'unknown') throw error;
    output.note('No clear answer came; looking for it among the conversions, it is not sent again.');
    const found = await lookUp(call, endpoint.lookup!, quoteId, sentAt, error);
    output.note('The quote was accepted, once.');
    await output.answer(stringifyJson(found), { shape: 'record', columns: [] });
  }
}

async function lookUp(
  call: CommandCall,
  lookup: string,
  quoteId: string,
  sentAt: UnixMs,
  first: ToolError,
): Promise<JsonValue> {
  const { world } = call.services;
  const query = await endpointById(lookup);
  const window = { startTime: String(sentAt - WINDOW_MS), endTime: String(sentAt + WINDOW_MS) };
  for (let look = 1; look <= LOOKS_MAX && !world.interrupt.aborted; look += 1) {
    await world.clock.sleep(LOOK_DELAY_MS, world.interrupt).catch(() => undefined);
    const answer = await call.services
      .call(requestOf(query, new Map(Object.entries(window))))
      .catch(() => undefined);
    const found = answer === undefined ? undefined : rowOf(answer.body, query.view?.rowsAt ?? '', quoteId);
    if (found !== undefined) return found;
  }
  throw new ToolError({
    ...first.facts,
    kind: 'execution-unknown',
    message: `Whether the quote ${safeText(quoteId)} was accepted is not known: it is not among the conversions so far.`,
    hint: 'Look at the conversions and at your balances before you ask for another quote.',
    execution: 'unknown',
    resume: `bourse convert trades ${shellLine(['--start', window.startTime, '--end', window.endTime])}${placeWords(call.options)}`,
    cause: first,
  });
}

function rowOf(body: string, rowsAt: string, quoteId: string): JsonValue | undefined {
  const answer = parseJson(body, { what: 'the conversions', kind: 'unavailable' });
  const rows = isObject(answer) ? answer[rowsAt] : undefined;
  if (!Array.isArray(rows)) return undefined;
  return (rows as readonly JsonValue[]).find((row) => isObject(row) && row['quoteId'] === quoteId);
}

function failed({ endpoint }: PreparedRequest): ToolError {
  return new ToolError({
    kind: 'rejected',
    message: 'The exchange took the quote and says that the conversion failed.',
    hint: 'Nothing was converted. Ask for another quote.',
    execution: 'not_executed',
    endpoint,
  });
}
