/**
 * Options as everybody sees them: the market's own trades and books, with what users traded laid over the trades and
 * what they have on the book, or have taken off it, in the book. Marks, volatilities and settlement are moved by nobody.
 */
import { layOverBook } from '../matching/public-book.ts';
import type { Tape } from '../matching/trade-tape.ts';
import type { OptionContract } from './contracts.ts';
import type { OptionDesk } from './instrument.ts';
import type { OptionBook, OptionTrade, Quotes } from './quotes.ts';

/** What is traded of options and stands on their books. */
export type OptionTrading = Pick<Quotes, 'firstTime' | 'trades' | 'lastTrade' | 'book'>;

/** Returns the trading of the market and of users; `of` returns undefined for an option that they never came to. */
export function publicQuotes(
  quotes: Quotes,
  of: (contract: OptionContract) => OptionDesk | undefined,
): OptionTrading {
  const moved = (tape: Tape, own: OptionTrade): OptionTrade => ({
    ...own,
    id: own.id + laidBefore(tape, own.id),
  });
  return {
    firstTime(contract) {
      const own = quotes.firstTime(contract);
      return Math.min(own, of(contract)?.tape.trades.at(0)?.time ?? own);
    },
    trades(contract, from, to) {
      const own = quotes.trades(contract, from, to);
      const tape = of(contract)?.tape;
      if (tape === undefined) return own;
      const laid = tape.trades.slice(placeAt(tape, from + 1), placeAt(tape, to + 1));
      return [...own.map((trade) => moved(tape, trade)), ...laid].sort((a, b) => a.id - b.id);
    },
    lastTrade(contract, at) {
      const own = quotes.lastTrade(contract, at);
      const tape = of(contract)?.tape;
      if (tape === undefined) return own;
      const shown = own === undefined ? undefined : moved(tape, own);
      const laid = tape.trades.at(placeAt(tape, at + 1) - 1);
      return laid === undefined || (shown !== undefined && shown.id > laid.id) ? shown : laid;
    },
    book(contract, levels, at): OptionBook {
      const desk = of(contract);
      if (desk === undefined) return quotes.book(contract, levels, at);
      return layOverBook(desk.shownAt(at), levels, at, (wanted) => quotes.book(contract, wanted, at));
    },
  };
}

/** Returns how many trades of users came before the market's own trade of an id. */
function laidBefore(tape: Tape, ownId: number): number {
  return tape.trades.placeFrom('position', ownId + 1);
}

function placeAt(tape: Tape, at: number): number {
  return tape.trades.placeFrom('time', at);
}
