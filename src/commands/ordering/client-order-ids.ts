/** Adds client order ids before orders are sent, so that an order without an answer can be looked up. */
import type { Endpoint } from '../../catalogue/types.ts';
import type { ClientIds } from '../../catalogue/write-types.ts';
import { readJson, stringifyJson } from '../../core/json.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import type { TypedArgument } from '../types.ts';

/**
 * Returns the arguments with a client order id for the order, for each leg of an order list, or for each
 * order of a batch.
 */
export function withClientOrderIds(
  { clientIds }: Pick<Endpoint, 'clientIds'>,
  given: readonly TypedArgument[],
  newId: () => string,
): readonly TypedArgument[] {
  if (clientIds === undefined) return given;
  const { listField } = clientIds;
  if (listField !== undefined)
    return given.map((argument) =>
      argument.name === listField
        ? { ...argument, text: addMissingIds(argument.text, clientIds, newId) }
        : argument,
    );
  const names = [clientIds.param, ...(clientIds.parts?.params ?? [])];
  const missing = names.filter((name) => !given.some((argument) => argument.name === name));
  return [...given, ...missing.map((name) => ({ name, text: newId() }))];
}

/**
 * Adds client order ids to the orders of a batch that have none. Text that is not a JSON list is returned
 * unchanged; the later check of the parameters reports it.
 */
function addMissingIds(text: string, { param }: ClientIds, newId: () => string): string {
  const outcome = readJson(text);
  if (!outcome.ok || !Array.isArray(outcome.value)) return text;
  const orders = outcome.value as readonly JsonValue[];
  return stringifyJson(
    orders.map((order) =>
      isObject(order) && !Object.hasOwn(order, param) ? { ...order, [param]: newId() } : order,
    ),
  );
}
