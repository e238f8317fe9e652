/** Limits of stream and WebSocket API connections, and of their listen keys. */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time-units.ts';
import { FUTURES_PRODUCTS } from '../futures-products.ts';
import { EVENTS_PART, FACTS_PART, LIMITS_PART, type Limit } from './limit.ts';

export const streamConnections = {
  title: 'New stream connections',
  value: 300,
  unit: 'connections',
  scope: 'ip',
  windowMs: 5 * MINUTE_MS,
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const streamMessages = {
  title: 'Messages sent on a stream connection',
  value: 5,
  unit: 'messages',
  scope: 'connection',
  windowMs: SECOND_MS,
  origin: 'document',
  source: LIMITS_PART,
  note: 'Pings and pongs count too (public fact).',
} as const satisfies Limit;

export const streamsPerConnection = {
  title: 'Streams of a connection',
  value: 1024,
  unit: 'streams',
  scope: 'connection',
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const connectionLifetime = {
  title: 'Life of a stream or WebSocket API connection',
  value: DAY_MS,
  unit: 'ms',
  scope: 'connection',
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const serverPing = {
  title: 'Time between pings of the server (WebSocket API)',
  value: 20 * SECOND_MS,
  unit: 'ms',
  scope: 'connection',
  origin: 'document',
  source: EVENTS_PART,
  note: 'Spot streams keep the same time (public fact).',
} as const satisfies Limit;

export const pongDeadline = {
  title: 'Time to answer a ping (WebSocket API)',
  value: MINUTE_MS,
  unit: 'ms',
  scope: 'connection',
  origin: 'document',
  source: EVENTS_PART,
  note: 'The pong carries the payload of the ping; one sent unasked does not keep the connection alive.',
} as const satisfies Limit;

export const futuresStreamMessages = {
  title: 'Messages sent on a futures stream connection',
  value: 10,
  unit: 'messages',
  scope: 'connection',
  windowMs: SECOND_MS,
  products: FUTURES_PRODUCTS,
  origin: 'facts',
  source: FACTS_PART,
} as const satisfies Limit;

export const futuresServerPing = {
  title: 'Time between pings of the server (futures streams)',
  value: 3 * MINUTE_MS,
  unit: 'ms',
  scope: 'connection',
  products: FUTURES_PRODUCTS,
  origin: 'facts',
  source: FACTS_PART,
} as const satisfies Limit;

export const futuresPongDeadline = {
  title: 'Time to answer a ping (futures streams)',
  value: 10 * MINUTE_MS,
  unit: 'ms',
  scope: 'connection',
  products: FUTURES_PRODUCTS,
  origin: 'facts',
  source: FACTS_PART,
} as const satisfies Limit;

export const webSocketApiConnect = {
  title: 'Weight of connecting to the WebSocket API',
  value: 2,
  unit: 'weight',
  scope: 'connection',
  products: ['spot'],
  origin: 'facts',
  source: FACTS_PART,
} as const satisfies Limit;

export const futuresWebSocketApiConnect = {
  title: 'Weight of connecting to the WebSocket API of futures',
  value: 5,
  unit: 'weight',
  scope: 'connection',
  products: FUTURES_PRODUCTS,
  origin: 'facts',
  source: FACTS_PART,
} as const satisfies Limit;

export const listenKeyLifetime = {
  title: 'Life of a listen key that is not kept alive',
  value: HOUR_MS,
  unit: 'ms',
  scope: 'connection',
  origin: 'facts',
  source: 'public facts, Spot user data stream',
} as const satisfies Limit;
