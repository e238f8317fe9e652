/** Calls an endpoint once for each of several arguments, and prints the rows of all answers together. */
import type { Endpoint } from '../../catalogue/types.ts';
import { parseJson } from '../../core/json.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { CommandCall } from '../types.ts';

/**
 * Prints the rows in the order of the arguments. All arguments are checked before the first call. If one call
 * fails, no rows are printed, because a list that lacks a symbol looks complete.
 */
export async function callEach(call: CommandCall, endpoint: Endpoint): Promise<void> {
  const { services, output, fanOut } = call;
  const now = services.world.clock.now();
  const prepared = fanOut.map((argument) => prepareRequest(endpoint, [...call.given, argument], { now }));
  for (const note of new Set(prepared.flatMap(({ notes }) => notes))) output.note(note);
  const rows: string[] = [];
  for (const { request } of prepared) {
    const { body } = await services.call(request, { isOneOfMany: true });
    rows.push(...splitRows(body));
  }
  services.rememberSymbols(fanOut, endpoint);
  await output.answer(`[${rows.join(',')}]`, endpoint.view, { now: services.world.clock.now() });
}

/**
 * Returns the JSON text of the rows as received; an answer about one symbol is an object, or a list of one.
 */
function splitRows(body: string): readonly string[] {
  const value = parseJson(body, { what: 'the answer', kind: 'unavailable' });
  const text = body.trim();
  if (!Array.isArray(value)) return [text];
  return value.length === 0 ? [] : [text.slice(1, -1)];
}
