/** Limits of requests, and what the exchange does above them. */

import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../core/time-units.ts';
import { FUTURES_PRODUCTS } from '../futures-products.ts';
import { FACTS_PART, LIMITS_PART, type Limit } from './limit.ts';

const SAPI = ['margin', 'funds', 'sub', 'earn', 'mining', 'fiat', 'c2c', 'convert'] as const;

export const spotWeight = {
  title: 'Spot request weight',
  value: 6000,
  unit: 'weight',
  scope: 'ip',
  windowMs: MINUTE_MS,
  products: ['spot'],
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const futuresWeight = {
  title: 'Futures request weight',
  value: 2400,
  unit: 'weight',
  scope: 'ip',
  windowMs: MINUTE_MS,
  products: FUTURES_PRODUCTS,
  origin: 'document',
  source: LIMITS_PART,
  note: 'Each futures host counts its own.',
} as const satisfies Limit;

export const requests = {
  title: 'Requests',
  value: 1200,
  unit: 'requests',
  scope: 'ip',
  windowMs: MINUTE_MS,
  origin: 'document',
  source: LIMITS_PART,
  note: 'Stated in one listing only; excess leads to a temporary ban. Until an answer has proved the larger weight limits, the lower number is kept.',
} as const satisfies Limit;

export const banMin = {
  title: 'Shortest ban',
  value: 2 * MINUTE_MS,
  unit: 'ms',
  scope: 'ip',
  origin: 'document',
  source: 'interface document, Errors',
} as const satisfies Limit;

export const banMax = {
  title: 'Longest ban',
  value: 3 * DAY_MS,
  unit: 'ms',
  scope: 'ip',
  origin: 'document',
  source: 'interface document, Errors',
  note: 'Bans grow for repeated violation.',
} as const satisfies Limit;

export const spotRequests = {
  title: 'Spot requests whatever their weight',
  value: 61_000,
  unit: 'requests',
  scope: 'ip',
  windowMs: 5 * MINUTE_MS,
  products: ['spot'],
  origin: 'today',
  source: FACTS_PART,
  note: '6100 earlier.',
} as const satisfies Limit;

export const optionsWeight = {
  title: 'Options request weight',
  value: 2400,
  unit: 'weight',
  scope: 'ip',
  windowMs: MINUTE_MS,
  products: ['options'],
  origin: 'facts',
  source: FACTS_PART,
  note: '400 in older builds.',
} as const satisfies Limit;

export const sapiAddressWeight = {
  title: 'Weight of an /sapi endpoint counted by address',
  value: 12_000,
  unit: 'weight',
  scope: 'ip',
  windowMs: MINUTE_MS,
  products: SAPI,
  origin: 'facts',
  source: FACTS_PART,
  note: 'Each endpoint has a budget of its own.',
} as const satisfies Limit;

export const sapiAccountWeight = {
  title: 'Weight of an /sapi endpoint counted by account',
  value: 180_000,
  unit: 'weight',
  scope: 'account',
  windowMs: MINUTE_MS,
  products: SAPI,
  origin: 'facts',
  source: FACTS_PART,
  note: 'Each endpoint has a budget of its own.',
} as const satisfies Limit;

export const futuresData = {
  title: 'Requests to /futures/data',
  value: 1000,
  unit: 'requests',
  scope: 'ip',
  windowMs: 5 * MINUTE_MS,
  products: FUTURES_PRODUCTS,
  origin: 'facts',
  source: FACTS_PART,
} as const satisfies Limit;

export const fundingRequests = {
  title: 'Requests to fundingRate and fundingInfo together',
  value: 500,
  unit: 'requests',
  scope: 'ip',
  windowMs: 5 * MINUTE_MS,
  products: ['usdm'],
  origin: 'facts',
  source: FACTS_PART,
} as const satisfies Limit;

export const serverTimeout = {
  title: 'Time the server gives the matching engine before it answers -1007',
  value: 10 * SECOND_MS,
  unit: 'ms',
  scope: 'request',
  origin: 'facts',
  source: 'public facts, Request rules and authentication',
} as const satisfies Limit;
