/**
 * Options as everybody sees them: the market's own trades and books, with what users traded laid over the trades and
 * what they have on the book, or have taken off it, in the book. Marks, volatilities and settlement are moved by nobody.
 */
import { mergeUserBook } from '../matching/public-book.ts';
import type { TradeTape } from '../matching/trade-tape.ts';
import type { OptionContract } from './contracts.ts';
import type { OptionInstrument } from './instrument.ts';
import type { OptionBook, OptionQuotes, OptionTrade } from './quotes.ts';

/** What is traded of options and stands on their books. */
export type PublicOptionTrading = Pick<OptionQuotes, 'firstTime' | 'trades' | 'lastTrade' | 'book'>;

/** Returns the trading of the market and of users; `of` returns undefined for an option that they never came to. */
export function createPublicTrading(
  quotes: OptionQuotes,
  instrumentOf: (contract: OptionContract) => OptionInstrument | undefined,
): PublicOptionTrading {
  const shifted = (tape: TradeTape, marketTrade: OptionTrade): OptionTrade => ({
    ...marketTrade,
    id: marketTrade.id + userTradesBefore(tape, marketTrade.id),
  });
  return {
    firstTime(contract) {
      const marketTrade = quotes.firstTime(contract);
      return Math.min(marketTrade, instrumentOf(contract)?.tape.trades.at(0)?.time ?? marketTrade);
    },
    trades(contract, from, to) {
      const marketTrade = quotes.trades(contract, from, to);
      const tape = instrumentOf(contract)?.tape;
      if (tape === undefined) return marketTrade;
      const userTrades = tape.trades.slice(indexAt(tape, from + 1), indexAt(tape, to + 1));
      return [...marketTrade.map((trade) => shifted(tape, trade)), ...userTrades].sort((a, b) => a.id - b.id);
    },
    lastTrade(contract, at) {
      const marketTrade = quotes.lastTrade(contract, at);
      const tape = instrumentOf(contract)?.tape;
      if (tape === undefined) return marketTrade;
      const shiftedTrade = marketTrade === undefined ? undefined : shifted(tape, marketTrade);
      const userTrades = tape.trades.at(indexAt(tape, at + 1) - 1);
      return userTrades === undefined || (shiftedTrade !== undefined && shiftedTrade.id > userTrades.id)
        ? shiftedTrade
        : userTrades;
    },
    book(contract, levels, at): OptionBook {
      const instrument = instrumentOf(contract);
      if (instrument === undefined) return quotes.book(contract, levels, at);
      return mergeUserBook(instrument.userBookAt(at), levels, at, (wantedLevels) =>
        quotes.book(contract, wantedLevels, at),
      );
    },
  };
}

/** Returns how many trades of users came before the market's own trade of an id. */
function userTradesBefore(tape: TradeTape, ownId: number): number {
  return tape.trades.indexFrom('marketCount', ownId + 1);
}

function indexAt(tape: TradeTape, at: number): number {
  return tape.trades.indexFrom('time', at);
}
