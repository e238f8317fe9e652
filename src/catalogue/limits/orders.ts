/** Limits of how many orders may be placed, and of how long order lists and client ids may be. */

import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../core/time-units.ts';
import { FUTURES_PRODUCTS } from '../futures-products.ts';
import { FACTS_PART, LIMITS_PART, type Limit } from './limit.ts';

export const spotOrdersSecond = {
  title: 'Spot orders in a second',
  value: 10,
  unit: 'orders',
  scope: 'account',
  windowMs: SECOND_MS,
  products: ['spot'],
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const spotOrdersDay = {
  title: 'Spot orders in a day',
  value: 200_000,
  unit: 'orders',
  scope: 'account',
  windowMs: DAY_MS,
  products: ['spot'],
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const futuresOrdersSecond = {
  title: 'Futures orders in a second',
  value: 300,
  unit: 'orders',
  scope: 'account',
  windowMs: SECOND_MS,
  products: FUTURES_PRODUCTS,
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const futuresOrdersDay = {
  title: 'Futures orders in a day',
  value: 1_200_000,
  unit: 'orders',
  scope: 'account',
  windowMs: DAY_MS,
  products: FUTURES_PRODUCTS,
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const futuresBatch = {
  title: 'Orders in a futures batch',
  value: 5,
  unit: 'orders',
  scope: 'request',
  products: FUTURES_PRODUCTS,
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const optionsBatch = {
  title: 'Orders in an options batch',
  value: 20,
  unit: 'orders',
  scope: 'request',
  products: ['options'],
  origin: 'document',
  source: LIMITS_PART,
  note: 'The live interface takes 10 today.',
} as const satisfies Limit;

export const tickerSymbols = {
  title: 'Symbols of a multi-symbol ticker',
  value: 100,
  unit: 'symbols',
  scope: 'request',
  products: ['spot'],
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const clientOrderIdLength = {
  title: 'Length of a client order id',
  value: 36,
  unit: 'characters',
  scope: 'parameter',
  origin: 'document',
  source: LIMITS_PART,
} as const satisfies Limit;

export const spotOrdersTenSeconds = {
  title: 'Spot orders in 10 seconds',
  value: 100,
  unit: 'orders',
  scope: 'account',
  windowMs: 10 * SECOND_MS,
  products: ['spot'],
  origin: 'today',
  source: FACTS_PART,
  note: 'What exchangeInfo shows instead of 10 in a second; 50 earlier. Orders that were filled give counts back.',
} as const satisfies Limit;

export const usdmOrdersTenSeconds = {
  title: 'USD-margined futures orders in 10 seconds',
  value: 300,
  unit: 'orders',
  scope: 'account',
  windowMs: 10 * SECOND_MS,
  products: ['usdm'],
  origin: 'today',
  source: FACTS_PART,
} as const satisfies Limit;

export const futuresOrdersMinute = {
  title: 'Futures orders in a minute',
  value: 1200,
  unit: 'orders',
  scope: 'account',
  windowMs: MINUTE_MS,
  products: FUTURES_PRODUCTS,
  origin: 'today',
  source: FACTS_PART,
} as const satisfies Limit;

export const optionsOrdersTenSeconds = {
  title: 'Options orders in 10 seconds',
  value: 300,
  unit: 'orders',
  scope: 'account',
  windowMs: 10 * SECOND_MS,
  products: ['options'],
  origin: 'facts',
  source: FACTS_PART,
  note: '30 in older builds.',
} as const satisfies Limit;

export const optionsOrdersMinute = {
  title: 'Options orders in a minute',
  value: 1200,
  unit: 'orders',
  scope: 'account',
  windowMs: MINUTE_MS,
  products: ['options'],
  origin: 'facts',
  source: FACTS_PART,
  note: '100 in older builds.',
} as const satisfies Limit;
