/**
 * Calls an endpoint with the typed arguments and prints its answer: the default for commands without a
 * handler.
 */
import type { Endpoint } from '../../catalogue/types.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { CommandCall } from '../types.ts';

/** Calls the command's endpoint once, page by page, or once for each argument. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const endpoint = call.endpoint!;
  if (needsPaging(call, endpoint)) {
    const { fetchPages: pagesOf, flatRowsView: viewOfRows } = await import('./paged-call.ts');
    const now = services.world.clock.now();
    return output.chunks(pagesOf(call, endpoint), viewOfRows(endpoint.view), { now });
  }
  if (call.fanOut.length > 0) {
    const { callEach: showEach } = await import('./call-each.ts');
    return showEach(call, endpoint);
  }
  const now = services.world.clock.now();
  const { given } = call;
  const { request, notes } = prepareRequest(endpoint, given, { now });
  for (const note of notes) output.note(note);
  const answer = await services.call(request);
  services.rememberSymbols(given, endpoint);
  await output.answer(answer.body, endpoint.view, { now: services.world.clock.now() });
}

/**
 * Returns whether the requested rows need several pages. On paged endpoints --limit counts rows of all pages.
 */
function needsPaging(call: CommandCall, endpoint: Endpoint): boolean {
  if (endpoint.pages === undefined) return false;
  if (call.options['all'] === true) return true;
  if (!('limit' in endpoint.pages)) return false;
  const { limit } = endpoint.pages;
  const limitText = call.given.find((one) => one.name === limit)?.text ?? '';
  const pageSizeMax = endpoint.params[limit]?.max;
  return (
    typeof pageSizeMax === 'number' && /^[1-9]\d{0,14}$/.test(limitText) && Number(limitText) > pageSizeMax
  );
}
