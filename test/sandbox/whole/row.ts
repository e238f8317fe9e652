/** One row of the table of answers: how an endpoint is asked, and what its answers consist of. */
import type { Shape } from '../shapes.ts';
import type { Params } from '../signed-calls.ts';
import type { Life } from './life.ts';

export interface Asked {
  readonly params?: Params | ((life: Life) => Params);
  readonly shape: Shape;
  /** Whose key it is called with; the demo user's where absent. */
  readonly as?: 'desk' | 'newcomer';
  /** How long to wait before it, in ms. */
  readonly after?: number;
  /** Parameters of the endpoint that no call of the table sends, and why. */
  readonly unsent?: Readonly<Record<string, string>>;
}

/** By endpoint id, in the order in which they are asked. */
export type Rows = Readonly<Record<string, readonly Asked[]>>;
