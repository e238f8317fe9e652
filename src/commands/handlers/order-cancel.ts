/** Cancels an order: may be repeated safely, and what became of the order is told in the end. */
import { orderGet } from '../../catalogue/spot/trading.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { prepare, requestOf } from '../../request/prepare.ts';
import type { Answer } from '../../request/types.ts';
import type { CommandCall } from '../types.ts';
import { confirm, showRequest } from './write.ts';

/** The exchange knows no open order of this id (interface document, Errors: CANCEL_REJECTED). */
const CANCEL_REJECTED = -2011;

/** Looks at an order whose cancellation got no clear answer. */
const LOOKS_MAX = 4;
const LOOK_DELAY_MS = 500;

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const endpoint = call.endpoint!;
  const { request, notes, wire } = prepare(endpoint, call.given, { now: services.world.clock.now() });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) return showRequest(call, request);
  await confirm(call, request);
  try {
    const answer = await services.call(request, { isOneOfMany: true });
    return await output.answer(answer.body, endpoint.view);
  } catch (thrown) {
    const error = asToolError(thrown);
    const isUnclear = error.facts.execution === 'unknown' || error.facts.code === CANCEL_REJECTED;
    // Only spot orders are looked up so far; of others the exchange's own words are all there is.
    if (!isUnclear || endpoint.product !== 'spot') throw error;
    const query = new Map([...wire].filter(([name]) => name in orderGet.params));
    const found = await lookUp(call, query, error);
    output.note('The cancellation got no clear answer; this is the order as it stands.');
    await output.answer(found.body, orderGet.view);
  }
}

/** Returns the order once it is cancelled; throws where it was filled, is still open, or cannot be seen. */
async function lookUp(
  { services }: CommandCall,
  query: ReadonlyMap<string, string>,
  first: ToolError,
): Promise<Answer> {
  const { world } = services;
  for (let look = 1; look <= LOOKS_MAX; look += 1) {
    const answer = await services.call(requestOf(orderGet, query)).catch((thrown: unknown) => {
      // An order that nobody knows of was not there to be cancelled: the exchange's own words say it best.
      if (asToolError(thrown).kind === 'rejected' || look === LOOKS_MAX) throw first;
      return undefined;
    });
    const status = answer === undefined ? undefined : statusOf(answer);
    if (answer !== undefined && status === 'CANCELED') return answer;
    if (status !== undefined && status !== 'NEW' && status !== 'PARTIALLY_FILLED') throw ended(first, status);
    if (first.facts.code === CANCEL_REJECTED) throw first;
    await world.clock.sleep(LOOK_DELAY_MS * look, world.interrupt);
  }
  throw new ToolError({
    ...first.facts,
    kind: 'execution-unknown',
    message: `The order is still open, and its cancellation got no clear answer: ${first.message}`,
    hint: 'Cancelling again is safe.',
    execution: 'unknown',
  });
}

function statusOf(answer: Answer): string | undefined {
  const order = parseJson(answer.body, { what: 'the order', kind: 'unavailable' });
  const status =
    typeof order === 'object' && order !== null && 'status' in order
      ? (order as { status: unknown }).status
      : undefined;
  return typeof status === 'string' ? status : undefined;
}

function ended(first: ToolError, status: string): ToolError {
  return new ToolError({
    ...first.facts,
    kind: 'rejected',
    message: `The order cannot be cancelled any more: it is ${status}.`,
    hint: 'bourse trade order get shows how it ended.',
    execution: 'not_executed',
  });
}
