/**
 * The prefix of every API key of a sandbox, so that nobody sends a sandbox key to a live host, or a live key
 * to a sandbox, without noticing.
 */
export const SANDBOX_KEY_PREFIX = 'SandboxKey';

/** Returns whether a key was made by a sandbox. */
export function isSandboxKey(apiKey: string): boolean {
  return apiKey.startsWith(SANDBOX_KEY_PREFIX);
}
