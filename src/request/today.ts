/** How the endpoints of the interface document differ in today's interface: values, bounds, replacements. */
import type {
  Endpoint,
  EndpointToday,
  Param,
  Params,
  RefusedCalls,
  Replacement,
} from '../catalogue/types.ts';
import type { TypedArgument } from './typed-arguments.ts';

/** Returns whether today's interface refuses the call, or no longer serves the endpoint at all. */
export function isRefusedToday(
  { isGone, refuses }: EndpointToday,
  textOf: (param: string) => string | undefined,
): boolean {
  if (refuses === undefined) return isGone !== undefined;
  return refuses.list === undefined && hasRefusedValue(refuses, textOf);
}

/** Returns whether a call, or one element of its list, has a value that today's interface refuses. */
export function hasRefusedValue(
  { param, values }: RefusedCalls,
  textOf: (param: string) => string | undefined,
): boolean {
  const text = textOf(param);
  return text !== undefined && values.includes(text.toUpperCase());
}

/**
 * Returns the arguments of a call in the form that the replacing endpoint takes. Arguments that this endpoint
 * does not have keep their names, so that the check of parameters reports them.
 */
export function replacedArguments(
  { names = {}, values = {}, sets = {}, drops = [] }: Replacement,
  given: readonly TypedArgument[],
): readonly TypedArgument[] {
  const renamed = given
    .filter(({ name }) => !drops.includes(name))
    .map((argument) => {
      const name = names[argument.name] ?? argument.name;
      return { ...argument, name, text: values[name]?.[argument.text.toUpperCase()] ?? argument.text };
    });
  const added = Object.entries(sets)
    .filter(([name]) => !renamed.some((one) => one.name === name))
    .map(([name, text]) => ({ name, text }));
  return [...renamed, ...added];
}

/** Returns the endpoint with the values, bounds, required parameters and weight of today's interface. */
export function asToday<E extends Endpoint>(endpoint: E): E {
  const { weight, isWeighedByAccount } = endpoint.today ?? {};
  const weighed =
    weight === undefined
      ? endpoint
      : { ...endpoint, weight, ...(isWeighedByAccount === true ? { isWeighedByAccount } : {}) };
  return withParams(weighed, (required, today) => today ?? required);
}

/**
 * Returns the endpoint as accepted by either of the two interfaces: with the additional values and wider
 * bounds of today's, and with only those parameters required that both interfaces require.
 */
export function asEitherInterface<E extends Endpoint>(endpoint: E): E {
  let either = known.get(endpoint);
  if (either === undefined) {
    either = withParams<Endpoint>(endpoint, (required, today = required) => required && today);
    known.set(endpoint, either);
  }
  return either as E;
}

/** The endpoints as accepted by either interface that were made before: each call of a program needs one. */
const known = new WeakMap<Endpoint, Endpoint>();

/**
 * Decides whether a parameter counts as required, given what the interface document and today's interface
 * say.
 */
type Requires = (required: boolean, today: boolean | undefined) => boolean;

function withParams<E extends Endpoint>(endpoint: E, requires: Requires): E {
  const params = paramsToday(endpoint.params, requires);
  return params === endpoint.params ? endpoint : { ...endpoint, params };
}

/** Returns the names of the parameters that only one of the two interfaces requires. */
export function paramsOfOneInterface({ params }: Endpoint): readonly string[] {
  return Object.keys(params).filter((name) => params[name]!.today?.required !== undefined);
}

/** Returns the parameters as today's interface has them, or the same object if nothing differs. */
function paramsToday(params: Params, requires: Requires): Params {
  let changed: Record<string, Param> | undefined;
  for (const [name, param] of Object.entries(params)) {
    const wide = paramToday(param, requires);
    if (wide === param) continue;
    changed ??= { ...params };
    changed[name] = wide;
  }
  return changed ?? params;
}

function paramToday(param: Param, requires: Requires): Param {
  const { today, values, items } = param;
  const inner =
    items === undefined
      ? undefined
      : isParam(items)
        ? paramToday(items, requires)
        : paramsToday(items, requires);
  if (today === undefined && inner === items) return param;
  const { required, ...rest } = param;
  return {
    ...rest,
    ...(requires(required ?? false, today?.required) ? { required: true } : {}),
    ...(inner === undefined ? {} : { items: inner }),
    ...(today?.alsoValues === undefined ? {} : { values: [...(values ?? []), ...today.alsoValues] }),
    ...(today?.max === undefined ? {} : { max: today.max }),
    ...(today?.default === undefined ? {} : { default: today.default }),
  };
}

/**
 * Returns whether the declaration is one parameter; a field named "type" of a LIST is an object, not a
 * string.
 */
function isParam(items: Param | Params): items is Param {
  return typeof items.type === 'string';
}
