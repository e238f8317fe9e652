/** The words in which limits are declared. */
import type { Origin, Product } from '../types.ts';

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

/** Parts of the text that many limits stand in. */
export const LIMITS_PART = 'interface document, Limits';
export const EVENTS_PART = 'interface document, Events';
export const FACTS_PART = 'public facts, Limits and headers';
