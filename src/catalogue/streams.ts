/**
 * All market streams, the addresses at which they are reached, and the control messages of a connection
 * (interface document, Events).
 */
import { coinmStreams } from './coinm/streams.ts';
import { STREAM_PROPERTIES, TIME_UNITS } from './enums/streams.ts';
import type { HostName } from './hosts.ts';
import type { LimitName } from './limits.ts';
import { optionsStreams } from './options/streams.ts';
import { spotStreams } from './spot/streams.ts';
import type { Stream, UserStreamProduct } from './stream-types.ts';
import { usdmStreams } from './usdm/streams.ts';

export const STREAMS: readonly Stream[] = [
  ...spotStreams,
  ...usdmStreams,
  ...coinmStreams,
  ...optionsStreams,
];

/** The host and paths of the streams of a product, and the limits of a connection. */
export interface StreamAccess {
  readonly host: HostName;
  /**
   * The path for streams that are named in it: `/ws/<a>/<b>`. The property `combined` of such a connection
   * starts as false.
   */
  readonly single: '/ws';
  /**
   * The path for streams that are named in the query: `/stream?streams=<a>/<b>`. The property `combined` of
   * such a connection starts as true.
   */
  readonly combined: '/stream';
  readonly limits: {
    readonly messages: LimitName;
    readonly streams: LimitName;
    readonly ping: LimitName;
    readonly pong: LimitName;
  };
}

const paths = { single: '/ws', combined: '/stream' } as const;
const spotLimits = {
  messages: 'streamMessages',
  streams: 'streamsPerConnection',
  ping: 'serverPing',
  pong: 'pongDeadline',
} as const;
/**
 * The document allows 5 messages a second for all products; public facts allow 10 for futures. The smaller
 * number is used.
 */
const futuresLimits = {
  ...spotLimits,
  ping: 'futuresServerPing',
  pong: 'futuresPongDeadline',
} as const;

export const STREAM_ACCESS: Readonly<Record<UserStreamProduct, StreamAccess>> = {
  spot: { ...paths, host: 'spot-ws', limits: spotLimits },
  margin: { ...paths, host: 'spot-ws', limits: spotLimits },
  'margin-risk': { ...paths, host: 'margin-ws', limits: spotLimits },
  usdm: { ...paths, host: 'usdm-ws', limits: futuresLimits },
  coinm: { ...paths, host: 'coinm-ws', limits: futuresLimits },
  options: { ...paths, host: 'options-ws', limits: futuresLimits },
};

/**
 * The query parameter for the time unit in the address of a stream or of the WebSocket API, and its values;
 * times are in milliseconds if it is absent.
 */
export const TIME_UNIT = { name: 'timeUnit', values: TIME_UNITS } as const;

/** A control message of a stream connection: `{method, params?, id}` (interface document, Market streams). */
export interface ControlMethod {
  readonly method: string;
  readonly about: string;
  /**
   * What the message carries in `params`: `streams` are stream names, `property` is the name of a property,
   * `value` is the name and value of a property; absent for messages without parameters.
   */
  readonly params?: 'streams' | 'property' | 'value';
  /** The content of `result` in the answer to the control message. */
  readonly result: 'null' | 'streams' | 'boolean';
}

export const CONTROL_METHODS = [
  { method: 'SUBSCRIBE', about: 'Open streams on this connection', params: 'streams', result: 'null' },
  { method: 'UNSUBSCRIBE', about: 'Close streams of this connection', params: 'streams', result: 'null' },
  { method: 'LIST_SUBSCRIPTIONS', about: 'List the open streams', result: 'streams' },
  { method: 'SET_PROPERTY', about: 'Set a property of the connection', params: 'value', result: 'null' },
  {
    method: 'GET_PROPERTY',
    about: 'Read a property of the connection',
    params: 'property',
    result: 'boolean',
  },
] as const satisfies readonly ControlMethod[];

/**
 * The properties of a stream connection that can be set; `combined` wraps each message as `{stream, data}`.
 */
export const CONNECTION_PROPERTIES = STREAM_PROPERTIES;

/**
 * The answers to refused control messages (public facts, Spot market streams); `%s` stands for a part that
 * varies.
 */
export const CONTROL_ERRORS = {
  unknownProperty: { code: 0, msg: 'Unknown property' },
  notBoolean: { code: 1, msg: 'Invalid value type: expected Boolean' },
  propertyName: { code: 2, msg: 'Invalid request: property name must be a string' },
  requestId: { code: 2, msg: 'Invalid request: request ID must be an unsigned integer' },
  unknownMethod: {
    code: 2,
    msg: 'Invalid request: unknown variant %s, expected one of `SUBSCRIBE`, `UNSUBSCRIBE`, `LIST_SUBSCRIPTIONS`, `SET_PROPERTY`, `GET_PROPERTY` at line 1 column 28',
  },
  tooManyParameters: { code: 2, msg: 'Invalid request: too many parameters' },
  missingMethod: { code: 2, msg: 'Invalid request: missing field `method` at line 1 column 73' },
  notJson: { code: 3, msg: 'Invalid JSON: expected value at line %s column %s' },
} as const;

/**
 * The message that the public hosts send today before a server goes down. On a combined connection its stream
 * is `!serverShutdown`.
 */
export const SERVER_SHUTDOWN = {
  event: 'serverShutdown',
  stream: '!serverShutdown',
  origin: 'today',
} as const;

/**
 * What is needed to build the order book of a product: the stream of its changes, the endpoint of its
 * snapshots, and their depth.
 */
export interface BookAccess {
  readonly stream: string;
  readonly endpoint: string;
  /** The number of levels of an order book snapshot: enough to show the best prices, and the maximum. */
  readonly limit: { readonly usual: number; readonly all: number };
}

/** The access to order books by product; options are missing because they have partial book streams only. */
export const BOOK_ACCESS = {
  spot: { stream: 'spot.depth', endpoint: 'spot.depth', limit: { usual: 1000, all: 5000 } },
  usdm: { stream: 'usdm.depth', endpoint: 'usdm.depth', limit: { usual: 1000, all: 1000 } },
  coinm: { stream: 'coinm.depth', endpoint: 'coinm.depth', limit: { usual: 1000, all: 1000 } },
} as const satisfies Readonly<Partial<Record<UserStreamProduct, BookAccess>>>;
