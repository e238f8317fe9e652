/** Commands and their endpoints in words, for help on the terminal and for the reference alike. */
import { acted, isDisputed } from '../catalogue/define.ts';
import type { Endpoint, Param, Security, Weight } from '../catalogue/types.ts';
import { kebabOf } from '../request/names.ts';
import type { CommandGroup, Positional, Verb } from './types.ts';

/** Short forms of parameter names, taken wherever the endpoint has the parameter. */
export const PARAM_ALIASES: Readonly<Record<string, string>> = {
  start: 'start-time',
  end: 'end-time',
  chain: 'chain-id',
};

/** Returns the usage of a command: its words, its positionals and the flags it cannot do without. */
export function usageLine(group: CommandGroup, verb: Verb, endpoint: Endpoint | undefined): string {
  const params = requiredFirst(paramsOf(verb, endpoint));
  const parts = usageParts(positionalsOf(verb, endpoint), params);
  return `bourse ${[group.word, ...verb.words, ...parts].join(' ')} [options]`;
}

/** Returns the parameters of a command as it takes them: without what it says itself, and what it assumes optional. */
export function paramsOf(
  { fixed: says = [], defaults: assumes = [] }: Partial<Verb>,
  endpoint: Endpoint | undefined,
): readonly (readonly [string, Param])[] {
  return Object.entries(endpoint?.params ?? {})
    .filter(([name]) => !says.includes(name))
    .map(([name, param]) => {
      const { required: _required, default: _other, ...optional } = param;
      return [name, assumes.includes(name) ? optional : param];
    });
}

/** Returns parameters with the required ones first, else in declared order. */
export function requiredFirst(
  params: readonly (readonly [string, Param])[],
): readonly (readonly [string, Param])[] {
  return [...params].sort(([, a], [, b]) => Number(b.required ?? false) - Number(a.required ?? false));
}

/** Returns the positionals of a command that its endpoint takes. */
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

/** Returns the flag of a parameter, without dashes: its short form where it has one. */
export function flagOf(name: string): string {
  return Object.entries(PARAM_ALIASES).find(([, long]) => long === kebabOf(name))?.[0] ?? kebabOf(name);
}

/** Whether a parameter is a yes or a no, also where the interface takes the word as text. */
export function isBoolean({ type, values }: Param): boolean {
  return (
    type === 'BOOLEAN' ||
    values
      ?.map((one) => `${one}`.toLowerCase())
      .sort()
      .join() === 'false,true'
  );
}

/** Returns what stands for a parameter's value in usage and help. */
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

/** Returns a parameter's meaning with its bounds, values and default in one line. */
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
  const unit = param.unit === undefined || param.unit === 'ms' ? '' : `, in ${param.unit}`;
  const meaning = `${param.about}${unit}`;
  const text = parts.length === 0 ? meaning : `${meaning}: ${parts.join('; ')}`;
  return param.default === undefined ? text : `${text} (default ${param.default})`;
}

/** Returns what the public hosts take beyond the document; long lists are cut, for the eye. */
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
  const maximum = param.max === undefined ? undefined : acted(param.max);
  const count = param.type === 'ARRAY' || param.type === 'LIST' ? ' at once' : '';
  if (param.min !== undefined && maximum !== undefined) return `${param.min} to ${maximum}${count}`;
  if (maximum !== undefined) return `at most ${maximum}${count}`;
  if (param.above !== undefined) return `greater than ${param.above}`;
  if (param.maxLength !== undefined) return `at most ${param.maxLength} characters`;
  return '';
}

/** Returns in one line what a call is: method and path, security, effect, weight by both listings. */
export function callSummary(endpoint: Endpoint): string {
  const effect = {
    read: 'reads only',
    'dry-run': 'checks only',
    write: 'changes orders or settings',
    funds: 'moves money',
  }[endpoint.effect];
  return `${endpoint.method} ${endpoint.path} · ${securityText(acted(endpoint.security))} · ${effect} · ${endpointWeightText(endpoint)}`;
}

function securityText(security: Security | undefined): string {
  if (security === 'NONE') return 'no key';
  if (security === 'MARKET_DATA' || security === 'USER_STREAM') return 'key, no signature';
  return security === undefined ? 'security not listed' : 'signed';
}

/** Returns what a call costs by both listings, in words. */
export function endpointWeightText(endpoint: Endpoint): string {
  const { weight } = endpoint;
  if (weight === 'unlisted') return 'weight not listed';
  if (isDisputed(weight))
    return `weight ${weightText(weight.first)} in one listing, ${weightText(weight.second)} in the other`;
  return `weight ${weightText(weight)}${endpoint.weightFrom === 'facts' ? ' (not in the document)' : ''}`;
}

/** Returns one weight in words. */
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
    case 'presence':
      return `${weightText(weight.present)} with ${weight.param}, else ${weightText(weight.absent)}`;
  }
}
