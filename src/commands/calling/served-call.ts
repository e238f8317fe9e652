/** Chooses the endpoint that serves a command at its host: that of the interface document, or the one of today. */
import type { Endpoint, EndpointToday } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { plural } from '../../core/text.ts';
import { listElements } from '../../request/elements.ts';
import { buildRequest } from '../../request/prepare.ts';
import { hasRefusedValue, isRefusedToday, replacedArguments } from '../../request/today.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';

/**
 * Returns the call with the endpoint and arguments that its host serves. A host of today's interface refuses some
 * calls of the interface document: another endpoint serves them, or a usage error says that none does.
 * Sends nothing.
 */
export async function servedCall(call: CommandCall): Promise<CommandCall> {
  const { endpoint, given, services } = call;
  const today = endpoint?.today;
  if (endpoint === undefined || today === undefined) return call;
  const textOf = (param: string) => given.find(({ name }) => name === param)?.text;
  const elements = refusedElements(today, textOf);
  // The interface is asked for last: finding the running sandbox takes a request.
  if (elements.length === 0 && !isRefusedToday(today, textOf)) return call;
  if ((await services.interfaceOf(buildRequest(endpoint, new Map()))) === 'document') return call;
  if (elements.length > 0) throw elementsError(endpoint, today, elements);
  if (today.replacedBy === undefined) throw goneError(call, endpoint, today);
  const replacement = await endpointById(today.replacedBy.endpoint);
  call.output.note(
    `Sent as ${replacement.method} ${replacement.path}, which serves this call ${sinceText(today)}.`,
  );
  return { ...call, endpoint: replacement, given: replacedArguments(today.replacedBy, given) };
}

/** Returns the values by which the elements of a list are refused, each once. */
function refusedElements(
  { refuses }: EndpointToday,
  textOf: (param: string) => string | undefined,
): readonly string[] {
  if (refuses?.list === undefined) return [];
  const elements = listElements(textOf(refuses.list) ?? '') ?? [];
  const refused = elements.filter((fields) => hasRefusedValue(refuses, (name) => fields.get(name)));
  return [...new Set(refused.map((fields) => fields.get(refuses.param)!.toUpperCase()))];
}

/** Returns the error of a list with elements that the endpoint no longer takes: each would fail on its own. */
function elementsError({ id }: Endpoint, today: EndpointToday, refused: readonly string[]) {
  return usageError(
    `${id} takes no orders of ${plural(refused.length, 'type')} ${refused.join(', ')} ${sinceText(today)}.`,
    'Place each of them on its own: bourse trade stop, trade take-profit or trade trailing-stop.',
  );
}

function goneError({ command }: CommandCall, { method, path }: Endpoint, today: EndpointToday) {
  return usageError(
    `${command} cannot be called at this host: the exchange serves ${method} ${path} no longer ${sinceText(today)}.`,
    'Nothing replaces it. A host of your own or the sandbox may still serve it: --env sandbox.',
  );
}

function sinceText({ since }: { readonly since?: string | undefined }): string {
  return since === undefined ? "in today's interface" : `since ${since}`;
}
