/**
 * Chooses the endpoint that serves a command at its host: the endpoint of the interface document, or its
 * replacement in today's interface.
 */
import type { Interface } from '../../catalogue/environments.ts';
import type { Endpoint, EndpointToday } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { plural } from '../../core/text.ts';
import { missingFault } from '../../request/check.ts';
import { listElements } from '../../request/elements.ts';
import { argumentsError, buildRequest } from '../../request/prepare.ts';
import {
  asToday,
  hasRefusedValue,
  isRefusedToday,
  paramsOfOneInterface,
  replacedArguments,
} from '../../request/today.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';

/**
 * Returns the call with the endpoint and arguments that its host serves. A host of today's interface refuses some
 * calls of the interface document: another endpoint serves them, or a usage error says that none does.
 * Sends nothing.
 */
export async function servedCall(call: CommandCall): Promise<CommandCall> {
  const { endpoint, given, services } = call;
  if (endpoint === undefined) return call;
  const { today = {} } = endpoint;
  const textOf = (param: string) => given.find(({ name }) => name === param)?.text;
  const elements = refusedElements(today, textOf);
  // The interface of the host is determined last, because finding the running sandbox takes a request.
  const isRefused = elements.length > 0 || isRefusedToday(today, textOf);
  const unsent = paramsOfOneInterface(endpoint).filter((name) => !isGiven(call, name));
  if (!isRefused && unsent.length === 0) return call;
  const served = await services.interfaceOf(buildRequest(endpoint, new Map()));
  assertRequiredGiven(endpoint, unsent, served);
  if (!isRefused || served === 'document') return call;
  if (elements.length > 0) throw elementsError(endpoint, today, elements);
  if (today.replacedBy === undefined) throw goneError(call, endpoint, today);
  const replacement = await endpointById(today.replacedBy.endpoint);
  const goesOverWs = call.options['via'] === 'ws';
  if (goesOverWs && replacement.wsMethod === undefined)
    throw usageError(
      `${call.command} on ${endpoint.product} has no method of the WebSocket API: ${replacement.id} serves it ${sinceText(today)}, over REST only.`,
      'Omit --via: over REST the command has the same options and output.',
    );
  const sentAs = goesOverWs ? replacement.wsMethod : `${replacement.method} ${replacement.path}`;
  call.output.note(`Sent as ${sentAs}, which serves this call ${sinceText(today)}.`);
  return { ...call, endpoint: replacement, given: replacedArguments(today.replacedBy, given) };
}

function isGiven({ given, fanOut }: CommandCall, param: string): boolean {
  return [...given, ...fanOut].some(({ name }) => name === param);
}

/** Throws a usage error if parameters are missing that the interface of the addressed host requires. */
function assertRequiredGiven(endpoint: Endpoint, unsent: readonly string[], served: Interface): void {
  const { params } = served === 'today' ? asToday(endpoint) : endpoint;
  const faults = unsent
    .filter((name) => params[name]!.required)
    .map((name) => missingFault(name, params[name]!, ` by ${INTERFACE_WORDS[served]} of this host`));
  if (faults.length > 0) throw argumentsError(endpoint.id, faults);
}

const INTERFACE_WORDS = { document: "the document's interface", today: "today's interface" } as const;

/** Returns the distinct values for which elements of a list are refused. */
function refusedElements(
  { refuses }: EndpointToday,
  textOf: (param: string) => string | undefined,
): readonly string[] {
  if (refuses?.list === undefined) return [];
  const elements = listElements(textOf(refuses.list) ?? '') ?? [];
  const refused = elements.filter((fields) => hasRefusedValue(refuses, (name) => fields.get(name)));
  return [...new Set(refused.map((fields) => fields.get(refuses.param)!.toUpperCase()))];
}

/**
 * Returns the error for a list with elements that the endpoint no longer accepts: the exchange would refuse
 * each of them.
 */
function elementsError({ id }: Endpoint, today: EndpointToday, refused: readonly string[]) {
  return usageError(
    `${id} takes no orders of ${plural(refused.length, 'type')} ${refused.join(', ')} ${sinceText(today)}.`,
    today.refuses?.instead,
  );
}

function goneError({ command, given }: CommandCall, { method, path }: Endpoint, today: EndpointToday) {
  const { refuses } = today;
  if (refuses !== undefined) {
    const value = given.find(({ name }) => name === refuses.param)?.text.toUpperCase();
    return usageError(
      `${command} cannot be called with ${refuses.param} ${value} at this host: the exchange refuses it ${sinceText(today)}.`,
      refuses.instead,
    );
  }
  return usageError(
    `${command} cannot be called at this host: the exchange serves ${method} ${path} no longer ${sinceText(today)}.`,
    'Nothing replaces it. A host of your own or the sandbox may still serve it: --env sandbox.',
  );
}

function sinceText({ since }: { readonly since?: string | undefined }): string {
  return since === undefined ? "in today's interface" : `since ${since}`;
}
