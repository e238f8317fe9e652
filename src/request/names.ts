/** How a parameter's name is typed: as the interface spells it, or in kebab-case as an option. */
import type { Endpoint } from '../catalogue/types.ts';

/** Parameters whose values must never be shown: they open an account or its streams. */
const SECRET_PARAMS = new Set(['listenKey', 'signature', 'apiKey', 'apikey', 'secretKey', 'X-MBX-APIKEY']);

/** Returns the parameter of the endpoint that a typed name means, or undefined where none has that name. */
export function paramNameOf(endpoint: Pick<Endpoint, 'params'>, typed: string): string | undefined {
  if (Object.hasOwn(endpoint.params, typed)) return typed;
  return Object.keys(endpoint.params).find((name) => kebabOf(name) === typed);
}

/** Returns a parameter's name as it is typed after two dashes: "startTime" becomes "start-time". */
export function kebabOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** Returns the option by which a parameter is given, such as "--start-time". */
export function optionOf(name: string): string {
  return `--${kebabOf(name)}`;
}

/** Returns a message whose options are the parameters they give, for places where those are no options. */
export function toWireNames(message: string): string {
  return message.replace(/--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)/g, (_option, words: string) =>
    words.replace(/-([a-z0-9])/g, (_dash, letter: string) => letter.toUpperCase()),
  );
}

/** Returns whether the parameter's value must not appear in any message. */
export function isSecretParam(name: string): boolean {
  return SECRET_PARAMS.has(name);
}
