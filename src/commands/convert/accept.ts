/**
 * Accepts a quote. It is sent once: a quote has no id of one's own, but the conversions name their quote, so one whose
 * answer was lost is found among them.
 */
import { ToolError } from '../../core/errors.ts';
import { orderOf } from '../../orders/outcome.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { Answer, PreparedRequest, WireArguments } from '../../request/types.ts';
import { confirm, sendWrite, showRequest } from '../calling/send-write.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const { request, notes, wire } = prepareRequest(call.endpoint!, call.given, {
    now: services.world.clock.now(),
  });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) return showRequest(call, request);
  await confirm(call, request);
  await acceptQuote(call, request, wire);
}

/** Sends the acceptance once and shows what became of it; throws where it was refused or nobody can tell. */
export async function acceptQuote(
  call: CommandCall,
  request: PreparedRequest,
  wire: WireArguments,
): Promise<void> {
  const endpoint = await endpointById(request.endpoint);
  const check = (answer: Answer) => {
    if (orderOf(answer)?.['orderStatus'] === 'FAIL') throw conversionFailedError(request);
  };
  await sendWrite(call, { endpoint, request, wire, check });
}

function conversionFailedError({ endpoint }: PreparedRequest): ToolError {
  return new ToolError({
    kind: 'rejected',
    message: 'The exchange took the quote and says that the conversion failed.',
    hint: 'Nothing was converted. Ask for another quote.',
    execution: 'not_executed',
    endpoint,
  });
}
