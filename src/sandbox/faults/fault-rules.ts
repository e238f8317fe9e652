/**
 * Fault injection rules: which calls and stream messages fail, how, how often and with which probability. Each rule has
 * its own random seed, so that the same calls in the same order get the same faults.
 */
import { type Random, seededRandom } from '../../core/clock.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { FAULTS, type FaultKind, isFaultKind } from './fault-kinds.ts';

export interface InjectionRule {
  readonly kind: FaultKind;
  /**
   * The calls or messages that the rule matches: a method and path such as "POST /api/v3/order", a path, an endpoint id
   * such as "spot.order.new", or a stream name such as "btcusdt@trade". `*` matches any text.
   */
  readonly route: string;
  /** The probability, from 0 to 1, that a matching call or message gets the fault. */
  readonly probability: number;
  /** The largest number of faults that the rule causes; undefined for no limit. */
  readonly count: number | undefined;
  /** The number of matching calls or messages that pass before the first fault. */
  readonly after: number;
  readonly seed: number;
  /** The duration in ms for kinds of faults that have one; negative values are allowed for `skew`. */
  readonly ms: number;
}

/** An active fault rule with its counts. */
export interface ListedRule extends InjectionRule {
  readonly id: number;
  /** The number of matching calls or messages, and how many of them got the fault. */
  readonly met: number;
  readonly struck: number;
}

/** The faults of one call: at most one exclusive kind, and the sums of all delays and clock skews. */
export interface CallFault {
  readonly delayMs: number;
  /** The error of the exchange clock (ms) for this call. */
  readonly skewMs: number;
  readonly kind: FaultKind | undefined;
  readonly ms: number;
}

/** The fault of one stream message. */
export interface MessageFault {
  readonly kind: FaultKind;
  readonly ms: number;
}

/** The maximum number of active rules. */
const RULES_MAX = 1000;
const MS_MAX = 600_000;
const COUNT_MAX = 1_000_000_000;
const ROUTE_LENGTH_MAX = 200;

interface ActiveRule {
  readonly id: number;
  readonly rule: InjectionRule;
  readonly pattern: RegExp;
  readonly random: Random;
  met: number;
  struck: number;
}

export class Faults {
  #rules: ActiveRule[] = [];
  #lastId = 0;

  /** Whether there is no rule, so that no call or message can get a fault. */
  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** Adds a rule from untrusted JSON and returns its id. Throws a usage error if a field is not valid. */
  add(given: unknown): number {
    const rule = readRule(given);
    if (this.#rules.length >= RULES_MAX)
      throw usageError(`There are already ${RULES_MAX} fault rules, which is the maximum.`);
    this.#lastId += 1;
    const pattern = patternOf(rule.route);
    const random = seededRandom(rule.seed);
    this.#rules.push({ id: this.#lastId, rule, pattern, random, met: 0, struck: 0 });
    return this.#lastId;
  }

  /** Removes one rule, or all rules without an id; returns how many were removed. */
  clear(id?: number): number {
    const before = this.#rules.length;
    this.#rules = id === undefined ? [] : this.#rules.filter((active) => active.id !== id);
    return before - this.#rules.length;
  }

  list(): readonly ListedRule[] {
    return this.#rules.map(({ id, rule, met, struck }) => ({ id, ...rule, met, struck }));
  }

  /** Returns the faults of a call and counts it; `id` is the endpoint id, undefined for an unknown path. */
  nextCallFault(call: {
    readonly method: string;
    readonly path: string;
    readonly id: string | undefined;
  }): CallFault | undefined {
    if (this.isEmpty) return undefined;
    let fault: CallFault | undefined;
    for (const active of this.#rules) {
      const { kind, ms } = active.rule;
      if (FAULTS[kind].on !== 'call' || (fault?.kind !== undefined && isExclusive(kind))) continue;
      const names = [call.path, `${call.method} ${call.path}`, ...(call.id === undefined ? [] : [call.id])];
      if (!shouldStrike(active, names)) continue;
      fault ??= { delayMs: 0, skewMs: 0, kind: undefined, ms: 0 };
      if (kind === 'delay') fault = { ...fault, delayMs: fault.delayMs + ms };
      else if (kind === 'skew') fault = { ...fault, skewMs: fault.skewMs + ms };
      else fault = { ...fault, kind, ms };
    }
    return fault;
  }

  /**
   * Returns the fault of a stream message (of a stream such as "btcusdt@trade"), or undefined; the first rule
   * that applies decides.
   */
  nextMessageFault(stream: string): MessageFault | undefined {
    for (const active of this.#rules) {
      const { kind, ms } = active.rule;
      if (FAULTS[kind].on === 'message' && shouldStrike(active, [stream])) return { kind, ms };
    }
    return undefined;
  }
}

/**
 * Returns whether a call gets at most one fault of such a kind; delays and clock skews combine with other
 * faults.
 */
function isExclusive(kind: FaultKind): boolean {
  return kind !== 'delay' && kind !== 'skew';
}

function shouldStrike(active: ActiveRule, names: readonly string[]): boolean {
  const { rule, pattern } = active;
  if (rule.count !== undefined && active.struck >= rule.count) return false;
  if (!names.some((name) => pattern.test(name))) return false;
  active.met += 1;
  if (active.met <= rule.after || active.random.next() >= rule.probability) return false;
  active.struck += 1;
  return true;
}

function patternOf(route: string): RegExp {
  const parts = route.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

/**
 * Reads a fault rule; if it gives no probability and counts, the fault applies to every matching call or
 * message.
 */
function readRule(given: unknown): InjectionRule {
  const { kind, route = '*', probability = 1, count, after = 0, seed = 1, ms } = Object(given);
  if (typeof kind !== 'string' || !isFaultKind(kind)) {
    throw invalidFieldError('kind', `one of ${Object.keys(FAULTS).join(', ')}`, kind);
  }
  if (typeof route !== 'string' || !/^[\x21-\x7e]{1,200}$|^[A-Z]+ [\x21-\x7e]+$/.test(route)) {
    throw invalidFieldError('route', 'a path, a method and a path, an endpoint id or a stream name', route);
  }
  if (route.length > ROUTE_LENGTH_MAX || route.split('*').length > 5) {
    throw invalidFieldError('route', `at most ${ROUTE_LENGTH_MAX} letters with at most 4 "*"`, route);
  }
  if (typeof probability !== 'number' || !(probability >= 0 && probability <= 1)) {
    throw invalidFieldError('probability', 'a number from 0 to 1', probability);
  }
  const min = kind === 'skew' ? -MS_MAX : 0;
  return {
    kind,
    route,
    probability,
    count: count === undefined ? undefined : readInteger('count', count, 1, COUNT_MAX),
    after: readInteger('after', after, 0, COUNT_MAX),
    seed: readInteger('seed', seed, 0, 4_294_967_295),
    ms: ms === undefined ? (FAULTS[kind].ms ?? 0) : readInteger('ms', ms, min, MS_MAX),
  };
}

function readInteger(name: string, value: unknown, min: number, max: number): number {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
  throw invalidFieldError(name, `a whole number from ${min} to ${max}`, value);
}

function invalidFieldError(name: string, what: string, found: unknown) {
  return usageError(`A fault's ${name} must be ${what}, was "${safeText(String(found).slice(0, 60))}".`);
}
