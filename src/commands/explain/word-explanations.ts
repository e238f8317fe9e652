/** Explains words: names of errors and parameters, limits, and terms of trading and of this program. */
import { ERROR_CODES } from '../../catalogue/errors/error-codes.ts';
import { ENDPOINTS } from '../../catalogue/index.ts';
import type { Limit } from '../../catalogue/limits/limit.ts';
import { LIMITS } from '../../catalogue/limits.ts';
import { findTerms, TERMS } from '../../catalogue/terms/terms.ts';
import type { Param, Params } from '../../catalogue/types.ts';
import { plural } from '../../core/text.ts';
import { formatDuration } from '../../core/time.ts';
import { kebabOf } from '../../request/names.ts';
import { describeParam } from '../command-text.ts';
import { type Explanation, explainErrorCode } from './explanations.ts';

/** The largest number of endpoints that are listed for one meaning of a parameter. */
const ENDPOINTS_SHOWN_MAX = 6;

/** Explains the error codes to which a listing gives this name, such as BAD_SYMBOL. */
export function explainErrorName(subject: string): Explanation[] {
  const name = subject.toUpperCase();
  const codes = ERROR_CODES.filter((entry) => errorNames(entry).includes(name)).map(({ code }) => code);
  return [...new Set(codes)].flatMap((code) =>
    explainErrorCode(String(code))
      .filter(({ facts }) => errorNames(facts as (typeof ERROR_CODES)[number]).includes(name))
      .map((one) => ({ ...one, subject })),
  );
}

function errorNames({ first, second }: (typeof ERROR_CODES)[number]): readonly string[] {
  return [...(first?.names ?? []), ...(second?.names ?? [])].map((name) => name.toUpperCase());
}

/** Explains a parameter: its meaning, its allowed values, and the endpoints that have it. */
export function explainParameter(subject: string): Explanation[] {
  const sought = kebabOf(subject).toLowerCase();
  const uses = parameterUses().filter(
    ({ name, option }) => option === sought || name.toLowerCase() === subject.toLowerCase(),
  );
  if (uses.length === 0) return [];
  const byMeaning = new Map<string, typeof uses>();
  for (const use of uses) {
    const meaning = describeParam(use.param);
    byMeaning.set(meaning, [...(byMeaning.get(meaning) ?? []), use]);
  }
  const names = [...new Set(uses.map(({ name }) => name))];
  return [
    {
      subject,
      is: 'parameter',
      title: `Parameter ${names.join(', ')}: --${kebabOf(names[0]!)}`,
      lines: [...byMeaning].map(
        ([meaning, all]) => `${meaning}. In ${endpointsText(all.map(({ id }) => id))}`,
      ),
      facts: [...byMeaning].map(([meaning, all]) => ({
        name: all[0]!.name,
        type: all[0]!.param.type,
        meaning,
        endpoints: [...new Set(all.map(({ id }) => id))],
      })),
    },
  ];
}

/** A parameter of an endpoint, with the name of its option. */
interface ParameterUse {
  readonly id: string;
  readonly name: string;
  readonly option: string;
  readonly param: Param;
}

let allUses: readonly ParameterUse[] | undefined;

/** Returns the parameters of all endpoints. */
function parameterUses(): readonly ParameterUse[] {
  allUses ??= ENDPOINTS.flatMap(({ id, params }) =>
    namedParams(params).map(({ name, param }) => ({ id, name, option: kebabOf(name), param })),
  );
  return allUses;
}

/** Returns the parameters of an endpoint by name, including the fields of objects in list parameters. */
function namedParams(params: Params): readonly { readonly name: string; readonly param: Param }[] {
  return Object.entries(params).flatMap(([name, param]) => [
    { name, param },
    ...(param.type === 'LIST' && param.items !== undefined ? namedParams(param.items as Params) : []),
  ]);
}

function endpointsText(ids: readonly string[]): string {
  const all = [...new Set(ids)];
  const shown = all.slice(0, ENDPOINTS_SHOWN_MAX).join(', ');
  const left = all.length - ENDPOINTS_SHOWN_MAX;
  return left > 0 ? `${shown} and ${left} more` : shown;
}

/** Explains a limit by its name or its title. */
export function explainLimit(subject: string): Explanation[] {
  const sought = subject.toLowerCase();
  return Object.entries(LIMITS as Readonly<Record<string, Limit>>)
    .filter(([name, { title }]) => [name, kebabOf(name), title].some((one) => one.toLowerCase() === sought))
    .map(([name, limit]) => ({
      subject,
      is: 'limit',
      title: `Limit ${name}: ${limit.title}`,
      lines: [
        limitText(limit),
        ...(limit.products === undefined ? [] : [`On: ${limit.products.join(', ')}`]),
        ...(limit.note === undefined ? [] : [limit.note]),
        `Source: ${limit.source}`,
      ],
      facts: { name, ...limit },
    }));
}

function limitText({ value, unit, windowMs, scope }: Limit): string {
  const amount =
    unit === 'ms'
      ? formatDuration(value)
      : unit === 'weight'
        ? `weight ${value}`
        : plural(value, unit.replace(/s$/, ''));
  const window = windowMs === undefined ? '' : ` in ${formatDuration(windowMs)}`;
  const per =
    scope === 'parameter' || scope === 'request' ? '' : ` per ${scope === 'ip' ? 'IP address' : scope}`;
  return `${amount}${window}${per}`;
}

/** Explains a term of trading, of the interface or of this program. */
export function explainTerm(subject: string): Explanation[] {
  return findTerms(subject).map((entry) => ({
    subject,
    is: 'term',
    title: entry.term,
    lines: [
      entry.meaning,
      ...(entry.also === undefined ? [] : [`Also: ${entry.also.join(', ')}`]),
      ...(entry.see === undefined ? [] : [`See: ${entry.see.map((one) => `explain ${one}`).join('; ')}`]),
      `Source: ${entry.source}`,
    ],
    facts: entry,
  }));
}

/** Returns every word that this file explains, for suggestions. */
export function listWordSubjects(): string[] {
  return [
    ...ERROR_CODES.flatMap(errorNames),
    ...parameterUses().flatMap(({ name, option }) => [name, option]),
    ...Object.entries(LIMITS as Readonly<Record<string, Limit>>).flatMap(([name, { title }]) => [
      name,
      title,
    ]),
    ...TERMS.flatMap(({ term, also = [] }) => [term, ...also]),
  ];
}
