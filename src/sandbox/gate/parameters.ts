/**
 * Reads the parameters of a request and checks them against the catalogue, by the same function as the client. The
 * first fault becomes a refusal with the exchange's code and text.
 */
import { effectiveValue, isDisputed } from '../../catalogue/define.ts';
import type { Interface } from '../../catalogue/environments.ts';
import { refusesUnknownParameters } from '../../catalogue/parameter-reading.ts';
import type { Endpoint, Params } from '../../catalogue/types.ts';
import type { Fault } from '../../core/errors.ts';
import { checkArguments } from '../../request/check.ts';
import { decodeQuery, type Entry } from '../../request/encode.ts';
import { SandboxRefusal, type WireRequest } from '../types.ts';
import { isElementFault } from './list-elements.ts';
import { onchainRefusal } from './onchain-request.ts';
import {
  duplicateValuesRefusal,
  notSimulatedRefusal,
  refusalOf,
  tooManyParametersRefusal,
} from './refusals.ts';
import { upperCaseSymbols } from './symbol-case.ts';

/** The parameters of a signed request, which no endpoint lists. */
export const SIGNED_PARAMETERS = ['timestamp', 'recvWindow', 'signature'] as const;

/** The result of the check: the parameters, or the refusal. */
export type ParameterCheck =
  | {
      /** The parameters as sent, without defaults; the request weight depends on them. */
      readonly sent: ReadonlyMap<string, string>;
      readonly params: ReadonlyMap<string, string>;
      /** The unknown parameter names that are ignored; the maps do not contain them. */
      readonly ignored: readonly string[];
    }
  | { readonly refusal: SandboxRefusal };

/**
 * Checks the parameters that `readParameters` has read; returns them with fixed defaults filled in, or the
 * refusal.
 */
export function checkParameters(
  endpoint: Endpoint,
  request: WireRequest,
  sent: ReadonlyMap<string, string> | undefined,
  served: Interface = 'document',
): ParameterCheck {
  if (endpoint.host === 'web3') {
    const refusal = onchainRefusal(endpoint, request.headers, sent);
    return refusal === undefined && sent !== undefined
      ? { sent, params: fillDefaults(endpoint, sent, served), ignored: [] }
      : { refusal: refusal ?? duplicateValuesRefusal() };
  }
  if (sent === undefined) return { refusal: duplicateValuesRefusal() };
  const check = checkNamed(endpoint, request, upperCaseSymbols(endpoint, sent));
  return 'refusal' in check ? check : { ...check, params: fillDefaults(endpoint, check.sent, served) };
}

/** The result of checking names: the known parameters as sent and the unknown names, or the refusal. */
type NameCheck = Omit<Exclude<ParameterCheck, { readonly refusal: SandboxRefusal }>, 'params'>;

function checkNamed(
  endpoint: Endpoint,
  request: WireRequest,
  sent: ReadonlyMap<string, string>,
): NameCheck | { readonly refusal: SandboxRefusal } {
  const extraNames = allowsSignature(endpoint) ? SIGNED_PARAMETERS : [];
  const faults = checkArguments(endpoint, sent, { extraNames });
  if (!refusesUnknownParameters(endpoint)) return checkKnownParameters(endpoint, request, sent, faults);
  const refusal =
    timeUnitRefusal(request) ??
    parameterCountRefusal(endpoint, sent, extraNames.length) ??
    refusalOf(endpoint, sent, faults);
  return refusal === undefined ? { sent, ignored: [] } : { refusal };
}

/**
 * Ignores unknown parameters, and unknown fields in the elements of a list; checks the others. An invalid element of a
 * list of orders is left to the handler, which answers each element on its own.
 */
function checkKnownParameters(
  endpoint: Endpoint,
  request: WireRequest,
  sent: ReadonlyMap<string, string>,
  faults: readonly Fault[],
): NameCheck | { readonly refusal: SandboxRefusal } {
  const unknown = new Set(faults.filter(isUnknown).map(({ param }) => param ?? ''));
  const known = unknown.size === 0 ? sent : new Map([...sent].filter(([name]) => !unknown.has(name)));
  const refusal =
    timeUnitRefusal(request) ??
    refusalOf(
      endpoint,
      known,
      faults.filter((fault) => !isUnknown(fault) && !isElementFault(endpoint, fault)),
    );
  if (refusal !== undefined) return { refusal };
  // A signature that is not needed is not reported as an unknown parameter: many clients sign all their calls.
  const ignored = [...unknown].filter((name) => !(SIGNED_PARAMETERS as readonly string[]).includes(name));
  const names = ignored.map((name) => name.replace(/\[\d+\]/, '[]'));
  return { sent: known, ignored: [...new Set(names)] };
}

function isUnknown({ rule }: Fault): boolean {
  return rule === 'unknown-parameter';
}

/**
 * Reads the parameters as the exchange does (public facts, Request rules): for GET from the query only, for
 * other methods from the query and from a form body of any content type; if both have a name, the query
 * counts. A list may be sent with commas or, as older clients do, by repeating its name. Returns undefined if
 * any other name is repeated in the query or the body.
 */
export function readParameters(
  request: WireRequest,
  query: string,
  params: Params = {},
): ReadonlyMap<string, string> | undefined {
  const sent = query === '' ? new Map<string, string>() : mergeEntries(decodeQuery(query), params);
  if (sent === undefined || request.method === 'GET' || request.body === '') return sent;
  const inBody = mergeEntries(decodeQuery(request.body), params);
  if (inBody === undefined) return undefined;
  for (const [name, value] of inBody) if (!sent.has(name)) sent.set(name, value);
  return sent;
}

function mergeEntries(entries: readonly Entry[], params: Params): Map<string, string> | undefined {
  const merged = new Map(entries);
  if (merged.size === entries.length) return merged;
  const lists = new Map<string, string>();
  for (const [name, value] of entries) {
    const earlier = lists.get(name);
    if (earlier !== undefined && params[name]?.separatedBy !== 'commas') return undefined;
    lists.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return lists;
}

/**
 * Returns whether a request may have the parameters of a signature: also on endpoints that only one listing
 * marks as signed, and on endpoints that need an API key only (public facts, Request rules).
 */
function allowsSignature({ security }: Endpoint): boolean {
  return isDisputed(security) || effectiveValue(security) !== 'NONE';
}

function parameterCountRefusal(
  endpoint: Endpoint,
  sent: ReadonlyMap<string, string>,
  extraNames: number,
): SandboxRefusal | undefined {
  const expected = Object.keys(endpoint.params).length + extraNames;
  return sent.size > expected ? tooManyParametersRefusal(expected, sent.size) : undefined;
}

/** Refuses the header that asks for microseconds, because answers are in milliseconds only. */
function timeUnitRefusal(request: WireRequest): SandboxRefusal | undefined {
  const unit = request.headers['x-mbx-time-unit'];
  if (unit === undefined || unit.toUpperCase() === 'MILLISECOND') return undefined;
  if (unit.toUpperCase() === 'MICROSECOND') return notSimulatedRefusal('answers in microseconds');
  return new SandboxRefusal(
    400,
    -1194,
    'Invalid value for time unit; expected either MICROSECOND or MILLISECOND.',
  );
}

function fillDefaults(
  endpoint: Endpoint,
  sent: ReadonlyMap<string, string>,
  served: Interface,
): ReadonlyMap<string, string> {
  const params = new Map(sent);
  for (const [name, param] of Object.entries(endpoint.params)) {
    const value = params.get(name);
    if (value === undefined) {
      const byValue = served === 'today' ? param.today?.defaultBy : undefined;
      const initial = byValue?.values[sent.get(byValue.param) ?? ''] ?? param.default;
      if (initial !== undefined) params.set(name, String(initial));
    } else if (param.clamps) {
      const max = effectiveValue(param.max ?? 'unlisted');
      if (max !== undefined && BigInt(value) > BigInt(max)) params.set(name, String(max));
    }
  }
  return params;
}
