/** Market data of a file of scenario records: candles, trades, order books, fundings and symbols. */
import { usageError } from '../../../core/errors.ts';
import type { PointNow } from '../../../paper/live/live-ledger.ts';
import { emptyData } from '../../../paper/live/live-ledger.ts';
import type { MarketSource } from '../../../paper/live/market-source.ts';
import type { CandleList } from '../../../paper/market/price-lists.ts';
import type { LedgerSymbol } from '../../../paper/market/symbol-rules.ts';
import { readLines } from '../../../paper/scenario/lines.ts';
import { ScenarioReader, type SymbolData } from '../../../paper/scenario/reader.ts';
import type { LedgerSettings } from '../../../paper/scenario/settings.ts';

/** The ledger for which a file is read: the rules that it has used go before those of the file. */
export interface FileReaderLedger {
  readonly settings: LedgerSettings;
  readonly rules: readonly LedgerSymbol[];
}

/** Market data that were read whole. Now is the end of the last candle, its close the price, and the books count. */
export class FileSource implements MarketSource {
  readonly #name: string;
  readonly #symbols: ReadonlyMap<string, SymbolData>;

  private constructor(name: string, symbols: readonly SymbolData[]) {
    this.#name = name;
    this.#symbols = new Map(symbols.map((one) => [one.rules.symbol, one]));
  }

  /** Reads a file. Throws a usage error `bad_scenario` that lists its faults. */
  static async read(
    name: string,
    chunks: AsyncIterable<Uint8Array>,
    ledger: FileReaderLedger,
  ): Promise<FileSource> {
    const reader = new ScenarioReader(name, ledger);
    await readLines(chunks, reader);
    return new FileSource(name, reader.finish().symbols);
  }

  async now(): Promise<number> {
    const ends = [...this.#symbols.values()].map((data) => lastCandle(data)?.end ?? 0);
    const end = Math.max(0, ...ends);
    if (end > 0) return end;
    throw usageError(
      `Expected candles in ${this.#name}, found none.`,
      'The end of the last candle is the time of the theses. Add candle records, or give --price.',
    );
  }

  async rulesOf(symbol: string): Promise<LedgerSymbol | undefined> {
    return this.#symbols.get(symbol)?.rules;
  }

  knownSymbols(): readonly string[] {
    return [...this.#symbols.keys()];
  }

  async dataOf(rules: LedgerSymbol): Promise<SymbolData> {
    return this.#symbols.get(rules.symbol) ?? emptyData(rules);
  }

  async pointOf({ symbol }: LedgerSymbol): Promise<PointNow | undefined> {
    const data = this.#symbols.get(symbol);
    const last = data && lastCandle(data);
    if (last === undefined || last.end !== (await this.now())) return undefined;
    const { list, index } = last;
    const source = list === data?.minutes ? '1m' : '1s';
    return { price: list.close(index), source, books: data!.books };
  }
}

/** Returns the candle of a symbol that ends last, that of a minute before that of a second. */
function lastCandle({ minutes, seconds }: SymbolData) {
  const ends = [minutes, seconds]
    .filter(({ size }) => size > 0)
    .map((list: CandleList) => ({
      list,
      index: list.size - 1,
      end: list.time(list.size - 1) + list.lengthMs,
    }));
  return ends.sort((a, b) => b.end - a.end)[0];
}
