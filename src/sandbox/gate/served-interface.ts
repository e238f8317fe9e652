/**
 * What the sandbox refuses and leaves out of answers if it serves today's interface instead of the interface
 * document.
 */
import type { Endpoint } from '../../catalogue/types.ts';
import { parseJson, stringifyJson } from '../../core/json.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { hasRefusedValue } from '../../request/today.ts';
import { SandboxRefusal } from '../types.ts';
import { unknownRouteRefusal } from './refusals.ts';

/**
 * Returns the refusal of an endpoint that today's interface no longer has, or has at another path; undefined
 * if it still has it. A call over the WebSocket API has no path.
 */
export function goneRefusal(
  { method, path, today }: Endpoint,
  sentPath?: string,
): SandboxRefusal | undefined {
  if (today === undefined) return undefined;
  const isOldPath =
    today.path !== undefined &&
    today.keepsOldPath !== true &&
    sentPath !== undefined &&
    sentPath !== today.path;
  if (today.isGone === undefined && !isOldPath) return undefined;
  const { message, code } = unknownRouteRefusal(method, path, []);
  return new SandboxRefusal(today.isGone ?? 404, code, message);
}

/** Throws the refusal of a call if today's interface refuses it because of one of its parameters. */
export function assertServedToday(endpoint: Endpoint, params: ReadonlyMap<string, string>): void {
  if (endpoint.today?.refuses?.list === undefined) assertElementServedToday(endpoint, params);
}

/** Throws the refusal of one element of a list if today's interface refuses that element. */
export function assertElementServedToday({ today }: Endpoint, params: ReadonlyMap<string, string>): void {
  const { refuses } = today ?? {};
  if (refuses === undefined || !hasRefusedValue(refuses, (name) => params.get(name))) return;
  throw new SandboxRefusal(400, refuses.code, refuses.text);
}

/** Returns the JSON text of an answer without the fields that today's answer lacks. */
export function withoutOmitted({ today }: Endpoint, body: string): string {
  return today?.omits === undefined ? body : withoutFields(body, today.omits);
}

/** Returns the JSON text of an answer without these fields of its objects. */
export function withoutFields(body: string, names: readonly string[]): string {
  const omitted = new Set(names);
  const strip = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => !omitted.has(name)));
  };
  return stringifyJson(strip(parseJson(body, { what: 'the answer', kind: 'internal' })));
}
