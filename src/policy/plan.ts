/** A plan: a write that waits for approval, and the digest that binds an approval to its exact arguments. Pure. */
import { createHash, createHmac } from 'node:crypto';
import { abs, compare, type Decimal, decimalOf, HUNDRED, multiply, subtract } from '../core/decimal.ts';
import { decodeQuery } from '../request/encode.ts';
import type { PreparedRequest } from '../request/types.ts';
import type { PolicyDocument } from './policy.ts';

/** What an approval is bound to, besides the time at which it expires. */
export interface PlanContent {
  readonly endpoint: string;
  /** The method and path that the write is sent to. */
  readonly operation: string;
  /** The arguments as they are sent, sorted, without timestamp and signature. */
  readonly args: readonly (readonly [name: string, value: string])[];
  readonly venue: string;
  readonly profile: string;
  /** The fingerprint of the API key. */
  readonly account: string;
  readonly idempotencyKey: string;
  readonly policyDigest: string;
}

/** How long an approval may be used, and how far prices may move, if the policy does not say. */
const DEFAULT_TTL_SECONDS = 120;

/** Returns the arguments of a request as a plan holds them. */
export function planArgs({ query, body }: Pick<PreparedRequest, 'query' | 'body'>): PlanContent['args'] {
  const all = [...decodeQuery(query), ...decodeQuery(body ?? '')];
  return all.sort((one, other) => compareTexts(one[0], other[0]) || compareTexts(one[1], other[1]));
}

function compareTexts(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

/** Returns a digest of a policy, which changes with every change of its meaning. */
export function policyDigest(policy: PolicyDocument): string {
  return createHash('sha256').update(JSON.stringify(policy)).digest('hex');
}

/** Returns the id of the plan of a write: the same write under the same policy has the same plan. */
export function planId(key: string, content: PlanContent): string {
  return `p${hmac(key, 'id', content).slice(0, 12)}`;
}

/** Returns the digest that an approval of the write until `expiresAt` (in ms) must carry. */
export function planDigest(key: string, content: PlanContent, expiresAt: number): string {
  return hmac(key, String(expiresAt), content);
}

/** Returns for how many ms a plan may be approved and used. */
export function planTtlMs({ approval }: PolicyDocument): number {
  return (approval?.ttlSeconds ?? DEFAULT_TTL_SECONDS) * 1000;
}

/** Returns whether a price has moved further since the plan than the policy allows. */
export function hasDrifted({ approval }: PolicyDocument, planned: Decimal, now: Decimal): boolean {
  if (approval?.maxDrift === undefined) return false;
  const most = multiply(decimalOf(approval.maxDrift.slice(0, -1)), planned);
  return compare(multiply(abs(subtract(now, planned)), HUNDRED), most) > 0;
}

function hmac(key: string, label: string, content: PlanContent): string {
  const {
    endpoint,
    operation,
    args,
    venue,
    profile,
    account,
    idempotencyKey,
    policyDigest: policy,
  } = content;
  const text = JSON.stringify([
    label,
    endpoint,
    operation,
    args,
    venue,
    profile,
    account,
    idempotencyKey,
    policy,
  ]);
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex');
}
