/** Describes what a list was filtered by, and narrows a list of a pair's contracts to one contract. */
import type { Endpoint, Paging } from '../../catalogue/types.ts';
import { parseJson, stringifyJson } from '../../core/json.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { displayValue } from '../../request/faults.ts';
import { paramNameOf } from '../../request/names.ts';
import type { TypedArgument } from '../types.ts';

/**
 * Returns the arguments that choose the rows of a list, such as "symbol BTCUSDT, orderId 28"; undefined if there are none. The size and
 * number of a page choose no rows.
 */
export function filterText(endpoint: Endpoint, given: readonly TypedArgument[]): string | undefined {
  if (endpoint.view?.shape !== 'rows') return undefined;
  const paging = pageParams(endpoint.pages);
  const words = given.flatMap(({ name: typed, text }) => {
    const name = paramNameOf(endpoint, typed) ?? typed;
    return paging.includes(name) || name === 'limit' ? [] : [`${name} ${displayValue(name, text)}`];
  });
  return words.length === 0 ? undefined : words.join(', ');
}

function pageParams(pages: Paging | undefined): readonly (string | undefined)[] {
  switch (pages?.by) {
    case 'page':
      return [pages.page, pages.size];
    case 'offset':
      return [pages.offset, pages.size];
    default:
      return [];
  }
}

/** A list of a pair that is to be narrowed to one of its contracts. */
export interface ContractFilter {
  /** The arguments to send. */
  readonly given: readonly TypedArgument[];
  readonly note: string;
  /** Returns the JSON text of the answer with the rows of the contract only. */
  narrow(body: string): string;
}

/**
 * Returns how to ask for one contract where the exchange only takes its pair; undefined where nothing needs to be
 * narrowed. A contract's name is its pair, an underscore, and a word such as PERP or 240628.
 */
export function contractFilter(
  endpoint: Endpoint,
  given: readonly TypedArgument[],
): ContractFilter | undefined {
  for (const argument of given) {
    const name = paramNameOf(endpoint, argument.name);
    const column = name === undefined ? undefined : endpoint.params[name]?.contractColumn;
    const contract = argument.text.trim().toUpperCase();
    const [pair, suffix] = contract.split('_');
    if (column === undefined || !pair || !suffix) continue;
    return {
      given: given.map((one) => (one === argument ? { ...one, text: pair } : one)),
      note: `${displayValue('symbol', contract)} is asked for by its pair ${displayValue('symbol', pair)}; rows of other contracts are left out.`,
      narrow: (body) => rowsOfContract(body, column, contract),
    };
  }
  return undefined;
}

function rowsOfContract(body: string, column: string, contract: string): string {
  const value = parseJson(body, { what: 'the answer', kind: 'unavailable' });
  if (!Array.isArray(value)) return body;
  const rows = value as readonly JsonValue[];
  return stringifyJson(rows.filter((row) => isObject(row) && row[column] === contract));
}
