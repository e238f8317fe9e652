/** Checks the rules between the parameters of a request. */

import type { Param, Params, Requirement, Rule } from '../catalogue/types.ts';
import type { Fault } from '../core/errors.ts';
import { formatTime } from '../core/time.ts';
import { HOUR_MS } from '../core/time-units.ts';
import { createFault, joinWords, valueFault } from './faults.ts';
import { optionOf } from './names.ts';
import { addressFault } from './wallet-address.ts';

/** The data on which a rule is checked. */
export interface RuleScope {
  readonly params: Params;
  /** The arguments as text by parameter name; every name in the map counts as sent. */
  readonly wire: ReadonlyMap<string, string>;
  /** Parameters that already have a fault; rules ignore their value and their absence. */
  readonly faulted: ReadonlySet<string>;
}

/** Returns the faults of one rule, without those caused by an earlier fault. */
export function ruleFaults(rule: Rule, scope: RuleScope): Fault[] {
  switch (rule.rule) {
    case 'at-least-one':
    case 'exactly-one':
    case 'at-most-one':
      return checkCount(rule.rule, rule.of, scope);
    case 'only-with':
      return checkOnlyWith(rule.param, rule.needs, scope);
    case 'needs-by-value':
      return checkNeedsByValue(rule.param, rule.needs, scope);
    case 'combinations':
      return checkCombinations(rule.of, rule.allowed, scope);
    case 'max-span':
      return checkMaxSpan(rule.from, rule.to, rule.ms, scope);
    case 'not-after':
      return checkNotAfter(rule.from, rule.to, scope);
    case 'conflict':
      return checkConflict(rule, scope);
    case 'address-of-chain':
      return checkAddressOfChain(rule.param, rule.chain, scope);
  }
}

function checkCount(
  rule: 'at-least-one' | 'exactly-one' | 'at-most-one',
  names: readonly string[],
  scope: RuleScope,
): Fault[] {
  const { faulted } = scope;
  const sent = names.filter((name) => isEffective(name, scope));
  if (sent.length === 0) {
    if (rule === 'at-most-one' || names.some((name) => faulted.has(name))) return [];
    const expected = `${rule === 'exactly-one' ? 'exactly' : 'at least'} one of ${joinWords(names, 'and')}`;
    const next = `Add ${joinWords(names.map(optionOf), 'or')}.`;
    return [
      createFault(undefined, rule, {
        expected,
        found: 'none',
        message: `Expected ${expected}, found none. ${next}`,
      }),
    ];
  }
  if (sent.length === 1 || rule === 'at-least-one') return [];
  const expected = `${rule === 'exactly-one' ? 'exactly' : 'at most'} one of ${joinWords(names, 'and')}`;
  const found = joinWords(sent, 'and');
  const message = `Expected ${expected}, found ${found}. Keep only one.`;
  return [createFault(undefined, rule, { expected, found, message })];
}

function checkOnlyWith(name: string, needs: readonly string[], { wire, faulted }: RuleScope): Fault[] {
  if (!wire.has(name)) return [];
  const lacking = needs.filter((need) => !wire.has(need) && !faulted.has(need));
  if (lacking.length === 0) return [];
  const expected = `${joinWords(needs, 'and')} beside ${name}`;
  const found = `no ${joinWords(lacking, 'or')}`;
  const message = `${name} is only allowed together with ${joinWords(needs, 'and')}, found ${found}. Add ${joinWords(lacking.map(optionOf), 'and')}, or omit ${name}.`;
  return [createFault(name, 'only-with', { expected, found, message })];
}

/**
 * Checks the parameters that a value of another parameter requires. A parameter that is not sent has its
 * default value.
 */
function checkNeedsByValue(
  name: string,
  needs: Readonly<Record<string, readonly Requirement<string>[]>>,
  scope: RuleScope,
): Fault[] {
  const { params, wire, faulted } = scope;
  const value = wire.get(name) ?? defaultText(params[name]);
  if (value === undefined || faulted.has(name) || !Object.hasOwn(needs, value)) return [];
  const faults: Fault[] = [];
  for (const need of needs[value] ?? []) {
    if (isWaived(need, scope)) continue;
    const names = requiredNames(need);
    if (names.some((one) => isEffective(one, scope) || faulted.has(one))) continue;
    const expected = `${joinWords(names, 'or')} with ${name} ${value}`;
    const message = `${name} ${value} needs ${joinWords(names, 'or')}, found none. Add ${joinWords(names.map(optionOf), 'or')}.`;
    faults.push(
      createFault(names.length === 1 ? names[0] : undefined, 'needs-by-value', {
        expected,
        found: 'none',
        message,
      }),
    );
  }
  return faults;
}

/** Returns whether another parameter that is sent replaces a required one. */
function isWaived(need: Requirement<string>, { wire, faulted }: RuleScope): boolean {
  if (typeof need === 'string' || 'anyOf' in need) return false;
  return wire.has(need.unless) || faulted.has(need.unless);
}

/** Returns the parameters at least one of which is required. */
export function requiredNames(need: Requirement<string>): readonly string[] {
  if (typeof need === 'string') return [need];
  return 'anyOf' in need ? need.anyOf : [need.param];
}

/**
 * Checks that the sent parameters are an allowed combination. If none of them is sent, other rules decide
 * whether that is a fault.
 */
function checkCombinations(
  names: readonly string[],
  allowed: readonly (readonly string[])[],
  { wire, faulted }: RuleScope,
): Fault[] {
  if (names.some((name) => faulted.has(name) && !wire.has(name))) return [];
  const sent = names.filter((name) => wire.has(name));
  if (sent.length === 0 || allowed.some((one) => isSameSet(one, sent))) return [];
  const expected = `one of the combinations ${allowed.map((one) => one.join('+')).join('; ')}`;
  const found = sent.join('+');
  const message = `These parameters cannot be combined: ${found}. Expected ${expected}. Add or remove parameters to match one.`;
  return [createFault(undefined, 'combinations', { expected, found, message })];
}

function checkMaxSpan(from: string, to: string, ms: number, scope: RuleScope): Fault[] {
  const window = windowOf(from, to, scope);
  if (window === undefined || window.until - window.since <= BigInt(ms)) return [];
  const most = maxSpanText(ms);
  const expected = `${most} from ${from} to ${to}`;
  const found = durationText(window.until - window.since);
  const message = `${from} to ${to} must span ${most}, was ${found}. Ask for a shorter window with ${optionOf(from)} and ${optionOf(to)}.`;
  return [createFault(undefined, 'max-span', { expected, found, message })];
}

function checkNotAfter(from: string, to: string, scope: RuleScope): Fault[] {
  const window = windowOf(from, to, scope);
  if (window === undefined || window.since <= window.until) return [];
  const expected = `${from} not after ${to}`;
  const found = `${from} ${window.since} after ${to} ${window.until}`;
  const message = `${from} must not be after ${to}, was ${formatTime(window.since)} after ${formatTime(window.until)}. Swap ${optionOf(from)} and ${optionOf(to)}.`;
  return [createFault(undefined, 'not-after', { expected, found, message })];
}

/** A rule about parameters that must not be sent together. */
export type ConflictRule = Extract<Rule, { readonly rule: 'conflict' }>;

/** Returns whether a request contains parameters or values that a rule forbids together. */
export function isConflicting(
  { param, values, beside, is }: ConflictRule,
  wire: ReadonlyMap<string, string>,
): boolean {
  const has = (name: string, among: readonly string[] | undefined) =>
    wire.has(name) && (among === undefined || among.includes(wire.get(name)!));
  return has(param, values) && (beside === undefined || has(beside, is));
}

function checkConflict(rule: ConflictRule, { wire, faulted }: RuleScope): Fault[] {
  const { param, values, beside, refusal } = rule;
  if (faulted.has(param) || (beside !== undefined && faulted.has(beside))) return [];
  if (!isConflicting(rule, wire)) return [];
  const valueText = (name: string, isByValue: boolean) => (isByValue ? `${name} ${wire.get(name)}` : name);
  const found = valueText(param, values !== undefined);
  const other = beside === undefined ? '' : ` with ${valueText(beside, rule.is !== undefined)}`;
  const expected = values === undefined ? `no ${param}${other}` : `another ${param}${other}`;
  const why = refusal === undefined || /sent when not required/.test(refusal[1]) ? '' : ` ${refusal[1]}`;
  const next = values === undefined ? `Omit ${optionOf(param)}.` : `Change ${optionOf(param)}.`;
  const message = `${found} is not allowed${other}.${why} ${next}`;
  return [createFault(param, 'conflict', { expected, found, message })];
}

function checkAddressOfChain(name: string, chainName: string, { wire, faulted }: RuleScope): Fault[] {
  const address = wire.get(name);
  const chain = wire.get(chainName);
  if (address === undefined || chain === undefined || faulted.has(name) || faulted.has(chainName)) return [];
  const broken = addressFault(address, chain);
  if (broken === undefined) return [];
  return [valueFault({ param: name, rule: 'address-of-chain', value: address, ...broken })];
}

function windowOf(from: string, to: string, { wire, faulted }: RuleScope) {
  const since = wire.get(from);
  const until = wire.get(to);
  if (since === undefined || until === undefined || faulted.has(from) || faulted.has(to)) return undefined;
  return { since: BigInt(since), until: BigInt(until) };
}

function isSameSet(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((name) => second.includes(name));
}

/** Returns whether a parameter has an effect; sending its default has none. */
function isEffective(name: string, { params, wire }: RuleScope): boolean {
  const value = wire.get(name);
  return value !== undefined && value !== defaultText(params[name]);
}

function defaultText(param: Param | undefined): string | undefined {
  return param?.default === undefined ? undefined : String(param.default);
}

/**
 * Returns the longest allowed time span as text; a span one millisecond shorter than whole hours is written
 * as "less than" these hours.
 */
function maxSpanText(ms: number): string {
  return (ms + 1) % HOUR_MS === 0 ? `less than ${durationText(ms + 1)}` : `at most ${durationText(ms)}`;
}

/** Returns a duration in the largest unit that divides it, such as "24 hours". */
function durationText(ms: number | bigint): string {
  const span = BigInt(ms);
  const units: readonly (readonly [bigint, string])[] = [
    [3_600_000n, 'hour'],
    [60_000n, 'minute'],
    [1_000n, 'second'],
  ];
  const [size, word] = units.find(([one]) => span % one === 0n) ?? [1n, 'ms'];
  const count = span / size;
  return word === 'ms' ? `${count} ms` : `${count} ${word}${count === 1n ? '' : 's'}`;
}
