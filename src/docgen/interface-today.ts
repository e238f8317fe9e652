/** The page of today's interface: the addresses that live, testnet and demo open, and the calls that differ. */
import type { Interface } from '../catalogue/environments.ts';
import type { Environment, HostName } from '../catalogue/hosts.ts';
import { ENDPOINTS } from '../catalogue/index.ts';
import type { Stream, UserStreamProduct } from '../catalogue/stream-types.ts';
import { STREAM_ACCESS, STREAMS } from '../catalogue/streams.ts';
import type { Endpoint } from '../catalogue/types.ts';
import { USER_STREAM_ACCESS, type UserStreamAccess } from '../catalogue/user-streams.ts';
import { WS_APIS } from '../catalogue/ws-apis.ts';
import { WS_METHODS } from '../catalogue/ws-methods.ts';
import { todayTexts } from '../commands/command-text.ts';
import type { EndpointCommand } from '../commands/types.ts';
import { ToolError } from '../core/errors.ts';
import { buildRequest } from '../request/prepare.ts';
import { streamName } from '../request/stream-name.ts';
import { openAddressBook } from '../transport/addresses.ts';
import { code, DERIVED, page, table } from './markdown.ts';

const TODAY: Interface = 'today';

/** The environments with addresses of the exchange. */
const ENVIRONMENTS = ['live', 'testnet', 'demo'] as const satisfies readonly Environment[];

/** Example values of the parts of stream names that have no closed set. */
const EXAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  spot: { symbol: 'btcusdt' },
  usdm: { symbol: 'btcusdt', pair: 'btcusdt' },
  coinm: { symbol: 'btcusd_perp', pair: 'btcusd' },
  options: { symbol: 'BTC-261225-100000-C', underlying: 'btcusdt', expiry: '261225' },
};

/** Returns the page. */
export function interfaceTodayPage(commands: ReadonlyMap<string, EndpointCommand>): string {
  const columns = ENVIRONMENTS.map((name) => `--env ${name}`);
  return page([
    ["# Today's interface"],
    [
      "The interface document describes the exchange's interface as it once was; the interface of the exchange's public hosts has changed since. With `--env live`, `testnet` and `demo`, bourse uses today's interface: streams at the addresses of this page, and calls as its tables say. With hosts of your own (`--host`) and with the sandbox, bourse uses the interface of the document, unless `--interface today`, `BOURSE_INTERFACE=today` or a profile added with `--interface today` says otherwise. `bourse sandbox serve --interface today` serves today's interface.",
    ],
    [DERIVED],
    ['## Streams'],
    [
      'This table shows the address that `bourse stream KIND` opens in each environment. A dash means that the environment has no host for the stream; streams that the public hosts no longer send are marked as such.',
    ],
    table(['stream', ...columns], STREAMS.map(streamRow)),
    ['## User data'],
    table(['account', 'how', ...columns], Object.entries(USER_STREAM_ACCESS).map(userRow)),
    ['## WebSocket APIs'],
    [
      "The WebSocket APIs of futures are part of today's interface only; [streams.md](streams.md#the-websocket-api) says how they are used.",
    ],
    table(['product', ...columns], Object.entries(WS_APIS).map(webSocketRow)),
    [
      'This table shows the methods of the WebSocket APIs of futures, and the REST call whose parameters each takes and whose answer it gives.',
    ],
    table(['method', 'on', 'REST call'], methodRows()),
    ['## Calls of the document that differ'],
    [
      "For each call whose path or parameters have changed since the interface document, this table shows what the command sends to today's interface instead, or why the command ends with exit code 2 before anything is sent.",
    ],
    table(['command', 'call', 'today'], changedRows(commands)),
    ["## Calls that only today's interface has"],
    table(['command', 'call', ...columns], addedRows(commands)),
  ]);
}

function streamRow(stream: Stream): string[] {
  const { id, product, kind, routeToday } = stream;
  const name = exampleName(stream);
  const path = `${routeToday === undefined ? '' : `/${routeToday}`}/ws/${name}`;
  const title = `${code(kind)} ${product}${stream.isRetiredToday === true ? ' (no longer sent)' : ''}`;
  if (name === '') throw new Error(`${id} has no example`);
  return [
    title,
    ...ENVIRONMENTS.map((environment) => address(environment, STREAM_ACCESS[product].host, path)),
  ];
}

/** Returns the name of a stream with an example value for each required part. */
function exampleName(stream: Stream): string {
  const slots = Object.entries(stream.slots).flatMap(([name, { values, default: usual }]) => {
    if (usual !== undefined) return [];
    const example = EXAMPLES[stream.product]?.[name] ?? values?.[0];
    return example === undefined ? [] : [[name, example] as const];
  });
  return streamName(stream, Object.fromEntries(slots), stream.nameToday);
}

function userRow([product, access]: [string, UserStreamAccess]): string[] {
  const { routeToday, isRetiredToday } = access;
  if (isRetiredToday === true)
    return [
      product,
      'subscription over the WebSocket API; listen keys are gone',
      ...ENVIRONMENTS.map((environment) => address(environment, 'ws-api', '')),
    ];
  const path = `${routeToday === undefined ? '' : `/${routeToday}`}/ws/KEY`;
  const { host } = STREAM_ACCESS[product as UserStreamProduct];
  return [product, 'listen key', ...ENVIRONMENTS.map((environment) => address(environment, host, path))];
}

function webSocketRow([product, { host }]: [string, { readonly host: HostName }]): string[] {
  return [product, ...ENVIRONMENTS.map((environment) => address(environment, host, ''))];
}

/** Returns the methods that futures have, once for both products where they give the result of the same call. */
function methodRows(): string[][] {
  const futures = WS_METHODS.filter(({ api }) => api !== 'spot');
  const names = [...new Set(futures.map(({ method }) => method))];
  return names.map((name) => {
    const methods = futures.filter(({ method }) => method === name);
    const calls = methods.flatMap(({ endpoint, restEndpoint }) => {
      const call = endpoint ?? ENDPOINTS.find(({ id }) => id === restEndpoint);
      return call === undefined ? [] : [callOf(call)];
    });
    return [
      code(name),
      methods.map(({ api }) => api).join(', '),
      calls.length === 0 ? '-' : calls.join(', '),
    ];
  });
}

function changedRows(commands: ReadonlyMap<string, EndpointCommand>): string[][] {
  return ENDPOINTS.flatMap((endpoint) => {
    const texts = todayTexts(endpoint);
    if (texts.length === 0) return [];
    return [[commandOf(endpoint, commands), callOf(endpoint), texts.join('; ')]];
  });
}

function addedRows(commands: ReadonlyMap<string, EndpointCommand>): string[][] {
  return ENDPOINTS.filter(({ origin }) => origin === 'today').map((endpoint) => [
    commandOf(endpoint, commands),
    callOf(endpoint),
    ...ENVIRONMENTS.map((environment) => origin(environment, endpoint)),
  ]);
}

function commandOf({ id }: Endpoint, commands: ReadonlyMap<string, EndpointCommand>): string {
  const command = commands.get(id);
  return command === undefined ? code('api') : code(command.line);
}

function callOf({ method, path }: Endpoint): string {
  return code(`${method} ${path}`);
}

function address(environment: Environment, host: HostName, path: string): string {
  return orDash(() => {
    const book = openAddressBook({ environment, chosenInterface: TODAY });
    const { href } = book.addressesOf(host)[0]!;
    return code(`${href.replace(/\/$/, '')}${path}`);
  });
}

/** Returns the address of the host to which a call goes, found by the same checks as for a real call. */
function origin(environment: Environment, endpoint: Endpoint): string {
  return orDash(() => {
    const request = buildRequest(endpoint, new Map());
    const book = openAddressBook({ environment, chosenInterface: TODAY });
    return book.addressesFor(request)[0]!.host;
  });
}

function orDash(text: () => string): string {
  try {
    return text();
  } catch (error) {
    if (error instanceof ToolError && error.kind === 'usage') return '-';
    throw error;
  }
}
