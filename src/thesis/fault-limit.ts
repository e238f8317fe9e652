/** Limits the number of faults of a hostile document, so that they fit in memory. */
import { ERRORS_MAX } from './limits.ts';

/**
 * The lists of texts and the object without further members: only they can have an unlimited number of
 * faults.
 */
const LISTS = ['risk_notes', 'limitations'] as const;
const CLOSED_OBJECT = 'position_ref';
const CLOSED_MEMBERS = new Set(['position_id', 'execution_id', 'symbol']);

/**
 * Returns the value without the faults beyond the first 1000 of each list and of position_ref, and the number
 * of omitted faults. Valid items of the lists are kept, so no other fault appears or disappears.
 */
export function limitFaults(value: unknown): { readonly value: unknown; readonly left: number } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value, left: 0 };
  const members = value as Readonly<Record<string, unknown>>;
  const replaced: Record<string, unknown> = {};
  let left = 0;
  const limit = (name: string, count: number, kept: () => unknown) => {
    if (count <= ERRORS_MAX) return;
    replaced[name] = kept();
    left += count - ERRORS_MAX;
  };
  for (const name of LISTS) {
    const list = Object.hasOwn(members, name) ? members[name] : undefined;
    if (!Array.isArray(list)) continue;
    limit(name, list.filter((item) => typeof item !== 'string').length, () => limitList(list));
  }
  const closed = Object.hasOwn(members, CLOSED_OBJECT) ? members[CLOSED_OBJECT] : undefined;
  if (typeof closed === 'object' && closed !== null && !Array.isArray(closed)) {
    const extras = Object.keys(closed).filter((key) => !CLOSED_MEMBERS.has(key));
    limit(CLOSED_OBJECT, extras.length, () => limitObject(closed, extras.slice(0, ERRORS_MAX)));
  }
  return left === 0 ? { value, left } : { value: { ...members, ...replaced }, left };
}

function limitList(list: readonly unknown[]): unknown[] {
  let faults = 0;
  return list.filter((item) => typeof item === 'string' || ++faults <= ERRORS_MAX);
}

function limitObject(object: object, kept: readonly string[]): object {
  const members = object as Readonly<Record<string, unknown>>;
  const names = [...CLOSED_MEMBERS].filter((name) => Object.hasOwn(members, name));
  return Object.fromEntries([...names, ...kept].map((name) => [name, members[name]]));
}
