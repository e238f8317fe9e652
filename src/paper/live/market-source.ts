/** Where a ledger's market data come from. */
import type { CandleList, TradeList } from '../market/price-lists.ts';
import type { LedgerSymbol } from '../market/symbol-rules.ts';
import type { SymbolData } from '../scenario/reader.ts';
import type { PointNow } from './live-ledger.ts';

/** Market data finer than one-minute candles. */
export interface FinerData {
  readonly seconds: CandleList;
  readonly trades: TradeList;
}

/** A source of public market data; none of its functions reads a key. */
export interface MarketSource {
  /** Returns the time of theses that are decided now, in Unix ms. */
  now(): Promise<number>;
  /** Returns the rules of a symbol in capital letters; undefined if the source has no such symbol. */
  rulesOf(symbol: string): Promise<LedgerSymbol | undefined>;
  /** Returns symbols of the source that are known without asking it. */
  knownSymbols(): readonly string[];
  /**
   * Returns the market data of a symbol from one time up to but not including another: one-minute candles and
   * fundings, and everything finer if `finer` is absent.
   */
  dataOf(rules: LedgerSymbol, from: number, to: number): Promise<SymbolData>;
  /** Returns the finer data of a span of at most a minute; absent where `dataOf` returns all there is. */
  readonly finer?: (rules: LedgerSymbol, from: number, to: number) => Promise<FinerData>;
  /** Returns the present price of a symbol; undefined if the source has none. */
  pointOf(rules: LedgerSymbol): Promise<PointNow | undefined>;
}
