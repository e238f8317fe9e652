/**
 * The limits of a policy that need no account data: order worth, distance from the mark, leverage, and what is counted.
 * Pure: worths and prices are given.
 */
import {
  abs,
  compare,
  type Decimal,
  decimalOf,
  divide,
  formatTrimmed,
  HUNDRED,
  multiply,
  subtract,
} from '../core/decimal.ts';
import type { IntentPart, WriteIntent } from '../request/types.ts';
import { type PolicyWrite, ruleOf } from './decide.ts';
import type { PolicyDocument, PolicyLimits } from './policy.ts';
import { limitPricesOf } from './worth.ts';

/** Limits that a write must keep: those of the policy, or those of the rule that allows it. */
export interface PolicyLimitSet {
  /** The id of the rule; undefined for the limits of the whole policy. */
  readonly rule: string | undefined;
  readonly limits: PolicyLimits;
  /** The orders of the write that the limits apply to. */
  readonly parts: readonly IntentPart[];
}

/** A limit that a write would exceed. */
export interface Excess {
  /** The name of the limit, after the id of its rule if a rule states it, such as "majors.maxOrder". */
  readonly name: string;
  /** How the write would exceed the limit, as one sentence for people. */
  readonly why: string;
}

/** Returns the limits for a write that is allowed; empty for a write that only cancels or reduces. */
export function limitSetsOf(policy: PolicyDocument, write: PolicyWrite): readonly PolicyLimitSet[] {
  const { intent } = write.request;
  if (intent === undefined || intent.isReducing) return [];
  const parts = intent.parts.filter(({ isReducing }) => isReducing !== true);
  const sets = new Map<string | undefined, { limits: PolicyLimits; parts: IntentPart[] }>();
  for (const part of parts) {
    const rule = ruleOf(policy, write, part);
    for (const [id, limits] of [[undefined, policy.limits] as const, [rule?.id, rule?.limits] as const]) {
      if (limits === undefined) continue;
      const set = sets.get(id) ?? { limits, parts: [] };
      set.parts.push(part);
      sets.set(id, set);
    }
  }
  return [...sets].map(([rule, set]) => ({ rule, ...set }));
}

/** Returns whether a limit of the policy bounds the worth of orders, so that the worth must be computed. */
export function limitsWorth({ maxOrder, maxDay, maxGross }: PolicyLimits): boolean {
  return maxOrder !== undefined || maxDay !== undefined || maxGross !== undefined;
}

/** Returns the name by which errors call a limit of a policy, such as "majors.maxOrder". */
export function limitName({ rule }: Pick<PolicyLimitSet, 'rule'>, limit: keyof PolicyLimits): string {
  return rule === undefined ? limit : `${rule}.${limit}`;
}

/** Returns the report of a write that would exceed a limit of the policy; `found` says what the write would do. */
export function excessOf(
  set: PolicyLimitSet,
  limit: keyof PolicyLimits,
  found: string,
  unit: string | undefined = undefined,
): Excess {
  const bound = `${set.limits[limit]}${unit === undefined ? '' : ` ${unit}`}`;
  const whose = set.rule === undefined ? 'the policy' : `rule "${set.rule}"`;
  return { name: limitName(set, limit), why: `${limit} of ${whose} is ${bound}, and ${found}.` };
}

/** Returns why a write exceeds the leverage limit; undefined if it sets no leverage, or an allowed one. */
export function leverageExcess(set: PolicyLimitSet): Excess | undefined {
  const { maxLeverage } = set.limits;
  if (maxLeverage === undefined) return undefined;
  const given = set.parts.flatMap(({ params }) => [params['leverage'], params['maxLeverage']]);
  const over = given.find((text) => text !== undefined && !(Number(text) <= maxLeverage));
  return over === undefined ? undefined : excessOf(set, 'maxLeverage', `the call sets ${over}`);
}

/** Returns why one order is worth too much; `worth` is in the quote asset of the policy. */
export function orderExcess(set: PolicyLimitSet, worth: Decimal, quote: string): Excess | undefined {
  const { maxOrder } = set.limits;
  if (maxOrder === undefined || compare(worth, decimalOf(maxOrder)) <= 0) return undefined;
  return excessOf(set, 'maxOrder', `an order is worth ${formatTrimmed(worth)} ${quote}`, quote);
}

/** Returns why a limit price of an order is too far from the mark. */
export function markExcess(set: PolicyLimitSet, { params }: IntentPart, mark: Decimal): Excess | undefined {
  const { maxFromMark } = set.limits;
  if (maxFromMark === undefined) return undefined;
  const most = multiply(decimalOf(maxFromMark.slice(0, -1)), mark);
  const prices = limitPricesOf(params);
  if (prices === undefined) return excessOf(set, 'maxFromMark', 'a price of the order is no number');
  for (const price of prices) {
    const distance = multiply(abs(subtract(price, mark)), HUNDRED);
    if (compare(distance, most) <= 0) continue;
    const percent = formatTrimmed(divide(distance, mark, 2, 'up'));
    return excessOf(
      set,
      'maxFromMark',
      `the price ${formatTrimmed(price)} is ${percent}% from the mark ${formatTrimmed(mark)}`,
    );
  }
  return undefined;
}

/** Returns how many orders a write counts as for `ordersPerMinute`. */
export function orderCount(set: PolicyLimitSet, { isOrder }: WriteIntent): number {
  return isOrder === true ? set.parts.length : 0;
}
