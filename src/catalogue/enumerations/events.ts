/** Enumerations of what stream subscriptions accept and of what streams send. */
import {
  DEPTH_SPEEDS_FUTURES,
  DEPTH_SPEEDS_SPOT,
  MARK_PRICE_SPEEDS,
  PARTIAL_DEPTH_LEVELS,
  STREAM_METHODS,
  STREAM_PROPERTIES,
  TIME_UNITS,
  USER_EVENT_KINDS,
} from '../enums/streams.ts';
import type { Enumeration } from './enumeration.ts';

const EVENTS_PART = 'interface document, Events';

export const eventEnumerations = {
  'stream-method': {
    title: 'Message to a stream connection',
    values: STREAM_METHODS,
    source: EVENTS_PART,
    origin: 'document',
  },
  'stream-property': {
    title: 'Property of a stream connection',
    values: STREAM_PROPERTIES,
    source: EVENTS_PART,
    origin: 'document',
  },
  'partial-depth-levels': {
    title: 'Levels of a partial book stream',
    values: PARTIAL_DEPTH_LEVELS,
    source: EVENTS_PART,
    origin: 'document',
  },
  'depth-speed': {
    title: 'Speed of a spot book stream',
    values: DEPTH_SPEEDS_SPOT,
    source: EVENTS_PART,
    origin: 'document',
  },
  'futures-depth-speed': {
    title: 'Speed of a futures book stream',
    values: DEPTH_SPEEDS_FUTURES,
    source: EVENTS_PART,
    origin: 'document',
  },
  'mark-price-speed': {
    title: 'Speed of a mark price stream',
    values: MARK_PRICE_SPEEDS,
    source: EVENTS_PART,
    origin: 'document',
  },
  'user-event-kind': {
    title: 'What a user data stream pushes',
    values: USER_EVENT_KINDS,
    meanings: {
      'account update': 'balances touched by one cause; event type outboundAccountPosition',
      'balance update': 'a deposit, withdrawal or transfer, also a change of zero',
      'order update': 'an order was placed, changed, filled or ended',
      'OCO update': 'an order list changed',
    },
    source: EVENTS_PART,
    origin: 'document',
    note: 'The event types of the last three are balanceUpdate, executionReport and listStatus.',
  },
  'time-unit': {
    title: 'Unit of times in answers and events',
    values: TIME_UNITS,
    source: EVENTS_PART,
    origin: 'document',
    note: 'MILLISECOND is the default.',
  },
} as const satisfies Readonly<Record<string, Enumeration>>;
