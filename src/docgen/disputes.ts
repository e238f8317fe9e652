/** What the two listings of the interface document say differently, and what the document leaves open. */
import { effectiveValue, isDisputed } from '../catalogue/define.ts';
import type { Enumeration } from '../catalogue/enumerations/enumeration.ts';
import { ENUMERATIONS } from '../catalogue/enumerations.ts';
import { ERROR_CODES, type ErrorCode, type Listed } from '../catalogue/errors/error-codes.ts';
import { ENDPOINTS } from '../catalogue/index.ts';
import type { Limit } from '../catalogue/limits/limit.ts';
import { LIMITS } from '../catalogue/limits.ts';
import { STREAMS } from '../catalogue/streams.ts';
import type { Disputed, Endpoint, Security, Stated } from '../catalogue/types.ts';
import { publicHostValues, weightText } from '../commands/command-text.ts';
import { code, DERIVED, list, page, table } from './markdown.ts';

/** Returns the page of disputes. */
export function disputesPage(): string {
  return page([
    ['# Where the listings differ'],
    [
      'The interface document merges two listings that sometimes disagree. Both values are kept. The budget counts the larger weight, validation accepts the wider bound, an error code keeps both names.',
    ],
    [DERIVED],
    ['## Weights'],
    disputeTable(ENDPOINTS, ({ weight }) => weight, weightText),
    ['## Security'],
    disputeTable(
      ENDPOINTS,
      ({ security }) => security,
      (value: Security) => value,
    ),
    ['## Bounds'],
    boundTable(),
    ['## Error codes'],
    errorTable(),
    ['## Told in words'],
    [
      'Where the listings differ in a path, a type or a meaning, or the document is read in a wider way, the declaration says so:',
    ],
    list(notesOnListings()),
    ['## Limits'],
    table(
      ['limit', 'value', 'from', 'note'],
      Object.values(LIMITS as Readonly<Record<string, Limit>>).flatMap(
        ({ title, value, unit, source, note }) =>
          note === undefined ? [] : [[title, `${value} ${unit}`, source, note]],
      ),
    ),
    ['## Not shown in the document'],
    ['Weights that public facts give where the document shows none:'],
    table(['call', 'weight'], suppliedWeights()),
    ['Weights that nothing gives; each counts 1 until an answer tells what is used:'],
    list(openWeights()),
    [
      'Parameters that public facts (`facts`) or the live interface (`today`) supply where the document shows none:',
    ],
    table(['call', 'facts', 'today'], suppliedParams()),
    ['Endpoints that only the live interface has today, because something of the document depends on them:'],
    list(addedEndpoints()),
    ['## Today'],
    [
      'What the public hosts take today beyond the document, or at another path. The client lets it through and asks `live` and `testnet` at that path; the sandbox and hosts of your own keep to the document.',
    ],
    table(['call', 'today'], todayRows()),
    ['## Notes on closed sets'],
    table(
      ['set', 'note'],
      Object.entries(ENUMERATIONS as Readonly<Record<string, Enumeration>>).flatMap(([name, { note }]) =>
        note === undefined ? [] : [[code(name), note]],
      ),
    ),
  ]);
}

function callOf({ method, path }: Endpoint): string {
  return code(`${method} ${path}`);
}

function disputeTable<T>(
  endpoints: readonly Endpoint[],
  pick: (endpoint: Endpoint) => Stated<T>,
  words: (value: T) => string,
): string[] {
  const rows = endpoints.flatMap((endpoint) => {
    const stated = pick(endpoint);
    if (!isDisputed(stated)) return [];
    const { first, second, effective: acted, why }: Disputed<T> = stated;
    return [[callOf(endpoint), words(first), words(second), `the ${acted}: ${why}`]];
  });
  return table(['call', 'first listing', 'second listing', 'acted on'], rows);
}

function boundTable(): string[] {
  const rows = ENDPOINTS.flatMap((endpoint) =>
    Object.entries(endpoint.params).flatMap(([name, { max, commonValues }]) => {
      if (max === undefined || max === 'unlisted' || !isDisputed(max)) return [];
      const usual = commonValues === undefined ? '' : ` (usual: ${commonValues.join(', ')})`;
      return [
        [
          callOf(endpoint),
          code(name),
          `at most ${max.first}`,
          `at most ${max.second}${usual}`,
          `the ${max.effective}: ${max.why}`,
        ],
      ];
    }),
  );
  return table(['call', 'parameter', 'first listing', 'second listing', 'acted on'], rows);
}

function errorTable(): string[] {
  const rows = ERROR_CODES.filter(({ origin }) => origin === 'document')
    .filter(isTwofold)
    .map(({ code: number, first, second, note }) => [
      code(String(number)),
      listedText(first),
      listedText(second),
      note ?? '',
    ]);
  return table(['code', 'first listing', 'second listing', 'note'], rows);
}

/** Whether the listings name a code differently, or only one of them has it. */
function isTwofold({ first, second }: ErrorCode): boolean {
  if (first === undefined || second === undefined) return true;
  return first.names.join() !== second.names.join();
}

function listedText(listed: Listed | undefined): string {
  if (listed === undefined) return 'not listed';
  const { names, range } = listed;
  if (range === undefined) return names.join(', ');
  return `one of: ${names.join(', ')} (for ${range.from} to ${range.to} together)`;
}

/** Notes and meanings that speak of the listings or the document. */
function notesOnListings(): string[] {
  const speaks = (text: string) => /\blistings?\b|\bone place\b|\b[Tt]he document\b/.test(text);
  const ofEndpoints = ENDPOINTS.flatMap((endpoint) => [
    ...(endpoint.notes ?? []).filter(speaks).map((note) => `${callOf(endpoint)}: ${note}`),
    ...Object.entries(endpoint.params)
      .filter(([, { about }]) => speaks(about))
      .map(([name, { about }]) => `${callOf(endpoint)} ${code(name)}: ${about}`),
  ]);
  const ofStreams = STREAMS.flatMap(({ product, name, notes = [] }) =>
    notes.filter(speaks).map((note) => `${code(name)} (${product}): ${note}`),
  );
  return [...ofEndpoints, ...ofStreams];
}

function suppliedWeights(): string[][] {
  return ENDPOINTS.filter(({ weightFrom }) => weightFrom === 'facts').map((endpoint) => [
    callOf(endpoint),
    String(effectiveValue(endpoint.weight)),
  ]);
}

function openWeights(): string[] {
  return ENDPOINTS.filter(({ weight, origin }) => weight === 'unlisted' && origin === 'document').map(callOf);
}

function suppliedParams(): string[][] {
  return ENDPOINTS.filter(({ origin }) => origin === 'document').flatMap((endpoint) => {
    const of = (origin: string) =>
      Object.entries(endpoint.params)
        .filter(([, param]) => param.origin === origin)
        .map(([name]) => code(name))
        .join(', ');
    const [facts, today] = [of('facts'), of('today')];
    return facts === '' && today === '' ? [] : [[callOf(endpoint), facts, today]];
  });
}

function addedEndpoints(): string[] {
  return ENDPOINTS.filter(({ origin }) => origin !== 'document').map(
    (endpoint) => `${callOf(endpoint)}: ${endpoint.summary}`,
  );
}

function todayRows(): string[][] {
  return ENDPOINTS.flatMap((endpoint) => {
    const params = Object.entries(endpoint.params).flatMap(([name, param]) => {
      const today = publicHostValues(param);
      return today === undefined ? [] : [`${code(name)} also ${today}`];
    });
    const path = endpoint.today === undefined ? [] : [`at ${code(endpoint.today.path)}`];
    const all = [...path, ...params];
    return all.length === 0 ? [] : [[callOf(endpoint), all.join(', ')]];
  });
}
