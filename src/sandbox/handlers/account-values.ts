/** Reads what a call that passed the gate says about its account. */
import type { User } from '../engine/accounts.ts';
import type { SandboxCall } from '../types.ts';

/** Returns the user whose key was sent; the gate lets no call without one through to a handler that asks. */
export function userOf(call: SandboxCall): User {
  if (call.user === undefined) throw new Error(`${call.endpoint.id} was called without a key`);
  return call.user;
}

/** Returns an id that may be absent. One beyond 2^53 is no id of the sandbox's and is read as some other such. */
export function idOf(call: SandboxCall, name: string): number | undefined {
  const wire = call.params.get(name);
  return wire === undefined ? undefined : Number(wire);
}
