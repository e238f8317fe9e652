/** One row of the table of endpoint calls: the parameters of a call, and the shape of its response. */
import type { Shape } from '../response-shape.ts';
import type { Params } from '../signed-calls.ts';
import type { TradingWeek } from './trading-week.ts';

/** A call of an endpoint and the expected shape of its response. */
export interface EndpointCall {
  readonly params?: Params | ((tradingWeek: TradingWeek) => Params);
  readonly shape: Shape;
  /** The key to call with; that of the demo user where absent. */
  readonly as?: 'subAccount' | 'newcomer';
  /** The idle time before the call in ms. */
  readonly waitMs?: number;
  /** Parameters of the endpoint that no call of the table sends, with the reason. */
  readonly unsentParams?: Readonly<Record<string, string>>;
}

/** Calls by endpoint id, in the order in which they are made. */
export type AnswerRows = Readonly<Record<string, readonly EndpointCall[]>>;
