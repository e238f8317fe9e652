/** Describes commands and endpoints in words, for help on the terminal and for the generated reference. */
import { effectiveValue } from '../catalogue/define.ts';
import type { Endpoint, Param, Security, Weight } from '../catalogue/types.ts';
import { kebabOf } from '../request/names.ts';
import type { CommandGroup, Positional, Verb } from './types.ts';

/** Short names of parameters as options, accepted by every command whose endpoint has the parameter. */
export const PARAM_ALIASES: Readonly<Record<string, string>> = {
  start: 'start-time',
  end: 'end-time',
  chain: 'chain-id',
};

/** Returns the usage line of a command: its words, its positionals and its required options. */
export function usageLine(group: CommandGroup, verb: Verb, endpoint: Endpoint | undefined): string {
  const params = requiredFirst(paramsOf(verb, endpoint));
  const needed = (verb.options ?? []).filter(({ isRequired }) => isRequired === true);
  const parts = [
    ...usageParts(positionalsOf(verb, endpoint), params),
    ...needed.map(({ name, value }) => `--${name} <${value}>`),
  ];
  return `bourse ${[group.word, ...verb.words, ...parts].join(' ')} [options]`;
}

/**
 * Returns the parameters that a command accepts: all parameters of its endpoint except those that the command
 * fixes; those that it fills in are optional.
 */
export function paramsOf(
  { fixed = [], defaults = [] }: Partial<Verb>,
  endpoint: Endpoint | undefined,
): readonly (readonly [string, Param])[] {
  return Object.entries(endpoint?.params ?? {})
    .filter(([name]) => !fixed.includes(name))
    .map(([name, param]) => {
      const { required: _required, default: _other, ...optional } = param;
      return [name, defaults.includes(name) ? optional : param];
    });
}

/** Sorts parameters: required ones first, otherwise in declared order. */
export function requiredFirst(
  params: readonly (readonly [string, Param])[],
): readonly (readonly [string, Param])[] {
  return [...params].sort(([, a], [, b]) => Number(b.required ?? false) - Number(a.required ?? false));
}

/** Returns the positionals of a command that apply to this endpoint's product. */
export function positionalsOf(verb: Verb, endpoint: Endpoint | undefined): readonly Positional[] {
  const positionals = verb.positionals ?? [];
  if (endpoint === undefined) return positionals;
  return positionals.filter(({ on }) => on === undefined || on.includes(endpoint.product));
}

function usageParts(
  positionals: readonly Positional[],
  params: readonly (readonly [string, Param])[],
): string[] {
  const words = positionals.map((one) => {
    const word = `${one.name}${one.isVariadic ? '...' : ''}`;
    return one.required ? `<${word}>` : `[${word}]`;
  });
  const names = new Set(positionals.map((one) => one.name));
  const flags = params
    .filter(([name, param]) => param.required && param.default === undefined && !names.has(kebabOf(name)))
    .map(([name, param]) => `--${flagOf(name)} <${placeholderOf(param)}>`);
  return [...words, ...flags];
}

/** Returns the option name of a parameter without dashes; the short form if there is one. */
export function flagOf(name: string): string {
  return Object.entries(PARAM_ALIASES).find(([, long]) => long === kebabOf(name))?.[0] ?? kebabOf(name);
}

/**
 * Returns whether a parameter is true or false, including text parameters whose values are "true" and
 * "false".
 */
export function isBoolean({ type, values }: Param): boolean {
  return (
    type === 'BOOLEAN' ||
    values
      ?.map((one) => `${one}`.toLowerCase())
      .sort()
      .join() === 'false,true'
  );
}

/** Returns the placeholder of a parameter's value in usage and help. */
export function placeholderOf(param: Param): string {
  if (param.unit === 'ms') return 'time';
  if (isBoolean(param)) return 'true|false';
  switch (param.type) {
    case 'INT':
    case 'LONG':
      return 'n';
    case 'DECIMAL':
      return 'decimal';
    case 'ARRAY':
      return 'a,b';
    case 'LIST':
      return 'json';
    default:
      return 'text';
  }
}

/** Units of parameters as help writes them. */
const UNIT_WORDS = { bips: 'bps', percent: 'percent' } as const;

/** Returns a parameter's meaning with its min, max, values, unit and default in one line. */
export function describeParam(param: Param): string {
  const parts: string[] = [];
  const values = param.values ?? itemValues(param);
  if (values !== undefined)
    parts.push(
      values
        .map((one) => (param.meanings?.[one] === undefined ? one : `${one} ${param.meanings[one]}`))
        .join(', '),
    );
  else if (param.commonValues !== undefined) parts.push(`such as ${param.commonValues.join(', ')}`);
  const bounds = boundsOf(param);
  if (values === undefined && bounds !== '') parts.push(bounds);
  const publicValues = publicHostValues(param);
  if (publicValues !== undefined) parts.push(`today also ${publicValues}`);
  if (param.today?.required !== undefined)
    parts.push(param.today.required ? 'required today' : 'not required today');
  const unit = param.unit === undefined || param.unit === 'ms' ? '' : `, in ${UNIT_WORDS[param.unit]}`;
  const meaning = `${param.about}${unit}`;
  const text = parts.length === 0 ? meaning : `${meaning}: ${parts.join('; ')}`;
  return param.default === undefined ? text : `${text} (default ${param.default})`;
}

/**
 * Returns how the public hosts serve a call today, one phrase for each difference from the interface
 * document; empty if there is none.
 */
export function todayTexts({ today = {}, params }: Endpoint): readonly string[] {
  const { path, since, isGone, refuses, replacedBy, weight, isWeighedByAccount, omits } = today;
  const from = since === undefined ? '' : ` since ${since}`;
  const instead = replacedBy === undefined ? 'nothing replaces it' : `served by ${replacedBy.endpoint}`;
  return [
    ...(path === undefined ? [] : [`at ${path}${from}`]),
    ...(isGone === undefined ? [] : [`gone${from}, ${instead}`]),
    ...(refuses === undefined
      ? []
      : [
          `${refuses.param} ${refuses.values.join(', ')}${refuses.list === undefined ? '' : ` in ${refuses.list}`} refused${from} (${refuses.code}), ${refuses.list === undefined ? instead : 'each on its own is served'}`,
        ]),
    ...(weight === undefined
      ? []
      : [`weight ${weightText(weight)}${isWeighedByAccount === true ? ' by account' : ''}`]),
    ...(omits === undefined ? [] : [`the answer lacks ${omits.join(', ')}`]),
    ...Object.entries(params).flatMap(([name, param]) =>
      param.today?.required === undefined
        ? []
        : [`${name} is ${param.today.required ? 'required' : 'not required'}`],
    ),
  ];
}

/**
 * Returns values that the public hosts accept beyond the interface document; a long list as "first to last".
 */
export function publicHostValues(param: Param): string | undefined {
  const item = typeof param.items?.type === 'string' ? (param.items as Param) : undefined;
  const { alsoValues, max } = param.today ?? item?.today ?? {};
  if (max !== undefined) return `up to ${max}`;
  if (alsoValues === undefined) return undefined;
  return alsoValues.length > 6 ? `${alsoValues[0]} to ${alsoValues.at(-1)}` : alsoValues.join(', ');
}

function itemValues(param: Param): readonly (string | number)[] | undefined {
  if (param.type !== 'ARRAY' || param.items === undefined || typeof param.items.type !== 'string')
    return undefined;
  return (param.items as Param).values;
}

function boundsOf(param: Param): string {
  if (param.unit === 'ms') return '';
  const maximum = param.max === undefined ? undefined : effectiveValue(param.max);
  const count = param.type === 'ARRAY' || param.type === 'LIST' ? ' at once' : '';
  if (param.min !== undefined && maximum !== undefined) return `${param.min} to ${maximum}${count}`;
  if (maximum !== undefined) return `at most ${maximum}${count}`;
  if (param.above !== undefined) return `greater than ${param.above}`;
  if (param.maxLength !== undefined) return `at most ${param.maxLength} characters`;
  return '';
}

/** Returns one line of help about a call: method and path, security, effect, and effective request weight. */
export function callSummary(endpoint: Endpoint): string {
  const effect = {
    read: 'reads only',
    'dry-run': 'checks only',
    write: 'changes orders or settings',
    funds: 'moves money',
  }[endpoint.effect];
  return `${endpoint.method} ${endpoint.path} · ${securityText(effectiveValue(endpoint.security))} · ${effect} · ${endpointWeightText(endpoint)}`;
}

function securityText(security: Security | undefined): string {
  if (security === 'NONE') return 'no key';
  if (security === 'MARKET_DATA' || security === 'USER_STREAM') return 'key, no signature';
  return security === undefined ? 'security not listed' : 'signed';
}

/** Returns the effective weight of a call in words, and that of today's interface if it differs. */
function endpointWeightText({ weight: stated, today }: Endpoint): string {
  const weight = effectiveValue(stated);
  const text = weight === undefined ? 'weight not listed' : `weight ${weightText(weight)}`;
  return today?.weight === undefined ? text : `${text} (today ${weightText(today.weight)})`;
}

/** Returns the rule by which the request weight of a call is computed, in words. */
export function weightText(weight: Weight): string {
  if (typeof weight === 'number') return String(weight);
  switch (weight.by) {
    case 'range':
      return `${weight.from} to ${weight.to}`;
    case 'limit':
      return weight.tiers
        .map((tier) =>
          tier.upTo === undefined ? `${tier.weight} above` : `${tier.weight} up to ${tier.upTo}`,
        )
        .join(', ');
    case 'count':
      return weight.tiers
        .map((tier) =>
          tier.upTo === undefined
            ? `${tier.weight} for more`
            : `${tier.weight} for up to ${tier.upTo} ${weight.param}`,
        )
        .join(', ');
    case 'each':
      return `${weight.each} for each symbol${weight.cap === undefined ? '' : `, at most ${weight.cap}`}`;
    case 'value':
      return `${weightText(weight.among)} with ${weight.param} ${weight.values.join(' or ')}, else ${weightText(weight.otherwise)}`;
    case 'presence':
      return `${weightText(weight.present)} with ${weight.param}, else ${weightText(weight.absent)}`;
  }
}
