/** The reference: a page for each command group, with every parameter and option of its commands. */

import { effectiveValue, isSigned } from '../catalogue/define.ts';
import { ENDPOINTS } from '../catalogue/index.ts';
import type { Endpoint, Param } from '../catalogue/types.ts';
import {
  callSummary,
  describeParam,
  positionalsOf,
  requiredFirst,
  usageLine,
} from '../commands/command-text.ts';
import type { CommandGroup, EndpointCommand, OptionSpec, Verb } from '../commands/types.ts';
import { kebabOf } from '../request/names.ts';
import { GENERAL_CODES, type LikelyError, likelyError, likelyErrors, SIGNED_CODES } from './likely-errors.ts';
import { code, DERIVED, list, page, table } from './markdown.ts';
import { pagingLine, ruleLines } from './rule-text.ts';

/** Returns the reference page of a command group. `commands` holds the command of each endpoint id. */
export function groupReference(group: CommandGroup, commands: ReadonlyMap<string, EndpointCommand>): string {
  const isCommand = group.verbs.every(({ words }) => words.length === 0);
  return page([
    [`# bourse ${group.word}`],
    [`${group.summary}.`],
    [DERIVED],
    ...(isCommand
      ? []
      : [
          table(
            ['command', 'summary'],
            group.verbs.map((verb) => [commandLink(group, verb), verb.summary]),
          ),
        ]),
    ...group.verbs.flatMap((verb) => verbBlocks(group, verb, commands)),
    ...commonErrors(group),
  ]);
}

/** Returns the index of the reference pages. */
export function referenceIndex(groups: readonly CommandGroup[]): string {
  return page([
    ['# Reference'],
    [DERIVED],
    table(
      ['group', 'summary', 'commands'],
      groups.map((group) => [`[${group.word}](${group.word}.md)`, group.summary, String(group.verbs.length)]),
    ),
    [
      'Differences between the two listings of the interface document are in [disputes](../disputes.md). The JSON Schema `schemas/endpoints.v1.schema.json` describes the parameters of every endpoint.',
    ],
  ]);
}

function commandOf(group: CommandGroup, verb: Verb): string {
  return [group.word, ...verb.words].join(' ');
}

function commandLink(group: CommandGroup, verb: Verb): string {
  const name = commandOf(group, verb);
  return `[${name}](#bourse-${name.replaceAll(' ', '-')})`;
}

function verbBlocks(
  group: CommandGroup,
  verb: Verb,
  commands: ReadonlyMap<string, EndpointCommand>,
): string[][] {
  const endpoints = endpointsOf(verb);
  const blocks: string[][] = [[`## bourse ${commandOf(group, verb)}`], [`${verb.summary}.`]];
  if (endpoints.length === 0) {
    blocks.push(['```', usageLine(group, verb, undefined), '```']);
    blocks.push(positionalTable(verb));
  }
  for (const [on, endpoint] of endpoints) {
    if (endpoints.length > 1) blocks.push([`### on ${on}`]);
    blocks.push(...endpointBlocks(group, verb, endpoint, commands));
  }
  blocks.push(optionTable(verb.options ?? []));
  blocks.push(['```sh', ...verb.examples.map((one) => `bourse ${one}`), '```']);
  blocks.push(list(verb.notes ?? []));
  return blocks;
}

function endpointBlocks(
  group: CommandGroup,
  verb: Verb,
  endpoint: Endpoint,
  commands: ReadonlyMap<string, EndpointCommand>,
): string[][] {
  const home = commands.get(endpoint.id)?.line;
  if (verb.reuses?.includes(endpoint.id) && home !== undefined)
    return [
      ['```', usageLine(group, verb, endpoint), '```'],
      [callSummary(endpoint)],
      [`Parameters, rules and output are those of ${code(`bourse ${home}`)}.`],
    ];
  const lookup = commands.get(endpoint.lookup ?? endpoint.verifiedBy?.query ?? '')?.line;
  const paging = pagingLine(endpoint);
  const facts = [
    ...(endpoint.rules ?? []).flatMap(ruleLines),
    ...(paging === undefined ? [] : [paging]),
    ...(lookup === undefined ? [] : [`Look up the outcome with ${code(`bourse ${lookup}`)}.`]),
    ...(endpoint.notes ?? []),
    ...(endpoint.origin === 'document' ? [] : ['Undocumented; known from the live interface.']),
  ];
  return [
    ['```', usageLine(group, verb, endpoint), '```'],
    [callSummary(endpoint)],
    paramTable(verb, endpoint),
    list(facts),
    fieldsLine(endpoint),
    errorLines(likelyErrors(endpoint)),
  ];
}

function paramTable(verb: Verb, endpoint: Endpoint): string[] {
  const positionals = new Set(positionalsOf(verb, endpoint).map(({ name }) => name));
  const rows = requiredFirst(Object.entries(endpoint.params)).map(([name, param]) => [
    positionals.has(kebabOf(name)) ? code(`<${kebabOf(name)}>`) : code(`--${kebabOf(name)}`),
    code(name),
    typeText(param),
    param.required ? 'yes' : '',
    describeParam(param),
    originText(param),
  ]);
  return table(['typed', 'sent as', 'type', 'required', 'meaning', 'source'], rows);
}

function typeText({ type, unit, format }: Param): string {
  return [type, unit, format].filter((one) => one !== undefined).join(', ');
}

/** Returns where a parameter comes from, in words; empty if the interface document lists it. */
function originText({ origin }: Param): string {
  return origin === undefined || origin === 'document' ? '' : origin === 'today' ? 'today' : 'public facts';
}

function fieldsLine({ view }: Endpoint): string[] {
  if (view === undefined || view.columns.length === 0) return [];
  const names = view.columns.map(({ name, hidden }) => (hidden ? `${code(name)}*` : code(name)));
  const aside = view.columns.some((one) => one.hidden) ? ' Fields with a star are hidden in tables.' : '';
  return [`Fields: ${names.join(', ')}.${aside}`];
}

function errorLines(errors: readonly LikelyError[]): string[] {
  if (errors.length === 0) return [];
  return [
    'Errors likely here:',
    '',
    ...list(errors.map(({ code: number, name, remedy }) => `${code(String(number))} ${name}: ${remedy}`)),
  ];
}

function positionalTable(verb: Verb): string[] {
  return table(
    ['argument', 'meaning'],
    (verb.positionals ?? []).map(({ name, about, required }) => [
      code(required ? `<${name}>` : `[${name}]`),
      about ?? '',
    ]),
  );
}

function optionTable(options: readonly OptionSpec[]): string[] {
  return table(
    ['option', 'meaning'],
    options.map(({ name, short, value, about, values, default: assumed }) => [
      code(`${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`),
      `${about}${values === undefined ? '' : `: ${values.join(', ')}`}${assumed === undefined ? '' : ` (default ${assumed})`}`,
    ]),
  );
}

/**
 * Returns the errors that every call of a command group can meet, and those that every signed call can meet.
 */
function commonErrors(group: CommandGroup): string[][] {
  const endpoints = group.verbs
    .flatMap(endpointsOf)
    .map(([, endpoint]) => endpoint)
    .filter(({ product }) => product !== 'onchain');
  const first = endpoints[0];
  if (first === undefined) return [];
  const hasSigned = endpoints.some(
    ({ security }) => security === 'unlisted' || isSigned(effectiveValue(security)),
  );
  const codes = [...(hasSigned ? SIGNED_CODES : []), ...GENERAL_CODES];
  return [
    ['## Errors of every call'],
    list(
      codes
        .flatMap((one) => likelyError(one, first))
        .map(({ code: number, name, remedy }) => `${code(String(number))} ${name}: ${remedy}`),
    ),
    ['`bourse explain <code>` explains each of them offline.'],
  ];
}

function endpointsOf(verb: Verb): [on: string, endpoint: Endpoint][] {
  const { endpoint } = verb;
  if (endpoint === undefined) return [];
  const ids = typeof endpoint === 'string' ? [['', endpoint]] : Object.entries(endpoint);
  return ids.map(([on = '', id]) => {
    const found = ENDPOINTS.find((one) => one.id === id);
    if (found === undefined)
      throw new Error(`the command ${verb.words.join(' ')} names ${id}, which is not declared`);
    return [on, found];
  });
}
