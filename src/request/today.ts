/** What the public hosts take today beyond the interface document. */
import type { Endpoint, Param, Params } from '../catalogue/types.ts';
import type { PreparedRequest } from './types.ts';

/** Returns the endpoint with the wider sets and bounds of today, which the client lets through. */
export function asToday<E extends Endpoint>(endpoint: E): E {
  const params = paramsToday(endpoint.params);
  return params === endpoint.params ? endpoint : { ...endpoint, params };
}

/** Returns the request as the public hosts take it, some of whose paths are others today; elsewhere the documents rule. */
export function atPublicHosts(request: PreparedRequest): PreparedRequest {
  const { pathToday, ...rest } = request;
  return pathToday === undefined ? request : { ...rest, path: pathToday };
}

/** Returns the same object where nothing differs: most endpoints are as they were. */
function paramsToday(params: Params): Params {
  let changed: Record<string, Param> | undefined;
  for (const [name, param] of Object.entries(params)) {
    const wide = paramToday(param);
    if (wide === param) continue;
    changed ??= { ...params };
    changed[name] = wide;
  }
  return changed ?? params;
}

function paramToday(param: Param): Param {
  const { today, values, items } = param;
  const inner = items === undefined ? undefined : isParam(items) ? paramToday(items) : paramsToday(items);
  if (today === undefined && inner === items) return param;
  return {
    ...param,
    ...(inner === undefined ? {} : { items: inner }),
    ...(today?.alsoValues === undefined ? {} : { values: [...(values ?? []), ...today.alsoValues] }),
    ...(today?.max === undefined ? {} : { max: today.max }),
  };
}

/** A field named "type" of a LIST's objects is a parameter; the type of an element is a word. */
function isParam(items: Param | Params): items is Param {
  return typeof items.type === 'string';
}
