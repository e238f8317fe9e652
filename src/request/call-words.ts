/** States a call in words, for the person who confirms it, by the template of its endpoint. */
import type { Endpoint, Params } from '../catalogue/types.ts';
import type { WireArguments } from './types.ts';

/**
 * Returns a call in words, such as "Transfer 25 USDT, MAIN_UMFUTURE". If the endpoint has no template, the
 * words are its summary and the name and value of each parameter.
 */
export function callWords(
  { summary, inWords, params }: Pick<Endpoint, 'summary' | 'inWords' | 'params'>,
  wire: WireArguments,
): string {
  if (inWords !== undefined) return fillTemplate(inWords, params, wire);
  const values = [...wire].map(([name, value]) => `${name} ${value}`);
  return values.length === 0 ? summary : `${summary}: ${values.join(', ')}`;
}

/** Returns the names of parameters that a template mentions. */
export function templateParams(template: string): readonly string[] {
  return [...template.matchAll(PLACEHOLDER)].flatMap(([, names]) => names!.split('|'));
}

const PLACEHOLDER = /\{([^}]*)\}/g;

/**
 * Fills a template: `{a}` is the value of the parameter `a` or its meaning, `{a|b}` that of the first of both
 * that is sent; a part in square brackets is left out unless all of its parameters are sent.
 */
function fillTemplate(template: string, params: Params, wire: WireArguments): string {
  const sentName = (names: string) => names.split('|').find((name) => wire.has(name));
  const chosen = template.replace(/\[([^\]]*)\]/g, (_part, text: string) => {
    const placeholders = [...text.matchAll(PLACEHOLDER)];
    return placeholders.every(([, names]) => sentName(names!) !== undefined) ? text : '';
  });
  return chosen.replace(PLACEHOLDER, (_placeholder, names: string) => {
    const name = sentName(names);
    if (name === undefined) return 'unknown';
    const value = wire.get(name)!;
    return params[name]?.meanings?.[value] ?? value;
  });
}
