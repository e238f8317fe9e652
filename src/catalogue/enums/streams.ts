/**
 * Closed sets of values of streams (interface document, Events). The meanings of the values are in
 * `enumerations.ts`.
 */

export const PARTIAL_DEPTH_LEVELS = ['5', '10', '20'] as const;
export const DEPTH_SPEEDS_SPOT = ['1000ms', '100ms'] as const;
export const DEPTH_SPEEDS_FUTURES = ['250ms', '500ms', '100ms'] as const;
export const MARK_PRICE_SPEEDS = ['1s', '3s'] as const;
export const STREAM_METHODS = [
  'SUBSCRIBE',
  'UNSUBSCRIBE',
  'LIST_SUBSCRIPTIONS',
  'SET_PROPERTY',
  'GET_PROPERTY',
] as const;
export const STREAM_PROPERTIES = ['combined'] as const;
/**
 * The kinds of events that spot user streams send, in the document's words; the document gives an event type
 * name for the first kind only.
 */
export const USER_EVENT_KINDS = ['account update', 'balance update', 'order update', 'OCO update'] as const;
export const TIME_UNITS = ['MICROSECOND', 'MILLISECOND'] as const;
