/**
 * The public view of options: the simulated market's trades merged with the users' trades, and its order book
 * merged with the users' orders, less the liquidity that users took. Users do not affect mark prices,
 * volatilities or settlement prices.
 */
import { mergeUserBook } from '../matching/public-book.ts';
import type { TradeTape } from '../matching/trade-tape.ts';
import type { OptionContract } from './contracts.ts';
import type { OptionInstrument } from './instrument.ts';
import type { OptionBook, OptionQuotes, OptionTrade } from './quotes.ts';

/** Public trades and books of options. */
export type PublicOptionTrading = Pick<OptionQuotes, 'firstTime' | 'trades' | 'lastTrade' | 'book'>;

/** What users traded. */
export interface UserTrading {
  /** Returns undefined for an option that no user has traded. */
  readonly instrumentOf: (contract: OptionContract) => OptionInstrument | undefined;
  /** Returns whether the users' trade with an id came from a block order. */
  readonly isBlockTrade: (contract: OptionContract, id: number) => boolean;
}

/** Creates the public view. */
export function createPublicTrading(
  quotes: OptionQuotes,
  { instrumentOf, isBlockTrade }: UserTrading,
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
      const userTrades = tape.trades
        .slice(indexAt(tape, from + 1), indexAt(tape, to + 1))
        .map((trade) => (isBlockTrade(contract, trade.id) ? { ...trade, isBlock: true as const } : trade));
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

/** Returns how many of the users' trades came before the simulated market's trade with an id. */
function userTradesBefore(tape: TradeTape, ownId: number): number {
  return tape.trades.indexFrom('marketCount', ownId + 1);
}

function indexAt(tape: TradeTape, at: number): number {
  return tape.trades.indexFrom('time', at);
}
