/**
 * The page of what the two listings of the interface document say differently, and of what the document
 * leaves open.
 */
import { effectiveValue, isDisputed } from '../catalogue/define.ts';
import type { Enumeration } from '../catalogue/enumerations/enumeration.ts';
import { ENUMERATIONS } from '../catalogue/enumerations.ts';
import { ERROR_CODES, type ErrorCode, type Listed } from '../catalogue/errors/error-codes.ts';
import { ENDPOINTS } from '../catalogue/index.ts';
import type { Limit } from '../catalogue/limits/limit.ts';
import { LIMITS } from '../catalogue/limits.ts';
import { STREAMS } from '../catalogue/streams.ts';
import type { Disputed, Endpoint, Security, Stated } from '../catalogue/types.ts';
import { publicHostValues, todayTexts, weightText } from '../commands/command-text.ts';
import { code, DERIVED, list, page, table } from './markdown.ts';

/** Returns the page of disputes. */
export function disputesPage(): string {
  return page([
    ['# Where the listings differ'],
    [
      'The interface document merges two listings of the interface that sometimes disagree. Where they disagree, bourse keeps both values: the rate limiter counts the larger request weight, validation accepts the wider bound of a parameter, and an error code keeps both names.',
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
    ['## Differences in words'],
    [
      'This table lists the differences of path, type or meaning between the two listings, and between the interface document and live hosts:',
    ],
    table(['call or stream', 'difference'], sourceNotes()),
    ['## Limits'],
    table(
      ['limit', 'value', 'from', 'note'],
      Object.values(LIMITS as Readonly<Record<string, Limit>>).flatMap(
        ({ title, value, unit, source, note }) =>
          note === undefined ? [] : [[title, `${value} ${unit}`, source, note]],
      ),
    ),
    ['## Not shown in the document'],
    ['These request weights are not shown by the interface document; they come from public material:'],
    table(['call', 'weight'], suppliedWeights()),
    [
      'No source gives the request weight of these calls; bourse counts 1 for each until an answer reports the used weight:',
    ],
    list(openWeights()),
    [
      'These parameters are not shown by the interface document; they come from public material (`facts`) or from the live interface (`today`):',
    ],
    table(['call', 'facts', 'today'], suppliedParams()),
    ['These endpoints are not in the interface document; only the live interface has them:'],
    table(['call', 'what the call does'], addedEndpoints()),
    ['## Public hosts today'],
    [
      "This table lists calls and parameters that the public hosts accept although the interface document does not list them, or serve in another way than the document says; `interface-today.md` has the addresses. bourse uses today's interface on `live`, `testnet` and `demo`; the sandbox and hosts of your own follow the interface document, unless `--interface today` is given.",
    ],
    table(['call', 'today'], publicHostRows()),
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
    const { first, second, effective, why }: Disputed<T> = stated;
    return [[callOf(endpoint), words(first), words(second), `the ${effective}: ${why}`]];
  });
  return table(['call', 'first listing', 'second listing', 'effective'], rows);
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
  return table(['call', 'parameter', 'first listing', 'second listing', 'effective'], rows);
}

function errorTable(): string[] {
  const rows = ERROR_CODES.filter(({ origin }) => origin === 'document')
    .filter(isDisputedCode)
    .map(({ code: number, first, second, note }) => [
      code(String(number)),
      listedText(first),
      listedText(second),
      note ?? '',
    ]);
  return table(['code', 'first listing', 'second listing', 'note'], rows);
}

/** Returns whether the listings name a code differently, or only one of them has it. */
function isDisputedCode({ first, second }: ErrorCode): boolean {
  if (first === undefined || second === undefined) return true;
  return first.names.join() !== second.names.join();
}

function listedText(listed: Listed | undefined): string {
  if (listed === undefined) return 'not listed';
  const { names, range } = listed;
  if (range === undefined) return names.join(', ');
  return `one of: ${names.join(', ')} (for ${range.from} to ${range.to} together)`;
}

/** Returns the source notes of endpoints, of their parameters and of streams. */
function sourceNotes(): string[][] {
  const ofEndpoints = ENDPOINTS.flatMap((endpoint) => [
    ...(endpoint.sourceNotes ?? []).map((note) => [callOf(endpoint), note]),
    ...Object.entries(endpoint.params).flatMap(([name, { sourceNote }]) =>
      sourceNote === undefined ? [] : [[`${callOf(endpoint)} ${code(name)}`, sourceNote]],
    ),
  ]);
  const ofStreams = STREAMS.flatMap(({ product, name, notes = [] }) =>
    notes.filter(citesDocument).map((note) => [`${code(name)} (${product})`, note]),
  );
  return [...ofEndpoints, ...ofStreams];
}

function citesDocument(note: string): boolean {
  return /\blistings?\b|\b[Tt]he document\b/.test(note);
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

function addedEndpoints(): string[][] {
  return ENDPOINTS.filter(({ origin }) => origin !== 'document').map((endpoint) => [
    callOf(endpoint),
    endpoint.summary,
  ]);
}

function publicHostRows(): string[][] {
  return ENDPOINTS.flatMap((endpoint) => {
    const params = Object.entries(endpoint.params).flatMap(([name, param]) => {
      const today = publicHostValues(param);
      return today === undefined ? [] : [`${code(name)} also ${today}`];
    });
    const all = [...todayTexts(endpoint), ...params];
    return all.length === 0 ? [] : [[callOf(endpoint), all.join(', ')]];
  });
}
