/** Builds rules of policies for tests. */

/** Returns a rule as it stands in a policy file. */
export function ruleOf(
  id: string,
  verdict: string,
  when?: object,
  limits?: object,
): Readonly<Record<string, unknown>> {
  const members = { id, when, limits };
  return Object.fromEntries([
    ['then', verdict],
    ...Object.entries(members).filter(([, value]) => value !== undefined),
  ]);
}
