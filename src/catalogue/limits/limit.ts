/** The types in which limits are declared. */
import type { Origin, Product } from '../types.ts';

/** Whose use a limit counts, or what the limit bounds. */
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
  /** The time span in ms over which the use is counted; absent if the limit counts nothing over time. */
  readonly windowMs?: number;
  /** The products that the limit applies to; all products if absent. */
  readonly products?: readonly Product[];
  readonly origin: Origin;
  /** The part of the source text that states the limit. */
  readonly source: string;
  readonly note?: string;
}

/** The parts of the source texts that state many of the limits. */
export const LIMITS_PART = 'interface document, Limits';
export const EVENTS_PART = 'interface document, Events';
export const FACTS_PART = 'public facts, Limits and headers';
