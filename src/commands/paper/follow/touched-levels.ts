/** Finds the levels of open positions that a price touches before the minute of the exit is over. */
import { formatTrimmed } from '../../../core/decimal.ts';
import { exitAtPoint } from '../../../paper/engine/exits.ts';
import { BOOK_NAMES, type Position } from '../../../paper/ledger/position.ts';
import type { LiveLedger } from '../../../paper/live/live-ledger.ts';
import type { LivePrice } from './live-prices.ts';

/** A level that a trade touched. It is no entry: the exit is written when its minute is over. */
export interface TouchNotice {
  readonly notice: 'touched';
  readonly book: string;
  readonly position_id: string;
  readonly symbol: string;
  readonly side: string;
  readonly trigger: string;
  readonly level: string;
  readonly price: string;
  readonly time: number;
}

/** The levels of the open positions of a ledger; each is reported once. */
export class TouchedLevels {
  #live: LiveLedger | undefined;
  readonly #reported = new Set<string>();

  /** Sets the positions and levels to watch: those of the ledger as it is now. */
  update(live: LiveLedger): void {
    this.#live = live;
  }

  /** Returns a notice for each level that a price touches and that was not reported before. */
  noticesOf({ symbol, price, time }: LivePrice): readonly TouchNotice[] {
    const live = this.#live;
    if (live === undefined) return [];
    const { books, settings } = live.ledger;
    return BOOK_NAMES.flatMap((book) => books[book].openOf(symbol)).flatMap((position) => {
      const exit = exitAtPoint(position, price, time, settings);
      if (exit === undefined || exit.trigger === 'deadline') return [];
      const level = formatTrimmed(levelOf(position, exit.trigger));
      const key = `${position.id} ${exit.trigger} ${level}`;
      if (this.#reported.has(key)) return [];
      this.#reported.add(key);
      const { id, book, side } = position;
      const { trigger } = exit;
      const touched = { position_id: id, symbol, side, trigger, level, price: formatTrimmed(price), time };
      return [{ notice: 'touched' as const, book, ...touched }];
    });
  }
}

function levelOf(position: Position, trigger: 'liquidation' | 'stop_loss' | 'take_profit') {
  const { liquidationPrice, stopLoss, takeProfit } = position;
  return { liquidation: liquidationPrice, stop_loss: stopLoss, take_profit: takeProfit }[trigger]!;
}

/** Returns a notice as a sentence. */
export function noticeText({ position_id: id, side, symbol, trigger, level, price }: TouchNotice): string {
  const name = trigger.replace('_', ' ');
  return `${id} ${side} ${symbol}: ${price} touched the ${name} ${level}; the exit is written when the minute is over.`;
}
