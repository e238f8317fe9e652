/** Between the interface's spelling of a parameter (startTime) and an option's (start-time). */

/** Returns the kebab-case form of a camelCase or kebab-case name. */
export function kebab(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}
