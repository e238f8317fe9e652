/**
 * Every limit of the interface (interface document, Limits, Conventions, Authentication and Events), and
 * those that public facts add. If one listing states a limit that the other lacks, both are listed, each with
 * its source.
 */
import * as connections from './limits/connections.ts';
import * as orders from './limits/orders.ts';
import * as requests from './limits/requests.ts';
import * as signing from './limits/signing.ts';

const all = { ...requests, ...orders, ...connections, ...signing };

/** Every limit by name: first those that the interface document states, then those that it leaves open. */
export const LIMITS = {
  spotWeight: all.spotWeight,
  futuresWeight: all.futuresWeight,
  requests: all.requests,
  spotOrdersSecond: all.spotOrdersSecond,
  spotOrdersDay: all.spotOrdersDay,
  futuresOrdersSecond: all.futuresOrdersSecond,
  futuresOrdersDay: all.futuresOrdersDay,
  futuresBatch: all.futuresBatch,
  optionsBatch: all.optionsBatch,
  tickerSymbols: all.tickerSymbols,
  streamConnections: all.streamConnections,
  streamMessages: all.streamMessages,
  streamsPerConnection: all.streamsPerConnection,
  connectionLifetime: all.connectionLifetime,
  recvWindowMin: all.recvWindowMin,
  recvWindowMax: all.recvWindowMax,
  recvWindowDefault: all.recvWindowDefault,
  timestampAhead: all.timestampAhead,
  clientOrderIdLength: all.clientOrderIdLength,
  serverPing: all.serverPing,
  pongDeadline: all.pongDeadline,
  banMin: all.banMin,
  banMax: all.banMax,
  spotRequests: all.spotRequests,
  spotOrdersTenSeconds: all.spotOrdersTenSeconds,
  usdmOrdersTenSeconds: all.usdmOrdersTenSeconds,
  futuresOrdersMinute: all.futuresOrdersMinute,
  optionsWeight: all.optionsWeight,
  optionsOrdersTenSeconds: all.optionsOrdersTenSeconds,
  optionsOrdersMinute: all.optionsOrdersMinute,
  sapiAddressWeight: all.sapiAddressWeight,
  sapiAccountWeight: all.sapiAccountWeight,
  futuresData: all.futuresData,
  fundingRequests: all.fundingRequests,
  futuresStreamMessages: all.futuresStreamMessages,
  futuresServerPing: all.futuresServerPing,
  futuresPongDeadline: all.futuresPongDeadline,
  webSocketApiConnect: all.webSocketApiConnect,
  futuresWebSocketApiConnect: all.futuresWebSocketApiConnect,
  serverTimeout: all.serverTimeout,
  listenKeyLifetime: all.listenKeyLifetime,
} as const;

export type LimitName = keyof typeof LIMITS;
