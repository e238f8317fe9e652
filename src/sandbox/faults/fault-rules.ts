/**
 * Faults on demand: rules that say which calls and stream messages go wrong, how, how often and by which chance. A
 * rule draws from a seed of its own, so the same calls in the same order meet the same faults.
 */
import { type Random, seededRandom } from '../../core/clock.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { FAULTS, type FaultKind, isFaultKind } from './fault-kinds.ts';

export interface InjectionRule {
  readonly kind: FaultKind;
  /**
   * What it befalls: a method and a path such as "POST /api/v3/order", a path, an endpoint's id such as
   * "spot.order.new", or for messages a stream's name such as "btcusdt@trade". `*` stands for any text.
   */
  readonly route: string;
  /** From 0 to 1: how likely a call that the rule is for meets it. */
  readonly probability: number;
  /** How often it strikes at most; undefined for as often as it comes. */
  readonly count: number | undefined;
  /** How many calls it is for pass before it begins. */
  readonly after: number;
  readonly seed: number;
  /** How long, for the kinds that take a while; those of skew may be below 0. */
  readonly ms: number;
}

/** A rule as it stands. */
export interface ListedRule extends InjectionRule {
  readonly id: number;
  /** Calls or messages it was for, and how many of them it struck. */
  readonly met: number;
  readonly struck: number;
}

/** What befalls a call: at most one kind, but delays and skews add up beside it. */
export interface CallFault {
  readonly delayMs: number;
  /** How far the exchange's clock is off for this call. */
  readonly skewMs: number;
  readonly kind: FaultKind | undefined;
  readonly ms: number;
}

/** What befalls a stream message. */
export interface MessageFault {
  readonly kind: FaultKind;
  readonly ms: number;
}

/** Rules that stand at once. */
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

  /** Adds a rule and returns its id. Throws a usage error for what is none. */
  add(given: unknown): number {
    const rule = readRule(given);
    if (this.#rules.length >= RULES_MAX) throw usageError(`There are ${RULES_MAX} rules already.`);
    this.#lastId += 1;
    const pattern = patternOf(rule.route);
    const random = seededRandom(rule.seed);
    this.#rules.push({ id: this.#lastId, rule, pattern, random, met: 0, struck: 0 });
    return this.#lastId;
  }

  /** Takes a rule away, or all of them; returns how many. */
  clear(id?: number): number {
    const before = this.#rules.length;
    this.#rules = id === undefined ? [] : this.#rules.filter((active) => active.id !== id);
    return before - this.#rules.length;
  }

  list(): readonly ListedRule[] {
    return this.#rules.map(({ id, rule, met, struck }) => ({ id, ...rule, met, struck }));
  }

  /** Says what befalls a call, known by its path and, where it is one of the interface, by its endpoint's id. */
  nextCallFault(call: {
    readonly method: string;
    readonly path: string;
    readonly id: string | undefined;
  }): CallFault | undefined {
    if (this.#rules.length === 0) return undefined;
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

  /** Says what befalls a message of a stream, such as "btcusdt@trade"; the first rule that strikes counts. */
  nextMessageFault(stream: string): MessageFault | undefined {
    for (const active of this.#rules) {
      const { kind, ms } = active.rule;
      if (FAULTS[kind].on === 'message' && shouldStrike(active, [stream])) return { kind, ms };
    }
    return undefined;
  }
}

/** Delays and skews stand beside other kinds; of those a call meets one. */
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

/** Reads a rule; what is absent stands for a fault that always strikes. */
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
