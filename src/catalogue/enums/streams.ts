/** Closed sets of words of streams (interface document, Events). What they mean stands in `enumerations.ts`. */

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
/** What spot user streams push, in the document's words; it gives the event type name of the first alone. */
export const USER_EVENT_KINDS = ['account update', 'balance update', 'order update', 'OCO update'] as const;
export const TIME_UNITS = ['MICROSECOND', 'MILLISECOND'] as const;
