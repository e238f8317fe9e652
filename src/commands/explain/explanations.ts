/**
 * Explains error codes, exit codes, filters, enumerations, endpoints and commands, as data that `explain`
 * prints.
 */

import { effectiveValue, isDisputed } from '../../catalogue/define.ts';
import type { Enumeration } from '../../catalogue/enumerations/enumeration.ts';
import { ENUMERATIONS, findEnumerations } from '../../catalogue/enumerations.ts';
import {
  ERROR_CODES,
  type ErrorCode,
  findErrorCodes,
  type Listed,
} from '../../catalogue/errors/error-codes.ts';
import { FILTERS, findFilter } from '../../catalogue/errors/filters.ts';
import { HTTP_STATUSES } from '../../catalogue/http.ts';
import { ENDPOINTS } from '../../catalogue/index.ts';
import type { Endpoint, Param } from '../../catalogue/types.ts';
import { EXIT_CODES, type ExitKind } from '../../core/errors.ts';
import { todayTexts } from '../command-text.ts';
import type { EndpointCommand, NamedCommand } from '../types.ts';

export interface Explanation {
  readonly subject: string;
  readonly is:
    | 'error code'
    | 'exit code'
    | 'http status'
    | 'filter'
    | 'enumeration'
    | 'endpoint'
    | 'command'
    | 'parameter'
    | 'limit'
    | 'term';
  readonly title: string;
  readonly lines: readonly string[];
  /** The same facts as structured data, for programs. */
  readonly facts: unknown;
}

/** The meaning and the remedy of each exit code. */
const EXIT_MEANINGS: Readonly<Record<ExitKind, readonly [meaning: string, remedy: string]>> = {
  done: ['Done.', 'Nothing to do.'],
  check: [
    'The check failed: a thesis is invalid, a verification found a fault, or rows are missing with --complete.',
    'See the answer on stdout.',
  ],
  usage: ['The command line or a value is wrong; nothing was sent.', 'Fix what the message names.'],
  credentials: [
    'Keys are missing, unreadable or refused.',
    'Check the key, its permissions and where it is read from.',
  ],
  rejected: [
    'The exchange rejected the request; it was not executed.',
    'Fix what the message names, then send it again.',
  ],
  unavailable: ['The network or the exchange is not available; nothing was executed.', 'Try again.'],
  'rate-limited': ['Rate limit reached, or the IP address is banned.', 'Wait for retryAfterMs.'],
  'execution-unknown': [
    'Execution status unknown: the request may have been executed.',
    'Look it up before you send it again; the message names the command.',
  ],
  partial: ['Partly done: some elements succeeded, some failed.', 'See the answer on stdout.'],
  refused: [
    'Refused by a safety rule, or the confirmation was declined.',
    'Use --yes if the message says so.',
  ],
  storage: ['Local files are full, locked or damaged.', 'Free disk space, or fix what the message names.'],
  internal: ['Internal error of bourse.', 'Run again with --debug and report it.'],
  interrupted: ['Interrupted.', 'Long runs print a "Resume with" command.'],
};

/** Explains an error code of the exchange or of the wallet service. */
export function explainErrorCode(subject: string): Explanation[] {
  return findErrorCodes(subject).map((entry) => ({
    subject,
    is: 'error code',
    title: `${entry.code} ${namesOf(entry).join(' / ')}`.trim(),
    lines: [
      ...(entry.products === undefined ? [] : [`On: ${entry.products.join(', ')}`]),
      ...listingLine('First listing', entry.first),
      ...listingLine('Second listing', entry.second),
      ...entry.texts.map((text) => `Text: ${text}`),
      `Do: ${entry.remedy}`,
      `Exit code: ${EXIT_CODES[entry.kind]} (${entry.kind}); execution status of a write: ${entry.execution.replace('_', ' ')}; ${entry.retryable ? 'can be retried' : 'the same call fails again'}`,
      ...(entry.note === undefined ? [] : [entry.note]),
    ],
    facts: entry,
  }));
}

function namesOf(entry: ErrorCode): string[] {
  return [
    ...new Set([
      ...(entry.first?.names ?? []),
      ...(entry.second?.range === undefined ? (entry.second?.names ?? []) : []),
    ]),
  ];
}

function listingLine(title: string, listed: Listed | undefined): string[] {
  if (listed === undefined) return [];
  const { range } = listed;
  const names =
    range === undefined
      ? listed.names.join(', ')
      : `one of ${listed.names.join(', ')} (labels of the range ${range.from} to ${range.to}; the assignment to codes is not listed)`;
  const status = listed.httpStatus === undefined ? '' : ` (HTTP ${listed.httpStatus})`;
  return [`${title}: ${[names, listed.meaning].filter(Boolean).join(', ')}${status}`];
}

/** Explains an exit code of bourse, given as its number or its name. */
export function explainExitCode(subject: string): Explanation[] {
  return (Object.entries(EXIT_CODES) as [ExitKind, number][])
    .filter(([kind, code]) => subject === String(code) || subject === `exit ${code}` || subject === kind)
    .map(([kind, code]) => ({
      subject,
      is: 'exit code',
      title: `Exit code ${code}: ${kind}`,
      lines: [...EXIT_MEANINGS[kind]],
      facts: { exitCode: code, kind, meaning: EXIT_MEANINGS[kind][0], remedy: EXIT_MEANINGS[kind][1] },
    }));
}

/** Explains an HTTP status of the exchange. */
export function explainHttpStatus(subject: string): Explanation[] {
  const query = subject.replace(/^http\s*/i, '');
  return HTTP_STATUSES.filter((one) => String(one.status) === query).map((one) => ({
    subject,
    is: 'http status',
    title: `HTTP ${one.status}`,
    lines: [
      one.meaning,
      `Exit code: ${EXIT_CODES[one.kind]} (${one.kind}); execution status of a write: ${one.execution.replace('_', ' ')}`,
    ],
    facts: one,
  }));
}

/** Explains a symbol filter. */
export function explainFilter(subject: string): Explanation[] {
  const filter = findFilter(subject);
  if (filter === undefined) return [];
  return [
    {
      subject,
      is: 'filter',
      title: `Filter ${filter.name}`,
      lines: [
        filter.rule,
        `Applies to: ${filter.appliesTo}`,
        `Fields: ${filter.fields.map((one) => one.name).join(', ')}`,
        `Do: ${filter.remedy}`,
      ],
      facts: filter,
    },
  ];
}

/** Explains an enumeration by its name, or all enumerations that contain a value. */
export function explainEnumeration(subject: string): Explanation[] {
  const named = Object.entries(ENUMERATIONS as Readonly<Record<string, Enumeration>>).filter(
    ([name]) => name === subject.toLowerCase(),
  );
  const containing = /^-?\d+$/.test(subject)
    ? []
    : findEnumerations(subject).map(({ name, enumeration }) => [name, enumeration] as const);
  return [...named, ...containing].map(([name, enumeration]) => ({
    subject,
    is: 'enumeration',
    title: `${enumeration.title} (${name})`,
    lines: [
      ...enumeration.values.map((value) =>
        enumeration.meanings?.[value] === undefined
          ? String(value)
          : `${value}: ${enumeration.meanings[value]}`,
      ),
      ...(enumeration.valuesToday === undefined ? [] : [`Today also: ${enumeration.valuesToday.join(', ')}`]),
      `Source: ${enumeration.source}`,
      ...(enumeration.note === undefined ? [] : [enumeration.note]),
    ],
    facts: { name, ...enumeration },
  }));
}

/**
 * Explains endpoints by id, path, method and path, or command; an id without its product matches every
 * product.
 */
export function explainEndpoint(
  subject: string,
  commands: ReadonlyMap<string, EndpointCommand>,
): Explanation[] {
  const query = subject.replace(/^bourse\s+/, '');
  return ENDPOINTS.filter(
    (one) =>
      one.id === query ||
      one.id === `${one.product}.${query}` ||
      one.path === query ||
      `${one.method} ${one.path}` === query ||
      commands.get(one.id)?.line === query,
  ).map((endpoint) => ({
    subject,
    is: 'endpoint',
    title: `${endpoint.id}: ${endpoint.summary}`,
    lines: endpointLines(endpoint, commands.get(endpoint.id)?.line),
    facts: endpoint,
  }));
}

/** Explains a command by the endpoint that it calls by default, or by its summary if it calls none. */
export function explainCommand(
  subject: string,
  named: NamedCommand,
  commands: ReadonlyMap<string, EndpointCommand>,
): Explanation[] {
  const { command, summary, endpoint } = named;
  if (endpoint !== undefined) return explainEndpoint(endpoint, commands).map((one) => ({ ...one, subject }));
  const lines = [`See bourse ${command} --help for its arguments and options.`];
  return [{ subject, is: 'command', title: `${command}: ${summary}`, lines, facts: named }];
}

function endpointLines(endpoint: Endpoint, command: string | undefined): string[] {
  const lines = [
    `${endpoint.method} ${endpoint.path}`,
    ...todayTexts(endpoint).map((text) => `Today, at the public hosts: ${text}`),
    `Command: ${command === undefined ? 'none' : `bourse ${command}`}`,
    ...webSocketLines(endpoint),
  ];
  lines.push(
    ...statedLines('Security', endpoint.security),
    ...statedLines('Weight', endpoint.weight),
    `Effect: ${endpoint.effect}`,
  );
  const params = Object.entries(endpoint.params).map(([name, param]) => `${name}${requirementText(param)}`);
  lines.push(`Parameters: ${params.length === 0 ? 'none' : params.join(', ')}`);
  const sourceNotes = Object.entries(endpoint.params).flatMap(([name, { sourceNote }]) =>
    sourceNote === undefined ? [] : [`${name}: ${sourceNote}`],
  );
  return [...lines, ...(endpoint.notes ?? []), ...(endpoint.sourceNotes ?? []), ...sourceNotes];
}

/** Returns the call of the WebSocket API that gives the same result. */
function webSocketLines({ wsMethod, product }: Endpoint): string[] {
  if (wsMethod === undefined) return [];
  const line = `WebSocket API: bourse ws call ${wsMethod}`;
  return [product === 'spot' ? line : `${line} --on ${product} (today's interface only)`];
}

/** Returns the text that says which interface requires a parameter: the document's, today's or both. */
function requirementText({ required, today }: Param): string {
  if (today?.required === undefined) return required ? ' (required)' : '';
  return today.required ? ' (required today)' : ' (required, but not today)';
}

function statedLines(title: string, stated: Endpoint['weight'] | Endpoint['security']): string[] {
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  if (!isDisputed<unknown>(stated))
    return [`${title}: ${text(effectiveValue<unknown>(stated) ?? 'not listed')}`];
  return [
    `${title}: ${text(stated.first)} in the first listing, ${text(stated.second)} in the second; effective: the ${stated.effective} (${stated.why})`,
  ];
}

/** Returns every subject that `explain` knows, for suggestions. */
export function listSubjects(commands: ReadonlyMap<string, EndpointCommand>): string[] {
  return [
    ...FILTERS.map((one) => one.name),
    ...Object.keys(ENUMERATIONS),
    ...Object.values(ENUMERATIONS as Readonly<Record<string, Enumeration>>).flatMap(
      ({ values, valuesToday = [] }) =>
        [...values, ...valuesToday].filter((value) => typeof value === 'string'),
    ),
    ...Object.keys(EXIT_CODES),
    ...ENDPOINTS.flatMap((one) => [one.id, one.id.slice(one.id.indexOf('.') + 1), one.path]),
    ...[...commands.values()].map(({ line }) => line),
  ];
}

/** Returns the codes that `explain` knows: of errors, of HTTP and of the program's exit. */
export function listCodes(): string[] {
  const codes = [
    ...ERROR_CODES.map(({ code }) => code),
    ...HTTP_STATUSES.map(({ status }) => status),
    ...Object.values(EXIT_CODES),
  ];
  return codes.map(String);
}
