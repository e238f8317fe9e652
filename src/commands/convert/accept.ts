/**
 * Accepts a conversion quote. The acceptance is sent once; if no conclusive answer arrives, it is looked up
 * in the conversion history by its quote id.
 */
import { prepareRequest } from '../../request/prepare.ts';
import type { PreparedRequest, WireArguments } from '../../request/types.ts';
import { confirm } from '../calling/confirm.ts';
import { showRequest } from '../calling/dry-run.ts';
import { sendWrite } from '../calling/send-write.ts';
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

/**
 * Sends the acceptance of a quote once and prints its outcome; throws if it was rejected or its outcome is
 * unknown.
 */
export async function acceptQuote(
  call: CommandCall,
  request: PreparedRequest,
  wire: WireArguments,
): Promise<void> {
  const endpoint = await endpointById(request.endpoint);
  await sendWrite(call, { endpoint, request, wire });
}
