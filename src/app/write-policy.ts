/**
 * Asks the policy before each write, whichever way it is sent. Without a policy file and without a halt every write may be
 * sent, and nothing is loaded.
 */

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isWriteEffect } from '../catalogue/define.ts';
import { asToolError, ToolError } from '../core/errors.ts';
import type { PolicyDecision } from '../policy/decide.ts';
import type { PreparedRequest } from '../request/types.ts';
import { type Destination, venueOf } from './destination.ts';
import type { World } from './world.ts';

type PolicySubject = Pick<PreparedRequest, 'endpoint' | 'effect' | 'intent'>;

/** Returns the path of the file whose presence halts all writes that add exposure. */
export function haltPath({ folders }: Pick<World, 'folders'>): string {
  return join(folders.state, 'halt.json');
}

/** Returns the path of the policy file of this machine's user. */
export function policyFilePath({ folders }: Pick<World, 'folders'>): string {
  return join(folders.config, 'policy.json');
}

/**
 * Returns what the policy and the halt say of a write, or undefined where there are neither or the request is no write.
 * A policy that cannot be read refuses every write except those that only cancel or reduce.
 */
export async function decideWrite(
  world: World,
  request: PolicySubject,
  destinationOf: () => Destination,
): Promise<PolicyDecision | undefined> {
  if (!isWriteEffect(request.effect)) return undefined;
  const [hasHalt, hasPolicy] = [mayExist(haltPath(world)), mayExist(policyFilePath(world))];
  if (!hasHalt && !hasPolicy) return undefined;
  const [{ decide }, { readPolicy }] = await Promise.all([
    import('../policy/decide.ts'),
    import('../policy/policy-file.ts'),
  ]);
  const isReducing = request.intent?.isReducing === true;
  if (hasHalt && !isReducing) {
    return { verdict: 'refuse', rule: 'halt', why: 'Writes are halted on this machine.' };
  }
  if (!hasPolicy) {
    return { verdict: 'allow', rule: 'reducing', why: 'A halt holds back no write that cancels or reduces.' };
  }
  try {
    const policy = readPolicy(policyFilePath(world), world.facts.owner);
    return decide(policy, { request, venue: venueOf(destinationOf()), at: world.clock.now() });
  } catch (error) {
    const verdict = isReducing ? 'allow' : 'refuse';
    return { verdict, rule: 'unreadable', why: asToolError(error).message };
  }
}

/** Throws kind `refused`, with the id of the rule, for a write that the policy or a halt does not allow. */
export async function assertAllowed(
  world: World,
  request: PolicySubject,
  destinationOf: () => Destination,
): Promise<void> {
  const decision = await decideWrite(world, request, destinationOf);
  if (decision?.verdict !== 'refuse') return;
  throw new ToolError({
    kind: 'refused',
    message: `The ${request.intent?.noun ?? 'call'} was not sent. ${decision.why}`,
    hint: HINTS[decision.rule] ?? `--yes does not answer this. The policy is ${policyFilePath(world)}.`,
    name: decision.rule,
    execution: 'not_executed',
    endpoint: request.endpoint,
  });
}

const HINTS: Readonly<Record<string, string>> = {
  halt: 'A person ends the halt at a terminal: bourse policy resume.',
  unreadable: 'Correct the file, and check it: bourse policy check.',
};

/** Returns whether a file is there, or cannot be proved absent. A link that leads nowhere is there. */
function mayExist(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
  }
}
