/**
 * Valid arguments for any endpoint, made from its declaration alone, so that sweeps need no examples by hand.
 */
import fc from 'fast-check';
import type { Endpoint, Param, Params, Requirement, Rule } from '../../src/catalogue/types.ts';
import { decimalOf, formatDecimal, formatTrimmed } from '../../src/core/decimal.ts';
import { widestMax } from '../../src/request/bounds.ts';
import { arrayText, itemOf, itemsOf } from '../../src/request/elements.ts';
import { isConflicting, requiredNames } from '../../src/request/rules.ts';

/** The parts of an endpoint, or of one object of a list, from which arguments are made. */
export interface Scope {
  readonly params: Params;
  readonly rules?: readonly Rule[];
}

/** One way of choosing: which optional parameters are sent, and a value for each parameter. */
interface Choice {
  readonly sent: readonly string[];
  readonly values: Readonly<Record<string, string>>;
}

/** 9999-12-31T23:59:59.999Z: later years have no plain ISO form. */
const TIME_MAX = 253_402_300_799_999n;
const EVM_ADDRESS = '0x28c6c06298d514db089934071355e5743bf21d60';
const SOLANA_ADDRESS = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';

/** Returns every scope of an endpoint: itself, and the objects of its lists as endpoints of their own. */
export function scopesOf(endpoint: Endpoint): Endpoint[] {
  const nested = Object.values(endpoint.params).flatMap((param) => {
    const params = param.type === 'LIST' ? itemsOf(param) : undefined;
    return params === undefined ? [] : [{ ...endpoint, params, rules: param.itemRules ?? [] }];
  });
  return [endpoint, ...nested];
}

/** Returns arguments that an endpoint allows: random parameters and values, adjusted until its rules hold. */
export function validArguments(scope: Scope): fc.Arbitrary<Map<string, string>> {
  return choices(scope).map((choice) => adjustToRules(scope, choice));
}

/** Returns the arguments with the fewest parameters that the rules allow; the same each time. */
export function leastArguments(scope: Scope): Map<string, string> {
  const values = fc.sample(allValues(scope), { seed: 7, numRuns: 1 })[0]!;
  return adjustToRules(scope, { sent: [], values });
}

/** Returns such arguments without the values that today's interface refuses, such as those of stop orders. */
export function leastArgumentsToday(scope: Scope & Pick<Endpoint, 'today'>): Map<string, string> {
  const { param: name, values: refused = [] } = scope.today?.refuses ?? {};
  const param = scope.params[name ?? ''];
  if (name === undefined || param === undefined) return leastArguments(scope);
  const values = param.values!.filter((value) => !refused.includes(String(value)));
  return leastArguments({ ...scope, params: { ...scope.params, [name]: { ...param, values } } });
}

/**
 * Returns arguments that together send each parameter at least once: first all that the rules allow together,
 * then one set for each that was left out. The same each time.
 */
export function fullArguments(scope: Scope): Map<string, string>[] {
  const values = fc.sample(allValues(scope), { seed: 11, numRuns: 1 })[0]!;
  const names = Object.keys(scope.params);
  const sets = [adjustToRules(scope, { sent: names, values })];
  for (const name of names) {
    if (!sets.some((set) => set.has(name))) sets.push(adjustToRules(scope, { sent: [name], values }));
  }
  return sets;
}

/** Returns the text of one valid value of a parameter as it stands on the wire. */
export function validValue(param: Param): fc.Arbitrary<string> {
  if (param.type === 'LIST') return listValue(param);
  if (param.type === 'ARRAY') return arrayValue(param);
  if (param.values !== undefined) return fc.constantFrom(...param.values.map(String));
  switch (param.type) {
    case 'INT':
    case 'LONG':
      return integerValue(param);
    case 'DECIMAL':
      return decimalValue(param);
    case 'BOOLEAN':
      return fc.constantFrom('true', 'false');
    default:
      return textValue(param);
  }
}

function choices(scope: Scope): fc.Arbitrary<Choice> {
  return fc.record({ sent: fc.subarray(Object.keys(scope.params)), values: allValues(scope) });
}

function allValues({ params }: Scope): fc.Arbitrary<Record<string, string>> {
  return fc.record(
    Object.fromEntries(Object.entries(params).map(([name, param]) => [name, validValue(param)])),
  );
}

function integerValue(param: Param): fc.Arbitrary<string> {
  const least = param.above === undefined ? BigInt(param.min ?? 0) : BigInt(param.above) + 1n;
  const most = widestMax(param);
  const large = param.unit === 'ms' ? TIME_MAX : param.type === 'LONG' ? 2n ** 63n - 1n : 2n ** 31n - 1n;
  return fc
    .bigInt({ min: least, max: most === undefined ? large : most.value / 10n ** BigInt(most.scale) })
    .map(String);
}

function decimalValue(param: Param): fc.Arbitrary<string> {
  const most = widestMax(param);
  const unit = 10n ** 8n;
  const toUnits = (text: string | number) => {
    const { value, scale } = decimalOf(String(text));
    return (value * unit) / 10n ** BigInt(scale);
  };
  const least =
    param.min !== undefined ? toUnits(param.min) : param.above !== undefined ? toUnits(param.above) + 1n : 0n;
  const largest = most === undefined ? 10n ** 20n : (most.value * unit) / 10n ** BigInt(most.scale);
  return fc.bigInt({ min: least, max: largest }).map((value) => formatTrimmed({ value, scale: 8 }));
}

function letters(alphabet: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

function textValue(param: Param): fc.Arbitrary<string> {
  const longest = param.maxLength ?? 40;
  switch (param.format) {
    case 'symbol':
      return letters(UPPER, 2, Math.min(12, longest));
    case 'client-order-id':
      return letters('.AZ:/az09_-', 1, Math.min(36, longest));
    case 'email':
      return fc.tuple(letters('abc.+7', 1, 8), letters('abc', 1, 8)).map(([a, b]) => `${a}@${b}.example`);
    case 'yyyymmdd':
      return fc
        .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10).replaceAll('-', ''));
    case 'time-zone':
      return fc.constantFrom('0', '8', '-3', '05:45', '-12:00', '14', '-03:30');
    case 'window-size':
      return fc.constantFrom('1m', '59m', '1h', '23h', '1d', '7d');
    case 'address':
      return fc.constant(EVM_ADDRESS);
    default:
      return fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
        .map((text) => text.slice(0, longest));
  }
}

function arrayValue(param: Param): fc.Arbitrary<string> {
  const item = itemOf(param);
  const most = widestMax(param);
  const element =
    item.type === 'STRING' && item.values === undefined ? letters(UPPER, 2, 10) : validValue(item);
  const maxLength = Math.min(5, most === undefined ? 5 : Number(formatDecimal(most)));
  return fc
    .uniqueArray(element, { minLength: Number(param.min ?? 1), maxLength })
    .map((elements) => arrayText(param, elements));
}

function listValue(param: Param): fc.Arbitrary<string> {
  const scope: Scope = { params: itemsOf(param)!, rules: param.itemRules ?? [] };
  return fc
    .array(validArguments(scope), {
      minLength: Number(param.min ?? 1),
      maxLength: Math.min(3, Number(param.max ?? 3)),
    })
    .map((elements) => JSON.stringify(elements.map((fields) => Object.fromEntries(fields))));
}

/**
 * Satisfying one rule can break another, so all rules are repeated; a few rounds suffice for every endpoint.
 */
const ROUNDS = 8;

/** Returns the chosen arguments in declared order, changed as little as the rules need. */
function adjustToRules({ params, rules = [] }: Scope, { sent, values }: Choice): Map<string, string> {
  const wire = new Map<string, string>();
  // What a conflict took away is not sent again, until a value that it depends on changes.
  const banned = new Set<string>();
  const send = (name: string) => banned.has(name) || wire.has(name) || wire.set(name, values[name]!);
  for (const [name, param] of Object.entries(params)) if (param.required || sent.includes(name)) send(name);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const rule of rules) satisfyRule(rule, params, wire, send, banned);
  return new Map(Object.keys(params).flatMap((name) => (wire.has(name) ? [[name, wire.get(name)!]] : [])));
}

function satisfyRule(
  rule: Rule,
  params: Params,
  wire: Map<string, string>,
  send: (name: string) => unknown,
  banned: Set<string>,
): void {
  const drop = (names: readonly string[]) => {
    for (const name of names) if (!params[name]?.required) wire.delete(name);
  };
  switch (rule.rule) {
    case 'at-least-one': {
      // A value that is the default counts as not sent.
      const isEffective = (name: string) =>
        wire.has(name) && wire.get(name) !== String(params[name]?.default);
      if (!rule.of.some(isEffective)) send(rule.of[0]!);
      return;
    }
    case 'exactly-one':
      if (!rule.of.some((name) => wire.has(name))) send(rule.of[0]!);
      drop(allButOne(rule.of, params, wire));
      return;
    case 'at-most-one':
      drop(allButOne(rule.of, params, wire));
      return;
    case 'only-with':
      if (rule.needs.some((name) => banned.has(name))) drop([rule.param]);
      if (wire.has(rule.param)) for (const name of rule.needs) send(name);
      return;
    case 'needs-by-value': {
      const value = wire.get(rule.param) ?? String(params[rule.param]?.default);
      for (const need of rule.needs[value] ?? []) fill(need, params, wire, send);
      return;
    }
    case 'combinations': {
      const present = rule.of.filter((name) => wire.has(name));
      if (present.length === 0) return;
      const best = longestCombination(rule.allowed, present);
      drop(rule.of.filter((name) => !best.includes(name)));
      for (const name of best) send(name);
      return;
    }
    case 'max-span':
    case 'not-after':
      fitWindow(rule, wire);
      return;
    case 'conflict': {
      if (!isConflicting(rule, wire)) return;
      const { values, is, beside } = rule;
      const other = (name: string, list: readonly string[]) => {
        banned.clear();
        wire.set(name, params[name]!.values!.map(String).find((one) => !list.includes(one))!);
      };
      if (!params[rule.param]?.required) {
        wire.delete(rule.param);
        banned.add(rule.param);
      } else if (values !== undefined) other(rule.param, values);
      else if (is !== undefined) other(beside!, is);
      return;
    }
    case 'address-of-chain':
      wire.set(rule.param, wire.get(rule.chain) === 'CT_501' ? SOLANA_ADDRESS : EVM_ADDRESS);
  }
}

/** Returns the names that are present, without a required one or else the first. */
function allButOne(names: readonly string[], params: Params, wire: ReadonlyMap<string, string>) {
  const present = names.filter((name) => wire.has(name));
  const kept = present.find((name) => params[name]?.required) ?? present[0];
  return present.filter((name) => name !== kept);
}

/** Returns the longest allowed combination of names that are present; the first allowed one if none is. */
function longestCombination(allowed: readonly (readonly string[])[], present: readonly string[]) {
  const fitting = allowed.filter((one) => one.every((name) => present.includes(name)));
  return fitting.reduce(
    (longest, one) => (one.length > longest.length ? one : longest),
    fitting[0] ?? allowed[0]!,
  );
}

function fill(
  need: Requirement<string>,
  params: Params,
  wire: Map<string, string>,
  send: (name: string) => unknown,
): void {
  const names =
    typeof need === 'object' && 'unless' in need ? [need.param, need.unless] : requiredNames(need);
  const isMet = names.some((name) => wire.has(name) && wire.get(name) !== String(params[name]?.default));
  if (!isMet) send(names[0]!);
}

function fitWindow(
  rule: Extract<Rule, { readonly rule: 'max-span' | 'not-after' }>,
  wire: Map<string, string>,
): void {
  const from = wire.get(rule.from);
  const to = wire.get(rule.to);
  if (from === undefined || to === undefined) return;
  const span = BigInt(to) - BigInt(from);
  const most = rule.rule === 'max-span' ? BigInt(rule.ms) : undefined;
  if (span < 0n || (most !== undefined && span > most)) {
    const fitting = most === undefined ? 0n : (span < 0n ? -span : span) % (most + 1n);
    const until = BigInt(from) + fitting;
    wire.set(rule.to, String(until > TIME_MAX ? BigInt(from) : until));
  }
}
