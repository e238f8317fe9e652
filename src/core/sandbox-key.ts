/**
 * What every API key of a sandbox begins with, so that nobody sends one to a live host unseen, or the
 * reverse.
 */
export const SANDBOX_KEY_PREFIX = 'SandboxKey';

/** Returns whether a key was made by a sandbox. */
export function isSandboxKey(apiKey: string): boolean {
  return apiKey.startsWith(SANDBOX_KEY_PREFIX);
}
