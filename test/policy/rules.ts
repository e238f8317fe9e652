/** Builds rules of policies for tests. */

/** Returns a rule as it stands in a policy file. */
export function ruleOf(id: string, verdict: string, when?: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries([['id', id], ['then', verdict], ...(when === undefined ? [] : [['when', when]])]);
}
