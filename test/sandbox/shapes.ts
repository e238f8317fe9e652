/** What an answer is made of: fields and their JSON types, as a sweep over endpoints compares them. */

/**
 * `s` text, `d` a decimal written as text, `i` an integer, `n` a number, `b` a boolean, `*` anything; with `?` behind
 * it a field may be absent. An array has rows of one shape, and at least one.
 */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  s: (value) => typeof value === 'string',
  d: (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  i: (value) => typeof value === 'number' && Number.isInteger(value),
  n: (value) => typeof value === 'number',
  b: (value) => typeof value === 'boolean',
  '*': () => true,
};

/** Returns where a value differs from its shape: fields that are missing, too many, or of another type. */
export function shapeFaults(shape: Shape, value: unknown, at = 'answer'): readonly string[] {
  if (typeof shape === 'string') {
    const isRight = CHECKS[shape.replace('?', '')]!(value);
    return isRight ? [] : [`${at} is no "${shape}": ${JSON.stringify(value)}`];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value) || value.length === 0) return [`${at} has no rows`];
    return value.flatMap((row, index) => shapeFaults(shape[0], row, `${at}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no object`];
  const fields = Object.entries(shape as { readonly [field: string]: Shape });
  const found = new Set(Object.keys(value));
  const faults = fields.flatMap(([name, one]) => {
    if (found.delete(name))
      return shapeFaults(one, (value as Record<string, unknown>)[name], `${at}.${name}`);
    return typeof one === 'string' && one.endsWith('?') ? [] : [`${at}.${name} is missing`];
  });
  return [...faults, ...[...found].map((name) => `${at}.${name} is too much`)];
}
