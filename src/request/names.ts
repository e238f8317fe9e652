/** Converts parameter names between the spelling of the interface and kebab-case options. */
import type { Endpoint } from '../catalogue/types.ts';
import { camelCase } from '../core/text.ts';

/** Parameters whose values give access to an account or its streams and must never be displayed. */
const SECRET_PARAMS = new Set([
  'listenKey',
  'listenToken',
  'signature',
  'apiKey',
  'apikey',
  'secretKey',
  'X-MBX-APIKEY',
]);

/** Returns the endpoint's parameter with a typed name, in either spelling; undefined if there is none. */
export function paramNameOf(endpoint: Pick<Endpoint, 'params'>, typed: string): string | undefined {
  if (Object.hasOwn(endpoint.params, typed)) return typed;
  return Object.keys(endpoint.params).find((name) => kebabOf(name) === typed);
}

/** Returns the kebab-case form of a parameter name: "startTime" becomes "start-time". */
export function kebabOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** Returns the option name of a parameter, such as "--start-time". */
export function optionOf(name: string): string {
  return `--${kebabOf(name)}`;
}

/** Returns a message with option names replaced by parameter names, for requests that have no options. */
export function toWireNames(message: string): string {
  return message.replace(/--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)/g, (_option, words: string) => camelCase(words));
}

/** Returns whether the value of a parameter must not appear in any message. */
export function isSecretParam(name: string): boolean {
  return SECRET_PARAMS.has(name);
}
