/** The time span of a whole day in market model 2. */
import { DAY_MS } from '../../../../core/time-units.ts';
import { blend } from '../noise.ts';
import type { SymbolProfile } from '../symbol-profile.ts';
import type { TimeSpan } from '../time-span.ts';
import type { DayTotals } from './day-totals.ts';
import { jumpOn } from './jumps.ts';

/** Returns the span of a day, counted in days from 1970, whose totals are given. */
export function createDaySpan(profile: SymbolProfile, day: number, totals: DayTotals): TimeSpan {
  const { baseKey, baseVariance, quoteVariance } = totals;
  const quoteKey = blend(profile.quoteKey, day);
  const baseJump = jumpOn(baseKey, baseVariance);
  const quoteJump = profile.symbol.quote.volatility > 0 ? jumpOn(quoteKey, quoteVariance) : undefined;
  return {
    day: {
      profile,
      start: day * DAY_MS,
      reference: totals.day.reference,
      baseKey,
      quoteKey,
      baseJump,
      quoteJump,
      inverse: totals.day.inverse,
    },
    key: totals.key,
    from: 0,
    to: DAY_MS,
    firstId: totals.firstId,
    count: totals.count,
    open: totals.open,
    high: totals.high,
    low: totals.low,
    close: totals.close,
    middle: totals.middle,
    buyLots: totals.buyLots,
    buyValue: totals.buyValue,
    sellLots: totals.sellLots,
    sellValue: totals.sellValue,
    baseVariance: baseVariance - (baseJump?.variance ?? 0),
    quoteVariance: quoteVariance - (quoteJump?.variance ?? 0),
  };
}
