/** Decides by the policy whether a write may be sent. Pure: the same policy, write and time give the same verdict. */
import type { UnixMs } from '../core/words.ts';
import type { IntentPart, PreparedRequest } from '../request/types.ts';
import {
  POLICY_DAYS,
  type PolicyConditions,
  type PolicyDocument,
  type PolicyDoor,
  type PolicyRule,
  type PolicyVerdict,
} from './policy.ts';

/** Who sends a write: by which door, and with the keys of which profile. */
export interface PolicyCaller {
  readonly door: PolicyDoor;
  /** Undefined for keys that come from no profile. */
  readonly profile: string | undefined;
}

/** A write as a policy is asked about it: its endpoint, effect and intent, its destination, and the time in Unix ms. */
export interface PolicyWrite extends PolicyCaller {
  readonly request: Pick<PreparedRequest, 'endpoint' | 'product' | 'effect' | 'intent'>;
  /** The environment, or the host with its port where `--host` or a profile names an address. */
  readonly venue: string;
  readonly at: UnixMs;
}

export interface PolicyDecision {
  readonly verdict: PolicyVerdict;
  /** The id of the rule that decided; "default", "venues" or "reducing" where no rule did. */
  readonly rule: string;
  /** The verdict of the policy as one sentence for people. */
  readonly why: string;
}

/**
 * Returns the verdict on a write. Each order of a batch is decided by itself, and the strictest verdict holds for all.
 */
export function decide(policy: PolicyDocument, write: PolicyWrite): PolicyDecision {
  const { intent } = write.request;
  const parts = intent === undefined || intent.parts.length === 0 ? [{ params: {} }] : intent.parts;
  const decisions = parts.map((part) => decidePart(policy, write, part));
  const byVerdict = (one: PolicyVerdict) => decisions.find(({ verdict }) => verdict === one);
  return byVerdict('refuse') ?? byVerdict('ask') ?? decisions[0]!;
}

const VERDICT_VERBS = { allow: 'allows', ask: 'asks for approval of', refuse: 'refuses' } as const;

/** Returns the rule that decides a write, or one order of it; undefined where the venues, or no rule, decide. */
export function ruleOf(policy: PolicyDocument, write: PolicyWrite, part: IntentPart): PolicyRule | undefined {
  return policy.rules.find((one) => matches(one, write, part));
}

function decidePart(policy: PolicyDocument, write: PolicyWrite, part: IntentPart): PolicyDecision {
  const isReducing = write.request.intent?.isReducing === true;
  if (policy.venues !== undefined && !policy.venues.includes(write.venue) && !isReducing) {
    return {
      verdict: 'refuse',
      rule: 'venues',
      why: `The policy sends writes to ${policy.venues.join(', ')} only, not to ${write.venue}.`,
    };
  }
  const rule = ruleOf(policy, write, part);
  if (rule !== undefined) {
    return {
      verdict: rule.then,
      rule: rule.id,
      why: `Rule "${rule.id}" ${VERDICT_VERBS[rule.then]} ${write.request.endpoint}.`,
    };
  }
  if (isReducing) {
    return {
      verdict: 'allow',
      rule: 'reducing',
      why: 'No rule matches, and the default holds back no write that only cancels or reduces.',
    };
  }
  return {
    verdict: policy.default,
    rule: 'default',
    why: `No rule matches ${write.request.endpoint}, and the default ${VERDICT_VERBS[policy.default]} it.`,
  };
}

function matches(rule: PolicyRule, write: PolicyWrite, part: IntentPart): boolean {
  return unmetConditions(rule, write, part).length === 0;
}

/** Returns the conditions of a rule that do not hold for a write, or for one order of it, by their names. */
export function unmetConditions(
  { when = {} }: PolicyRule,
  write: PolicyWrite,
  part: IntentPart,
): readonly string[] {
  return Object.keys(when).filter((name) => !CONDITIONS[name as keyof PolicyConditions](when, write, part));
}

type Condition = (when: PolicyConditions, write: PolicyWrite, part: IntentPart) => boolean;

/** Whether each condition holds; called only for conditions that a rule states. */
const CONDITIONS: Readonly<Record<keyof PolicyConditions, Condition>> = {
  endpoints: ({ endpoints = [] }, { request }) =>
    endpoints.some((pattern) => matchesPattern(pattern, request.endpoint)),
  effect: ({ effect = [] }, { request }) => effect.some((one) => one === request.effect),
  venue: ({ venue = [] }, write) => venue.includes(write.venue),
  profile: ({ profile = [] }, write) => isOneOf(profile, write.profile),
  doors: ({ doors = [] }, write) => doors.includes(write.door),
  symbols: ({ symbols = [] }, _write, { symbol }) => isOneOf(symbols, symbol?.toUpperCase()),
  types: ({ types = [] }, _write, { params }) => isOneOf(types, params['type']?.toUpperCase()),
  side: ({ side = [] }, _write, { params }) => isOneOf(side, params['side']?.toUpperCase()),
  reduceOnly: ({ reduceOnly }, _write, { params }) => reduceOnly === isReduceOnly(params),
  addresses: ({ addresses = [] }, _write, { params }) => isOneOf(addresses, params['address']),
  params: ({ params: expected = {} }, _write, { params }) =>
    Object.entries(expected).every(([name, values]) => isOneOf(values, params[name])),
  hours: ({ hours }, { at }) => isWithinHours(hours!, at),
  days: ({ days = [] }, { at }) => days.includes(POLICY_DAYS[new Date(at).getUTCDay()]!),
};

function isReduceOnly(params: IntentPart['params']): boolean {
  return ['reduceOnly', 'closePosition'].some((name) => params[name]?.toLowerCase() === 'true');
}

function isOneOf(values: readonly string[], value: string | undefined): boolean {
  return value !== undefined && values.includes(value);
}

/** Compares piece by piece, because a regular expression of many `*` could take exponential time. */
function matchesPattern(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const [first, last] = [pieces[0]!, pieces.at(-1)!];
  if (pieces.length === 1) return pattern === text;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = text.indexOf(piece, from);
    if (at < 0 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}

function isWithinHours({ from, to }: NonNullable<PolicyConditions['hours']>, at: UnixMs): boolean {
  const now = new Date(at).toISOString().slice(11, 16);
  return from <= to ? from <= now && now < to : from <= now || now < to;
}
