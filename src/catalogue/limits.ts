/**
 * Every limit of the interface (interface document, Limits, Conventions, Authentication and Events), and what
 * public facts add. Where one listing states a limit the other lacks, both stand here, each with its source.
 */
import type { Origin, Product } from './types.ts';

/** Whose use is counted, or what the limit bounds. */
type LimitScope = 'ip' | 'account' | 'connection' | 'request' | 'parameter';

export interface Limit {
  readonly title: string;
  readonly value: number;
  readonly unit:
    | 'weight'
    | 'requests'
    | 'orders'
    | 'symbols'
    | 'connections'
    | 'messages'
    | 'streams'
    | 'characters'
    | 'ms';
  readonly scope: LimitScope;
  /** The span in which the use is counted; absent where nothing is counted over time. */
  readonly windowMs?: number;
  /** The product lines it holds for; all where absent. */
  readonly products?: readonly Product[];
  readonly origin: Origin;
  /** The part of the text it stands in. */
  readonly source: string;
  readonly note?: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const LIMITS_PART = 'interface document, Limits';
const EVENTS_PART = 'interface document, Events';
const FACTS_PART = 'public facts, Limits and headers';

const FUTURES = ['usdm', 'coinm'] as const;
const SAPI = ['margin', 'funds', 'sub', 'earn', 'mining', 'fiat', 'c2c', 'convert'] as const;

/** The limits of the documents. */
const DOCUMENTED = {
  spotWeight: {
    title: 'Spot request weight',
    value: 6000,
    unit: 'weight',
    scope: 'ip',
    windowMs: MINUTE,
    products: ['spot'],
    origin: 'document',
    source: LIMITS_PART,
  },
  futuresWeight: {
    title: 'Futures request weight',
    value: 2400,
    unit: 'weight',
    scope: 'ip',
    windowMs: MINUTE,
    products: FUTURES,
    origin: 'document',
    source: LIMITS_PART,
    note: 'Each futures host counts its own.',
  },
  requests: {
    title: 'Requests',
    value: 1200,
    unit: 'requests',
    scope: 'ip',
    windowMs: MINUTE,
    origin: 'document',
    source: LIMITS_PART,
    note: 'Stated in one listing only; excess leads to a temporary ban. Until an answer has proved the larger weight limits, the lower number is kept.',
  },
  spotOrdersSecond: {
    title: 'Spot orders in a second',
    value: 10,
    unit: 'orders',
    scope: 'account',
    windowMs: SECOND,
    products: ['spot'],
    origin: 'document',
    source: LIMITS_PART,
  },
  spotOrdersDay: {
    title: 'Spot orders in a day',
    value: 200_000,
    unit: 'orders',
    scope: 'account',
    windowMs: DAY,
    products: ['spot'],
    origin: 'document',
    source: LIMITS_PART,
  },
  futuresOrdersSecond: {
    title: 'Futures orders in a second',
    value: 300,
    unit: 'orders',
    scope: 'account',
    windowMs: SECOND,
    products: FUTURES,
    origin: 'document',
    source: LIMITS_PART,
  },
  futuresOrdersDay: {
    title: 'Futures orders in a day',
    value: 1_200_000,
    unit: 'orders',
    scope: 'account',
    windowMs: DAY,
    products: FUTURES,
    origin: 'document',
    source: LIMITS_PART,
  },
  futuresBatch: {
    title: 'Orders in a futures batch',
    value: 5,
    unit: 'orders',
    scope: 'request',
    products: FUTURES,
    origin: 'document',
    source: LIMITS_PART,
  },
  optionsBatch: {
    title: 'Orders in an options batch',
    value: 20,
    unit: 'orders',
    scope: 'request',
    products: ['options'],
    origin: 'document',
    source: LIMITS_PART,
    note: 'The live service takes 10 today.',
  },
  tickerSymbols: {
    title: 'Symbols of a multi-symbol ticker',
    value: 100,
    unit: 'symbols',
    scope: 'request',
    products: ['spot'],
    origin: 'document',
    source: LIMITS_PART,
  },
  streamConnections: {
    title: 'New stream connections',
    value: 300,
    unit: 'connections',
    scope: 'ip',
    windowMs: 5 * MINUTE,
    origin: 'document',
    source: LIMITS_PART,
  },
  streamMessages: {
    title: 'Messages sent on a stream connection',
    value: 5,
    unit: 'messages',
    scope: 'connection',
    windowMs: SECOND,
    origin: 'document',
    source: LIMITS_PART,
    note: 'Pings and pongs count too (public fact).',
  },
  streamsPerConnection: {
    title: 'Streams of a connection',
    value: 1024,
    unit: 'streams',
    scope: 'connection',
    origin: 'document',
    source: LIMITS_PART,
  },
  connectionLifetime: {
    title: 'Life of a stream or WebSocket API connection',
    value: DAY,
    unit: 'ms',
    scope: 'connection',
    origin: 'document',
    source: LIMITS_PART,
  },
  recvWindowMin: {
    title: 'Smallest recvWindow',
    value: 1,
    unit: 'ms',
    scope: 'parameter',
    origin: 'document',
    source: LIMITS_PART,
  },
  recvWindowMax: {
    title: 'Largest recvWindow',
    value: 60_000,
    unit: 'ms',
    scope: 'parameter',
    origin: 'document',
    source: LIMITS_PART,
  },
  recvWindowDefault: {
    title: 'recvWindow where none is sent',
    value: 5000,
    unit: 'ms',
    scope: 'parameter',
    origin: 'document',
    source: LIMITS_PART,
  },
  timestampAhead: {
    title: 'How far a timestamp may be ahead of the server',
    value: 1000,
    unit: 'ms',
    scope: 'parameter',
    origin: 'document',
    source: 'interface document, Authentication',
    note: 'It must be less than the server time plus this.',
  },
  clientOrderIdLength: {
    title: 'Length of a client order id',
    value: 36,
    unit: 'characters',
    scope: 'parameter',
    origin: 'document',
    source: LIMITS_PART,
  },
  serverPing: {
    title: 'Time between pings of the server (WebSocket API)',
    value: 20 * SECOND,
    unit: 'ms',
    scope: 'connection',
    origin: 'document',
    source: EVENTS_PART,
    note: 'Spot streams keep the same time (public fact).',
  },
  pongDeadline: {
    title: 'Time to answer a ping (WebSocket API)',
    value: MINUTE,
    unit: 'ms',
    scope: 'connection',
    origin: 'document',
    source: EVENTS_PART,
    note: 'The pong carries the payload of the ping; one sent unasked does not keep the connection alive.',
  },
  banMin: {
    title: 'Shortest ban',
    value: 2 * MINUTE,
    unit: 'ms',
    scope: 'ip',
    origin: 'document',
    source: 'interface document, Errors',
  },
  banMax: {
    title: 'Longest ban',
    value: 3 * DAY,
    unit: 'ms',
    scope: 'ip',
    origin: 'document',
    source: 'interface document, Errors',
    note: 'Bans grow for repeated violation.',
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** What the documents leave open; `today` marks numbers of the live service that differ from the document's. */
const ADDED = {
  spotRequests: {
    title: 'Spot requests whatever their weight',
    value: 61_000,
    unit: 'requests',
    scope: 'ip',
    windowMs: 5 * MINUTE,
    products: ['spot'],
    origin: 'today',
    source: FACTS_PART,
    note: '6100 earlier.',
  },
  spotOrdersTenSeconds: {
    title: 'Spot orders in 10 seconds',
    value: 100,
    unit: 'orders',
    scope: 'account',
    windowMs: 10 * SECOND,
    products: ['spot'],
    origin: 'today',
    source: FACTS_PART,
    note: 'What exchangeInfo shows instead of 10 in a second; 50 earlier. Orders that were filled give counts back.',
  },
  usdmOrdersTenSeconds: {
    title: 'USD-margined futures orders in 10 seconds',
    value: 300,
    unit: 'orders',
    scope: 'account',
    windowMs: 10 * SECOND,
    products: ['usdm'],
    origin: 'today',
    source: FACTS_PART,
  },
  futuresOrdersMinute: {
    title: 'Futures orders in a minute',
    value: 1200,
    unit: 'orders',
    scope: 'account',
    windowMs: MINUTE,
    products: FUTURES,
    origin: 'today',
    source: FACTS_PART,
  },
  optionsWeight: {
    title: 'Options request weight',
    value: 2400,
    unit: 'weight',
    scope: 'ip',
    windowMs: MINUTE,
    products: ['options'],
    origin: 'facts',
    source: FACTS_PART,
    note: '400 in older builds.',
  },
  optionsOrdersTenSeconds: {
    title: 'Options orders in 10 seconds',
    value: 300,
    unit: 'orders',
    scope: 'account',
    windowMs: 10 * SECOND,
    products: ['options'],
    origin: 'facts',
    source: FACTS_PART,
    note: '30 in older builds.',
  },
  optionsOrdersMinute: {
    title: 'Options orders in a minute',
    value: 1200,
    unit: 'orders',
    scope: 'account',
    windowMs: MINUTE,
    products: ['options'],
    origin: 'facts',
    source: FACTS_PART,
    note: '100 in older builds.',
  },
  sapiAddressWeight: {
    title: 'Weight of an /sapi endpoint counted by address',
    value: 12_000,
    unit: 'weight',
    scope: 'ip',
    windowMs: MINUTE,
    products: SAPI,
    origin: 'facts',
    source: FACTS_PART,
    note: 'Each endpoint has a budget of its own.',
  },
  sapiAccountWeight: {
    title: 'Weight of an /sapi endpoint counted by account',
    value: 180_000,
    unit: 'weight',
    scope: 'account',
    windowMs: MINUTE,
    products: SAPI,
    origin: 'facts',
    source: FACTS_PART,
    note: 'Each endpoint has a budget of its own.',
  },
  futuresData: {
    title: 'Requests to /futures/data',
    value: 1000,
    unit: 'requests',
    scope: 'ip',
    windowMs: 5 * MINUTE,
    products: FUTURES,
    origin: 'facts',
    source: FACTS_PART,
  },
  fundingRequests: {
    title: 'Requests to fundingRate and fundingInfo together',
    value: 500,
    unit: 'requests',
    scope: 'ip',
    windowMs: 5 * MINUTE,
    products: ['usdm'],
    origin: 'facts',
    source: FACTS_PART,
  },
  futuresStreamMessages: {
    title: 'Messages sent on a futures stream connection',
    value: 10,
    unit: 'messages',
    scope: 'connection',
    windowMs: SECOND,
    products: FUTURES,
    origin: 'facts',
    source: FACTS_PART,
  },
  futuresServerPing: {
    title: 'Time between pings of the server (futures streams)',
    value: 3 * MINUTE,
    unit: 'ms',
    scope: 'connection',
    products: FUTURES,
    origin: 'facts',
    source: FACTS_PART,
  },
  futuresPongDeadline: {
    title: 'Time to answer a ping (futures streams)',
    value: 10 * MINUTE,
    unit: 'ms',
    scope: 'connection',
    products: FUTURES,
    origin: 'facts',
    source: FACTS_PART,
  },
  webSocketApiConnect: {
    title: 'Weight of connecting to the WebSocket API',
    value: 2,
    unit: 'weight',
    scope: 'connection',
    products: ['spot'],
    origin: 'facts',
    source: FACTS_PART,
  },
  serverTimeout: {
    title: 'Time the server gives the matching engine before it answers -1007',
    value: 10 * SECOND,
    unit: 'ms',
    scope: 'request',
    origin: 'facts',
    source: 'public facts, Request rules and authentication',
  },
  listenKeyLifetime: {
    title: 'Life of a listen key that is not kept alive',
    value: HOUR,
    unit: 'ms',
    scope: 'connection',
    origin: 'facts',
    source: 'public facts, Spot user data stream',
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Every limit by name. */
export const LIMITS = { ...DOCUMENTED, ...ADDED } as const;

export type LimitName = keyof typeof LIMITS;
