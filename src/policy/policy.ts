/** The policy document, as `schemas/policy.v1.schema.json` describes it. */
import type { ExposureProduct } from '../catalogue/exposure-queries.ts';

/** What becomes of a write; `ask` sends it only after a person has approved exactly this write. */
export type PolicyVerdict = 'allow' | 'ask' | 'refuse';

/** The ways by which a write comes: a command, one of the group `api`, one of the group `ws`, a program's library, or a call of `bourse serve`. */
export const POLICY_DOORS = ['cli', 'api', 'ws', 'library', 'serve'] as const;
export type PolicyDoor = (typeof POLICY_DOORS)[number];

/** The days of the week in UTC, in the order of `Date.getUTCDay`. */
export const POLICY_DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** The conditions of a policy's rule; the rule decides a write for which all given conditions hold. */
export interface PolicyConditions {
  /** Ids of endpoints, in which `*` stands for any text. */
  readonly endpoints?: readonly string[];
  readonly effect?: readonly ('write' | 'funds')[];
  /** Environments, or hosts with their port where `--host` or a profile names an address. */
  readonly venue?: readonly string[];
  /** Names of profiles; never holds for keys that come from no profile. */
  readonly profile?: readonly string[];
  readonly doors?: readonly PolicyDoor[];
  readonly symbols?: readonly string[];
  readonly types?: readonly string[];
  readonly side?: readonly ('BUY' | 'SELL')[];
  readonly reduceOnly?: boolean;
  /** The addresses that a withdrawal may go to. */
  readonly addresses?: readonly string[];
  /** The values that each parameter may have, as they are sent. */
  readonly params?: Readonly<Record<string, readonly string[]>>;
  /** Times of day in UTC, "HH:MM"; `to` is excluded, and is on the next day if it is earlier than `from`. */
  readonly hours?: { readonly from: string; readonly to: string };
  readonly days?: readonly (typeof POLICY_DAYS)[number][];
}

/**
 * Bounds of orders, which hold for the whole policy or for the orders that a rule decides. Amounts are exact decimals in
 * the quote asset of the policy.
 */
export interface PolicyLimits {
  /** The most that one order may be worth. */
  readonly maxOrder?: string;
  /** The most that all orders of a day in UTC may be worth together, at each venue. */
  readonly maxDay?: string;
  /** The most that open positions, open orders that open positions, and the new order may be worth together. */
  readonly maxGross?: string;
  /** The loss of the day from which on orders are refused: fills and income since 00:00 UTC, and open positions. */
  readonly maxLossDay?: string;
  /** The most orders in a minute of the clock, at each venue. */
  readonly ordersPerMinute?: number;
  /** The most leverage that a call may set, and that the symbol of an order of futures may have. */
  readonly maxLeverage?: number;
  /** The largest distance of a limit price from the market's mark, such as "2%". */
  readonly maxFromMark?: string;
}

export interface PolicyRule {
  readonly id: string;
  readonly then: PolicyVerdict;
  /** The conditions under which the rule decides; without conditions the rule decides every write. */
  readonly when?: PolicyConditions;
  /** Limits for the orders that this rule decides, which hold in addition to the limits of the whole policy. */
  readonly limits?: PolicyLimits;
}

export interface PolicyDocument {
  readonly version: 1;
  readonly default: PolicyVerdict;
  /** The environments and hosts that writes may go to at all, whatever the rules of the policy say. */
  readonly venues?: readonly string[];
  readonly rules: readonly PolicyRule[];
  /** The asset in which limits are stated, such as USDT. */
  readonly quote?: string;
  readonly limits?: PolicyLimits;
  /** The products whose exposure and losses count besides those of the order's product; all of them if absent. */
  readonly products?: readonly ExposureProduct[];
  readonly approval?: PolicyApproval;
  readonly halt?: PolicyHalt;
}

/** When writes halt by themselves, as by `policy halt`, and what a halt does with open orders. */
export interface PolicyHalt {
  /** How many refused writes within `withinMinutes` halt writes; refusals halt nothing if absent. */
  readonly afterRefusals?: number;
  /** 10 if absent. */
  readonly withinMinutes?: number;
  /** Whether a command that ends without knowing what became of a write halts writes. */
  readonly onUnknown?: boolean;
  /** Whether each halt, automatic or by `policy halt`, cancels the open orders of its account. */
  readonly cancelOrders?: boolean;
}

export interface PolicyApproval {
  /** How many seconds a planned write may be approved and sent after it was planned; 120 if absent. */
  readonly ttlSeconds?: number;
  /** The largest move of the market price between plan and use, such as "0.5%"; any move if absent. */
  readonly maxDrift?: string;
}
