/** What is traded on a whole day in market model 2. */
import type { InverseLots } from '../time-span.ts';
import type { TalliedSpan } from '../trade-summary.ts';

/** What is traded on one day of a symbol; `DayRun` sets the fields. */
export class DayTotals implements TalliedSpan {
  key = 0;
  baseKey = 0;
  firstId = 0;
  count = 0;
  open = 0;
  high = 0;
  low = 0;
  close = 0;
  middle = 0;
  buyLots = 0;
  buyValue = 0;
  sellLots = 0;
  sellValue = 0;
  baseVariance = 0;
  quoteVariance = 0;
  /** The terms of the day's values. */
  readonly day: { reference: number; inverse: InverseLots | undefined } = {
    reference: 0,
    inverse: undefined,
  };
  /** The value of a lot at the low and at the usual average price, and that at the high less that at the low. */
  valueAtLow = 0;
  valueAtAverage = 0;
  valueRange = 0;
}
