/**
 * Faults on demand: rules that say which calls and stream messages go wrong, how, how often and by which chance. A
 * rule draws from a seed of its own, so the same calls in the same order meet the same faults.
 */
import { type Random, seededRandom } from '../../core/clock.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { FAULTS, type FaultKind, isFaultKind } from './fault-kinds.ts';

export interface FaultRule {
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
export interface ListedFault extends FaultRule {
  readonly id: number;
  /** Calls or messages it was for, and how many of them it struck. */
  readonly met: number;
  readonly struck: number;
}

/** What befalls a call: at most one kind, but delays and skews add up beside it. */
export interface CallVerdict {
  readonly delayMs: number;
  /** How far the exchange's clock is off for this call. */
  readonly skewMs: number;
  readonly kind: FaultKind | undefined;
  readonly ms: number;
}

/** What befalls a stream message. */
export interface MessageVerdict {
  readonly kind: FaultKind;
  readonly ms: number;
}

/** Rules that stand at once. */
const RULES_MAX = 1000;
const MS_MAX = 600_000;
const COUNT_MAX = 1_000_000_000;
const ROUTE_LENGTH_MAX = 200;

interface Standing {
  readonly id: number;
  readonly rule: FaultRule;
  readonly pattern: RegExp;
  readonly chance: Random;
  met: number;
  struck: number;
}

export class Faults {
  #standing: Standing[] = [];
  #last = 0;

  /** Adds a rule and returns its id. Throws a usage error for what is none. */
  add(given: unknown): number {
    const rule = readRule(given);
    if (this.#standing.length >= RULES_MAX) throw usageError(`There are ${RULES_MAX} rules already.`);
    this.#last += 1;
    const pattern = patternOf(rule.route);
    const chance = seededRandom(rule.seed);
    this.#standing.push({ id: this.#last, rule, pattern, chance, met: 0, struck: 0 });
    return this.#last;
  }

  /** Takes a rule away, or all of them; returns how many. */
  clear(id?: number): number {
    const before = this.#standing.length;
    this.#standing = id === undefined ? [] : this.#standing.filter((one) => one.id !== id);
    return before - this.#standing.length;
  }

  list(): readonly ListedFault[] {
    return this.#standing.map(({ id, rule, met, struck }) => ({ id, ...rule, met, struck }));
  }

  /** Says what befalls a call, known by its path and, where it is one of the interface, by its endpoint's id. */
  decideCall(call: {
    readonly method: string;
    readonly path: string;
    readonly id: string | undefined;
  }): CallVerdict | undefined {
    if (this.#standing.length === 0) return undefined;
    let verdict: CallVerdict | undefined;
    for (const one of this.#standing) {
      const { kind, ms } = one.rule;
      if (FAULTS[kind].on !== 'call' || (verdict?.kind !== undefined && isWhole(kind))) continue;
      const names = [call.path, `${call.method} ${call.path}`, ...(call.id === undefined ? [] : [call.id])];
      if (!strikes(one, names)) continue;
      verdict ??= { delayMs: 0, skewMs: 0, kind: undefined, ms: 0 };
      if (kind === 'delay') verdict = { ...verdict, delayMs: verdict.delayMs + ms };
      else if (kind === 'skew') verdict = { ...verdict, skewMs: verdict.skewMs + ms };
      else verdict = { ...verdict, kind, ms };
    }
    return verdict;
  }

  /** Says what befalls a message of a stream, such as "btcusdt@trade"; the first rule that strikes counts. */
  decideMessage(stream: string): MessageVerdict | undefined {
    for (const one of this.#standing) {
      const { kind, ms } = one.rule;
      if (FAULTS[kind].on === 'message' && strikes(one, [stream])) return { kind, ms };
    }
    return undefined;
  }
}

/** Delays and skews stand beside other kinds; of those a call meets one. */
function isWhole(kind: FaultKind): boolean {
  return kind !== 'delay' && kind !== 'skew';
}

function strikes(one: Standing, names: readonly string[]): boolean {
  const { rule, pattern } = one;
  if (rule.count !== undefined && one.struck >= rule.count) return false;
  if (!names.some((name) => pattern.test(name))) return false;
  one.met += 1;
  if (one.met <= rule.after || one.chance.next() >= rule.probability) return false;
  one.struck += 1;
  return true;
}

function patternOf(route: string): RegExp {
  const parts = route.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

/** Reads a rule; what is absent stands for a fault that always strikes. */
function readRule(given: unknown): FaultRule {
  const { kind, route = '*', probability = 1, count, after = 0, seed = 1, ms } = Object(given);
  if (typeof kind !== 'string' || !isFaultKind(kind)) {
    throw expected('kind', `one of ${Object.keys(FAULTS).join(', ')}`, kind);
  }
  if (typeof route !== 'string' || !/^[\x21-\x7e]{1,200}$|^[A-Z]+ [\x21-\x7e]+$/.test(route)) {
    throw expected('route', 'a path, a method and a path, an endpoint id or a stream name', route);
  }
  if (route.length > ROUTE_LENGTH_MAX || route.split('*').length > 5) {
    throw expected('route', `at most ${ROUTE_LENGTH_MAX} letters with at most 4 "*"`, route);
  }
  if (typeof probability !== 'number' || !(probability >= 0 && probability <= 1)) {
    throw expected('probability', 'a number from 0 to 1', probability);
  }
  const least = kind === 'skew' ? -MS_MAX : 0;
  return {
    kind,
    route,
    probability,
    count: count === undefined ? undefined : whole('count', count, 1, COUNT_MAX),
    after: whole('after', after, 0, COUNT_MAX),
    seed: whole('seed', seed, 0, 4_294_967_295),
    ms: ms === undefined ? (FAULTS[kind].ms ?? 0) : whole('ms', ms, least, MS_MAX),
  };
}

function whole(name: string, value: unknown, least: number, most: number): number {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most)
    return value as number;
  throw expected(name, `a whole number from ${least} to ${most}`, value);
}

function expected(name: string, what: string, found: unknown) {
  return usageError(`A fault's ${name} must be ${what}, was "${safeText(String(found).slice(0, 60))}".`);
}
