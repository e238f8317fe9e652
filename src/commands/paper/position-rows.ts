/** Positions as a trader reads them. */
import type { View } from '../../catalogue/types.ts';
import {
  abs,
  decimalOf,
  divide,
  formatTrimmed,
  HUNDRED,
  isZero,
  multiply,
  subtract,
} from '../../core/decimal.ts';
import { formatDuration } from '../../core/time.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import type { JsonObject } from '../../core/words.ts';

/** Decimal places of percentages, which are for display only. */
const PERCENT_PLACES = 2;

/** Returns the row of a position at a time (ms): its record, with shares in percent and the time held and left. */
export function positionRow(record: JsonObject, at: number): JsonObject {
  const isOpen = record['status'] === 'open';
  const end = isOpen ? at : Number(record['closed_at']);
  const deadline = record['deadline'];
  return {
    ...record,
    profit_percent: percent(record['unrealised'], record['margin']),
    liquidation_percent: isOpen ? distance(record['liquidation_price'], record['mark_price']) : null,
    holding_time: durationText(end - Number(record['held_since'])),
    time_left: isOpen && deadline !== null ? durationText(Number(deadline) - at) : null,
  };
}

function durationText(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS) * MINUTE_MS;
  return minutes === 0 ? '0m' : formatDuration(minutes);
}

function percent(part: JsonObject[string] | undefined, whole: JsonObject[string] | undefined): string | null {
  if (typeof part !== 'string' || typeof whole !== 'string') return null;
  const base = decimalOf(whole);
  if (isZero(base)) return null;
  return formatTrimmed(divide(multiply(decimalOf(part), HUNDRED), base, PERCENT_PLACES, 'half-even'));
}

/** Returns how far a level is from a price, in percent of the price. */
function distance(
  level: JsonObject[string] | undefined,
  price: JsonObject[string] | undefined,
): string | null {
  if (typeof level !== 'string' || typeof price !== 'string') return null;
  return percent(formatTrimmed(abs(subtract(decimalOf(level), decimalOf(price)))), price);
}

export const POSITION_VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'position_id', title: 'position', is: 'text' },
    { name: 'book', is: 'text', hidden: true },
    { name: 'symbol', is: 'text' },
    { name: 'side', is: 'text' },
    { name: 'status', is: 'text', hidden: true },
    { name: 'quantity', is: 'decimal' },
    { name: 'entry_price', title: 'entry', is: 'decimal', places: 4 },
    { name: 'mark_price', title: 'last', is: 'decimal', places: 4 },
    { name: 'unrealised', title: 'profit', is: 'decimal', isProfit: true, places: 4 },
    { name: 'profit_percent', title: '% of margin', is: 'decimal', isProfit: true },
    { name: 'margin', is: 'decimal', hidden: true },
    { name: 'leverage', is: 'decimal', hidden: true },
    { name: 'stop_loss_price', title: 'stop', is: 'decimal' },
    { name: 'take_profit_price', title: 'target', is: 'decimal' },
    { name: 'liquidation_price', title: 'liquidation', is: 'decimal' },
    { name: 'liquidation_percent', title: '% away', is: 'decimal' },
    { name: 'holding_time', title: 'open for', is: 'text' },
    { name: 'time_left', title: 'closes in', is: 'text' },
    { name: 'net', is: 'decimal', isProfit: true, hidden: true },
    { name: 'realised', is: 'decimal', isProfit: true, hidden: true },
    { name: 'close_trigger', is: 'text', hidden: true },
    { name: 'agent', is: 'text', hidden: true },
    { name: 'run_id', is: 'text', hidden: true },
  ],
};
