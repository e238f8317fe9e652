/**
 * Plan, approve, execute: a write that the policy asks about is planned, a person approves the plan, and then exactly this
 * write may be sent once. Plans are subjects of the journal, so that a plan is used in the transaction that records its
 * write.
 */
import { decimalOf, formatDecimal } from '../../core/decimal.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import { isObject, type JsonObject, type JsonValue, type UnixMs, unixMs } from '../../core/words.ts';
import {
  hasDrifted,
  type PlanContent,
  planArgs,
  planDigest,
  planId,
  planTtlMs,
  policyDigest,
} from '../../policy/plan.ts';
import type { PolicyDocument } from '../../policy/policy.ts';
import { shellLine } from '../../request/typed-arguments.ts';
import type { PreparedRequest } from '../../request/types.ts';
import type { SharedState } from '../../state/shared-state.ts';
import {
  idempotencyClaim,
  isPlanClaim,
  openJournal,
  planClaim,
  type WriteCondition,
} from '../journal/write-journal.ts';
import { recordOf, UNRESOLVED_STATES, WRITE_KIND, wordsOf } from '../journal/write-record.ts';
import type { World } from '../world.ts';
import type { GateReader } from './gate-reader.ts';
import { OrderValuer } from './order-valuer.ts';

/** The kind of the subjects of the journal that are plans. */
const PLAN_KIND = 'plan';
/** The claim that holds the key of the digests, which the first plan of a machine makes. */
const KEY_CLAIM = 'plan key';

type PlanState = 'PLANNED' | 'APPROVED' | 'USED';

/** A plan as it stands in the journal. */
export interface StoredPlan {
  readonly id: string;
  readonly state: PlanState;
  readonly content: PlanContent;
  readonly expiresAt: UnixMs;
  readonly digest: string;
  /** The market prices at the time of the plan, by symbol. */
  readonly prices: Readonly<Record<string, string>>;
}

export interface PlanSubject {
  readonly world: World;
  readonly policy: PolicyDocument;
  readonly venue: string;
  readonly request: PreparedRequest;
  readonly reader: GateReader;
  /** Returns the error of a write that is not sent. */
  readonly refusal: (why: string, hint: string) => ToolError;
}

/**
 * Returns what uses up the approval of a write, for the transaction that records the write. Throws the error of a write
 * without a valid approval: then the write is planned, and the error names the plan and its idempotency key. Throws a usage
 * error for a key that another plan has used.
 */
export async function executePlan(subject: PlanSubject): Promise<readonly WriteCondition[]> {
  const { world, refusal } = subject;
  const state = await openJournal(world);
  try {
    const key = await digestKey(world, state);
    const content = contentOf(subject);
    const id = planId(key, content);
    const known = await readPlan(state, id);
    if (known?.state !== 'USED') await assertUnusedKey(subject, state, content.idempotencyKey);
    await assertNoEqualUnresolved(subject, state);
    const now = world.clock.now();
    const reason = await voidReason(subject, known, planDigest(key, content, known?.expiresAt ?? 0));
    if (reason !== undefined && known?.state === 'USED')
      throw refusal(reason, await usedHint(state, content.idempotencyKey));
    const isOpen = known?.state === 'PLANNED' && known.expiresAt > now;
    const plan =
      isOpen || (known !== undefined && reason === undefined)
        ? known
        : await planWrite(subject, state, key, content);
    if (reason !== undefined) throw refusal(reason, approvalHint(plan));
    const refusedError = () => refusal('Another run has used its approval.', approvalHint(plan));
    return [
      {
        operation: { do: 'append', subject: id, state: 'USED', from: ['APPROVED'], at: now, body: {} },
        refusedError,
      },
      ...claimOfOwnId(subject, plan, refusedError),
    ];
  } finally {
    await state.close();
  }
}

/**
 * Returns the claim of a key that is the client order id of the order. The key of a command is claimed by the journal,
 * together with the first write of the command.
 */
function claimOfOwnId(
  { world, reader }: PlanSubject,
  { id, content }: StoredPlan,
  refusedError: WriteCondition['refusedError'],
): readonly WriteCondition[] {
  if (reader.idempotencyKey !== undefined) return [];
  const name = idempotencyClaim(content.idempotencyKey);
  const value = planClaim(id);
  return [{ operation: { do: 'claim', name, value, once: true, at: world.clock.now() }, refusedError }];
}

/** Throws a usage error for a key under which something else was sent before. */
async function assertUnusedKey({ reader }: PlanSubject, state: SharedState, key: string): Promise<void> {
  const claimed = await state.claimed(idempotencyClaim(key));
  // A command that states its key was compared with the claim before; it may have claimed the key with an earlier write.
  const isCompared = reader.idempotencyKey !== undefined && !isPlanClaim(claimed ?? '');
  if (claimed === undefined || isCompared) return;
  throw usageError(
    `The idempotency key "${safeText(key)}" was used for another command or other parameters.`,
    `Take a new key. Nothing was sent. ${await usedHint(state, key)}`,
  );
}

/** Returns the text that names the command which shows the write that was sent under a key. */
async function usedHint(state: SharedState, key: string): Promise<string> {
  const where = { field: 'clientOrderId', value: key } as const;
  const [found] = await state.subjects({ kind: WRITE_KIND, where, limit: 1 });
  const id = found === undefined ? '' : ` ${found.id}`;
  return `What became of the first is shown by bourse orders ${found === undefined ? 'list' : 'show'}${id}.`;
}

/**
 * Throws the error of a write without an id of its own if an equal one, approved under any key, is unresolved: the
 * exchange could not distinguish the two.
 */
async function assertNoEqualUnresolved({ request, venue, reader, refusal }: PlanSubject, state: SharedState) {
  const parts = request.intent?.parts ?? [];
  if (parts.some(({ clientOrderId }) => clientOrderId !== undefined)) return;
  const unresolved = await state.subjects({ kind: WRITE_KIND, states: UNRESOLVED_STATES });
  const equal = unresolved
    .map(recordOf)
    .find(
      ({ endpoint, origin, params }) =>
        endpoint === request.endpoint &&
        origin.venue === venue &&
        origin.account === reader.account &&
        parts.some((part) => isEqualRecord(part.params, params)),
    );
  if (equal === undefined) return;
  throw refusal(
    `It is not known what became of an equal one, ${wordsOf(equal)}.`,
    `Resolve it first: bourse orders resolve ${equal.id}.`,
  );
}

function isEqualRecord(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** Returns a plan that can be approved. Throws kind `refused` for a plan that is unknown, expired, used or outdated. */
export async function readOpenPlan(world: World, policy: PolicyDocument, id: string): Promise<StoredPlan> {
  const state = await openJournal(world);
  try {
    const plan = await readPlan(state, id);
    if (plan === undefined) throw planError(`There is no plan ${id}.`);
    if (plan.state !== 'PLANNED') throw planError(`The plan ${id} was ${STATE_WORDS[plan.state]}.`);
    if (plan.expiresAt <= world.clock.now())
      throw planError(`The plan ${id} expired at ${formatTime(plan.expiresAt)}.`);
    if (plan.content.policyDigest !== policyDigest(policy))
      throw planError(`The policy was changed after the plan ${id} was made.`);
    return plan;
  } finally {
    await state.close();
  }
}

/** Records the approval of a plan; throws kind `refused` if the plan was approved or used meanwhile. */
export async function approvePlan(world: World, { id, expiresAt }: StoredPlan): Promise<void> {
  const at = world.clock.now();
  if (expiresAt <= at) throw planError(`The plan ${id} expired at ${formatTime(expiresAt)}.`);
  const state = await openJournal(world);
  try {
    const result = await state.commit([
      { do: 'append', subject: id, state: 'APPROVED', from: ['PLANNED'], at, body: {} },
    ]);
    if (!result.ok) throw planError(`The plan ${id} was approved or used meanwhile.`);
  } finally {
    await state.close();
  }
}

const STATE_WORDS = { PLANNED: 'planned', APPROVED: 'approved', USED: 'used' } as const;

function planError(message: string): ToolError {
  return new ToolError({
    kind: 'refused',
    message,
    hint: 'Send the write again; if the policy asks for approval, the error names its plan.',
    execution: 'not_executed',
  });
}

/**
 * Returns what the approval of a write is bound to. Its idempotency key is that of the command; otherwise the client order
 * id of the order, or for a write without one a new key.
 */
function contentOf({ world, policy, venue, request, reader }: PlanSubject): PlanContent {
  const ownId = request.intent?.parts.find(({ clientOrderId }) => clientOrderId !== undefined)?.clientOrderId;
  return {
    endpoint: request.endpoint,
    operation: `${request.method} ${request.path}`,
    args: planArgs(request),
    venue,
    profile: reader.profile ?? '',
    account: reader.account,
    idempotencyKey: reader.idempotencyKey ?? ownId ?? `plan-${world.secretHex(12)}`,
    policyDigest: policyDigest(policy),
  };
}

/** Stores a write as a plan that can be approved until it expires. */
async function planWrite(
  subject: PlanSubject,
  state: SharedState,
  key: string,
  content: PlanContent,
): Promise<StoredPlan> {
  const { world, policy } = subject;
  const at = world.clock.now();
  const expiresAt = unixMs(at + planTtlMs(policy));
  const id = planId(key, content);
  const digest = planDigest(key, content, expiresAt);
  const prices = Object.fromEntries(await pricesOf(subject));
  const body: JsonObject = { content: content as unknown as JsonValue, expiresAt, digest, prices };
  const creates = { kind: PLAN_KIND, scope: content.venue };
  await state.commit([{ do: 'append', subject: id, state: 'PLANNED', at, body, creates }]);
  return { id, state: 'PLANNED', content, expiresAt, digest, prices };
}

/** Returns why a write may not be sent under its plan; undefined if the plan is approved and valid. */
async function voidReason(
  subject: PlanSubject,
  plan: StoredPlan | undefined,
  digest: string,
): Promise<string | undefined> {
  if (plan === undefined || (plan.state === 'PLANNED' && plan.expiresAt > subject.world.clock.now()))
    return 'It is not approved.';
  if (plan.state === 'USED') return 'Its approval was used.';
  if (plan.expiresAt <= subject.world.clock.now()) return 'Its approval expired.';
  if (plan.digest !== digest) return 'Its approval is not that of this write.';
  return driftReason(subject, plan);
}

function approvalHint({ id, expiresAt, content }: StoredPlan): string {
  const again = shellLine([content.idempotencyKey]);
  return `A person approves it at a terminal until ${formatTime(expiresAt)}: bourse approve ${id}. Then send it again with --idempotency-key ${again}.`;
}

/** Returns the key of the digests; the first process that needs it makes it. */
async function digestKey(world: World, state: SharedState): Promise<string> {
  const known = await state.claimed(KEY_CLAIM);
  if (known !== undefined) return known;
  const at = world.clock.now();
  await state.commit([{ do: 'claim', name: KEY_CLAIM, value: world.secretHex(32), at }]);
  return (await state.claimed(KEY_CLAIM))!;
}

/** Returns the plan of the newest request for approval of a write. */
async function readPlan(state: SharedState, id: string): Promise<StoredPlan | undefined> {
  const subject = await state.subject(id);
  if (subject?.kind !== PLAN_KIND) return undefined;
  const planned = (await state.timeline(id)).findLast((entry) => entry.state === 'PLANNED');
  const { content, expiresAt, digest, prices } = planned?.body ?? {};
  if (!isObject(content) || typeof expiresAt !== 'number' || typeof digest !== 'string') return undefined;
  return {
    id,
    state: subject.state as PlanState,
    content: content as unknown as PlanContent,
    expiresAt: unixMs(expiresAt),
    digest,
    prices: (prices ?? {}) as Readonly<Record<string, string>>,
  };
}

/** Returns the market prices of the symbols of a write whose price may not drift. */
async function pricesOf({ world, policy, request, reader }: PlanSubject) {
  const { orderRules, parts = [] } = request.intent ?? {};
  if (policy.approval?.maxDrift === undefined || orderRules === undefined) return [];
  const valuer = new OrderValuer(world, policy.quote ?? '', reader);
  const symbols = [...new Set(parts.flatMap(({ symbol }) => symbol ?? []))];
  return Promise.all(
    symbols.map(async (symbol) => {
      const price = await valuer.priceOf(orderRules.price, symbol);
      return [symbol, price === undefined ? '' : formatDecimal(price)] as const;
    }),
  );
}

/** Returns how the market has moved further since the plan than the policy allows, or that this cannot be known. */
async function driftReason(subject: PlanSubject, plan: StoredPlan): Promise<string | undefined> {
  const { policy } = subject;
  for (const [symbol, price] of await pricesOf(subject)) {
    const planned = plan.prices[symbol] ?? '';
    const isKnown = planned !== '' && price !== '';
    if (isKnown && !hasDrifted(policy, decimalOf(planned), decimalOf(price))) continue;
    const moved = isKnown
      ? `${symbol} moved from ${planned} to ${price}`
      : `no price of ${symbol} can be had`;
    return `Its approval is void: ${moved}, and maxDrift of the policy is ${policy.approval!.maxDrift}.`;
  }
  return undefined;
}
