/** The policy document, as `schemas/policy.v1.schema.json` describes it. */

export type PolicyVerdict = 'allow' | 'refuse';

/** The days of the week in UTC, in the order of `Date.getUTCDay`. */
export const POLICY_DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** The conditions of a rule; all that are given must hold. */
export interface PolicyConditions {
  /** Ids of endpoints, in which `*` stands for any text. */
  readonly endpoints?: readonly string[];
  readonly effect?: readonly ('write' | 'funds')[];
  /** Environments, or hosts with their port where `--host` or a profile names an address. */
  readonly venue?: readonly string[];
  readonly symbols?: readonly string[];
  readonly types?: readonly string[];
  readonly side?: readonly ('BUY' | 'SELL')[];
  readonly reduceOnly?: boolean;
  /** The values that each parameter may have, as they are sent. */
  readonly params?: Readonly<Record<string, readonly string[]>>;
  /** Times of day in UTC, "HH:MM"; `to` is excluded, and is on the next day if it is earlier than `from`. */
  readonly hours?: { readonly from: string; readonly to: string };
  readonly days?: readonly (typeof POLICY_DAYS)[number][];
}

export interface PolicyRule {
  readonly id: string;
  readonly then: PolicyVerdict;
  /** Matches every write if absent. */
  readonly when?: PolicyConditions;
}

export interface PolicyDocument {
  readonly version: 1;
  readonly default: PolicyVerdict;
  /** The venues that writes may go to at all. */
  readonly venues?: readonly string[];
  readonly rules: readonly PolicyRule[];
}
