/** Arguments of the wire as the JSON that a program would pass. */
import type { Param, Params } from '../../src/catalogue/types.ts';
import { arrayElements, itemOf, itemsOf, listElements } from '../../src/request/elements.ts';

/** Returns wire arguments as the JSON that a program would pass. */
export function jsonOf(
  params: Params,
  wire: ReadonlyMap<string, string | undefined>,
): Record<string, unknown> {
  return Object.fromEntries(
    [...wire].map(([name, text = '']) => [
      name,
      params[name] === undefined ? text : typedOf(params[name], text),
    ]),
  );
}

function typedOf(param: Param, text: string): unknown {
  if (param.type === 'LIST') return listElements(text)!.map((fields) => jsonOf(itemsOf(param)!, fields));
  if (param.type === 'ARRAY')
    return arrayElements(param, text)!.map((element) => typedOf(itemOf(param), element));
  const listed = param.values?.find((one) => String(one) === text);
  if (listed !== undefined) return listed;
  if (param.type === 'BOOLEAN') return text === 'true';
  return param.type === 'INT' || param.type === 'LONG' ? Number(text) : text;
}
