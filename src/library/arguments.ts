/** Converts the arguments of a method to typed arguments, as the command line passes them on. */
import type { Endpoint, Param } from '../catalogue/types.ts';
import { type Fault, usageError } from '../core/errors.ts';
import { itemsOf } from '../request/elements.ts';
import { argumentsError } from '../request/prepare.ts';
import type { TypedArgument } from '../request/typed-arguments.ts';

/**
 * Returns the arguments of an object by the names of the interface; those that are undefined are left out. Throws a usage
 * error for a value of a wrong type, such as a JS number for a decimal, whose digits it may have lost.
 */
export function argumentsOf(endpoint: Endpoint, given: unknown): readonly TypedArgument[] {
  if (given === undefined) return [];
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw usageError(
      `Expected an object of arguments for ${endpoint.id}, found ${given === null ? 'null' : typeof given}.`,
      'Example: { symbol: "BTCUSDT" }. Nothing was sent.',
    );
  const typed: TypedArgument[] = [];
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const text = textOf(endpoint.params[name], value, name, faults);
    if (text !== undefined) typed.push({ name, text });
  }
  if (faults.length > 0) throw argumentsError(endpoint.id, faults);
  return typed;
}

/** Returns a value as text; undefined for a value of a wrong type, which is added to the faults. */
function textOf(param: Param | undefined, value: unknown, name: string, faults: Fault[]): string | undefined {
  if (Array.isArray(value)) return JSON.stringify(value.map((one) => elementOf(param, one, name, faults)));
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? wrong(param, value, name, faults) : value.toISOString();
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'number':
      if (param?.type === 'DECIMAL' || !Number.isSafeInteger(value)) return wrong(param, value, name, faults);
      return String(value);
    default:
      return wrong(param, value, name, faults);
  }
}

/** Returns an element of a list: a plain value, or an object whose values are plain. */
function elementOf(param: Param | undefined, value: unknown, name: string, faults: Fault[]): unknown {
  const params = param === undefined ? undefined : itemsOf(param);
  if (typeof value !== 'object' || value === null || value instanceof Date || Array.isArray(value))
    return textOf(undefined, value, name, faults);
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, one]) =>
      one === undefined ? [] : [[field, textOf(params?.[field], one, field, faults)]],
    ),
  );
}

function wrong(param: Param | undefined, value: unknown, name: string, faults: Fault[]): undefined {
  const expected =
    param?.type === 'DECIMAL'
      ? 'decimal text such as "0.001"'
      : 'text, a whole number, a bigint, a boolean or a list';
  const found =
    value === null
      ? 'null'
      : typeof value === 'number'
        ? `the number ${value}`
        : `a value of type ${typeof value}`;
  const message = `${name} must be ${expected}, was ${found}.`;
  faults.push({ param: name, rule: 'type', expected, found, message });
  return undefined;
}
