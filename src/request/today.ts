/** Extends endpoints with what the public hosts accept today beyond the interface document. */
import type { Endpoint, Param, Params } from '../catalogue/types.ts';

/** Returns the endpoint with the additional values and wider bounds of today. */
export function asToday<E extends Endpoint>(endpoint: E): E {
  const params = paramsToday(endpoint.params);
  return params === endpoint.params ? endpoint : { ...endpoint, params };
}

/** Returns the parameters as of today, or the same object when nothing differs. */
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

/**
 * Returns whether the declaration is one parameter; a field named "type" of a LIST is an object, not a
 * string.
 */
function isParam(items: Param | Params): items is Param {
  return typeof items.type === 'string';
}
