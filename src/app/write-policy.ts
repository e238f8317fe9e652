/**
 * Asks the policy before each write, whichever way it is sent. Without a policy file and without a halt every write may be
 * sent, and nothing is read.
 */

import { join } from 'node:path';
import { isWriteEffect } from '../catalogue/define.ts';
import { asToolError, ToolError } from '../core/errors.ts';
import type { PolicyCaller, PolicyDecision, PolicyWrite } from '../policy/decide.ts';
import { permitRead, permitWrite } from '../policy/permit.ts';
import type { PolicyDocument } from '../policy/policy.ts';
import type { Permit } from '../request/permit.ts';
import type { PreparedRequest } from '../request/types.ts';
import { mayExist } from '../store/folders.ts';
import { type Destination, venueOf } from './destination.ts';
import type { WriteCondition } from './journal/write-journal.ts';
import type { GateReader } from './policy/gate-reader.ts';
import { HALT_RULE, haltPath } from './policy/halt-path.ts';
import type { World } from './world.ts';

/** Returns the path of the policy file of this machine's user. */
export function policyFilePath({ folders }: Pick<World, 'folders'>): string {
  return join(folders.config, 'policy.json');
}

/** Where a write comes from and goes to; read only if there is a policy. */
export interface WriteSource {
  readonly destinationOf: () => Destination;
  readonly callerOf: () => Promise<PolicyCaller>;
}

/** What decided on a write, and the policy if one was read. */
interface Ruling {
  readonly decision: PolicyDecision;
  readonly policy?: PolicyDocument;
  readonly write?: PolicyWrite;
}

/**
 * Returns what the policy and the halt say of a write, or undefined where there are neither or the request is no write.
 * A policy that cannot be read refuses every write except those that only cancel or reduce.
 */
export async function decideWrite(
  world: World,
  request: PreparedRequest,
  source: WriteSource,
): Promise<PolicyDecision | undefined> {
  return (await ruleOnWrite(world, request, source))?.decision;
}

async function ruleOnWrite(
  world: World,
  request: PreparedRequest,
  { destinationOf, callerOf }: WriteSource,
): Promise<Ruling | undefined> {
  if (!isWriteEffect(request.effect)) return undefined;
  const [hasHalt, hasPolicy] = [mayExist(haltPath(world)), mayExist(policyFilePath(world))];
  if (!hasHalt && !hasPolicy) return undefined;
  const [{ decide }, { readPolicy }] = await Promise.all([
    import('../policy/decide.ts'),
    import('../policy/policy-file.ts'),
  ]);
  const isReducing = request.intent?.isReducing === true;
  if (hasHalt && !isReducing) {
    const { haltText } = await import('./policy/halt-file.ts');
    return { decision: { verdict: 'refuse', rule: HALT_RULE, why: haltText(world) } };
  }
  if (!hasPolicy) {
    const why = 'A halt holds back no write that cancels or reduces.';
    return { decision: { verdict: 'allow', rule: 'reducing', why } };
  }
  try {
    const policy = readPolicy(policyFilePath(world), world.facts.owner);
    const venue = venueOf(destinationOf());
    const write = { request, venue, at: world.clock.now(), ...(await callerOf()) };
    return { decision: decide(policy, write), policy, write };
  } catch (error) {
    const verdict = isReducing ? 'allow' : 'refuse';
    return { decision: { verdict, rule: 'unreadable', why: asToolError(error).message } };
  }
}

/** How a call passes the gate. */
export interface Admission {
  /** What the policy or a halt decided; undefined for a read, and where there is neither. */
  readonly decision?: Pick<PolicyDecision, 'rule' | 'verdict'>;
  /** What must succeed in the transaction that records the write: counts of its limits, and the use of its approval. */
  readonly conditions: readonly WriteCondition[];
  /** Returns a permit to sign the call once. To be called once the write is recorded. */
  readonly permit: () => Permit;
}

/** Returns whether a policy or a halt may be in force. */
export function isGuarded(world: World): boolean {
  return mayExist(haltPath(world)) || mayExist(policyFilePath(world));
}

/**
 * Throws kind `refused`, with the id of the rule or the name of the limit, for a write that the policy or a halt does not
 * allow. Without `openReader` neither is checked, as for a further attempt of a write that was recorded.
 */
export async function assertAllowed(
  world: World,
  request: PreparedRequest,
  source: WriteSource,
  openReader: (() => Promise<GateReader>) | undefined,
): Promise<Admission> {
  const permit = () => (isWriteEffect(request.effect) ? permitWrite(request) : permitRead(request));
  const ruling = await ruleOnWrite(world, request, source);
  if (ruling === undefined) return { conditions: [], permit };
  const { decision, policy, write } = ruling;
  const policyHint = `--yes does not answer this. The policy is ${policyFilePath(world)}.`;
  const refusal = (name: string, why: string, hint = HINTS[name] ?? policyHint) =>
    new ToolError({
      kind: 'refused',
      message: `The ${request.intent?.noun ?? 'call'} was not sent. ${why}`,
      hint,
      name,
      execution: 'not_executed',
      endpoint: request.endpoint,
    });
  if (decision.verdict === 'refuse') throw refusal(decision.rule, decision.why);
  const admitted = { decision, conditions: [], permit };
  if (policy === undefined || openReader === undefined) return admitted;
  const hasLimits = [policy, ...policy.rules].some(({ limits }) => limits !== undefined);
  if (decision.verdict === 'allow' && !hasLimits) return admitted;
  const gate = { world, policy, reader: await openReader() };
  const counts = hasLimits
    ? await (await import('./policy/limit-check.ts')).checkLimits({
        ...gate,
        write: write!,
        refusal: ({ name, why }) => refusal(name, why),
      })
    : [];
  if (decision.verdict === 'allow') return { ...admitted, conditions: counts };
  const { executePlan } = await import('./policy/plans.ts');
  const approval = await executePlan({
    ...gate,
    request,
    venue: write!.venue,
    refusal: (why, hint) => refusal(decision.rule, `${decision.why} ${why}`, hint),
  });
  return { ...admitted, conditions: [...counts, ...approval] };
}

const HINTS: Readonly<Record<string, string>> = {
  halt: 'A person ends the halt at a terminal: bourse policy resume.',
  unreadable: 'Correct the file, and check it: bourse policy check.',
};
