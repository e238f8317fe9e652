/** Checks the elements of a list of orders one by one, because each of them is answered on its own. */
import type { Endpoint } from '../../catalogue/types.ts';
import type { Fault } from '../../core/errors.ts';
import { checkArguments } from '../../request/check.ts';
import { itemsOf, listElements } from '../../request/elements.ts';
import type { SandboxRefusal } from '../types.ts';
import { refusalOf } from './refusals.ts';
import { upperCaseSymbols } from './symbol-case.ts';

/** The result of checking one order of a list: its known fields, or its refusal. */
export type ElementCheck =
  | { readonly params: ReadonlyMap<string, string> }
  | { readonly refusal: SandboxRefusal };

/** Returns the name of the parameter that is a list of orders, or of changes of orders. */
function listFieldOf({ params }: Endpoint): string | undefined {
  return Object.keys(params).find((name) => params[name]!.type === 'LIST');
}

/** Returns whether a fault lies in one element of a list of orders, so that it does not concern the other elements. */
export function isElementFault(endpoint: Endpoint, { param }: Fault): boolean {
  const listField = listFieldOf(endpoint);
  return listField !== undefined && param?.startsWith(`${listField}[`) === true;
}

/** Checks each element of the list of orders that a call contains. Unknown fields are ignored. */
export function checkElements(endpoint: Endpoint, sent: ReadonlyMap<string, string>): ElementCheck[] {
  const listField = listFieldOf(endpoint) ?? '';
  const list = endpoint.params[listField];
  const params = list === undefined ? undefined : itemsOf(list);
  if (list === undefined || params === undefined) throw new Error(`${endpoint.id} has no list of orders`);
  const rules = list.itemRules ?? [];
  const element: Endpoint = { ...endpoint, params, rules };
  return (listElements(sent.get(listField) ?? '') ?? []).map((fields) => {
    // A nested value is never allowed; it is replaced by "[object]", which no parameter allows either.
    const wire = new Map([...fields].map(([name, value]) => [name, value ?? '[object]']));
    const known = upperCaseSymbols(
      element,
      new Map([...wire].filter(([name]) => Object.hasOwn(params, name))),
    );
    const refusal = refusalOf(element, known, checkArguments(element, known));
    return refusal === undefined ? { params: known } : { refusal };
  });
}
