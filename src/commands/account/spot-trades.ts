/** Reads the trades of spot symbols: those that were typed, or those that the account may have traded. */
import { add, type Decimal, isZero } from '../../core/decimal.ts';
import { plural } from '../../core/text.ts';
import type { SpotTrade } from '../../pnl/spot.ts';
import type { CommandCall } from '../types.ts';
import { type AccountReader, decimalIn } from './account-reader.ts';
import { MinutePrices } from './minute-prices.ts';
import { REPORT_READS } from './report-reads.ts';
import { type SpotMarket, SpotMarkets } from './spot-markets.ts';
import type { ReportWindow } from './window.ts';

export interface FoundTrades {
  /** The symbols that were typed, and those with at least one trade in the window. */
  readonly traded: readonly { readonly market: SpotMarket; readonly trades: readonly SpotTrade[] }[];
  /** What the account has of each asset, locked amounts included. */
  readonly balances: ReadonlyMap<string, Decimal>;
  /** Says which symbols were read, unless they were typed. */
  readonly notes: readonly string[];
}

/** Returns the trades of the symbols of the command; a symbol that cannot be read is noted by the reader. */
export async function readSpotTrades(
  call: CommandCall,
  reader: AccountReader,
  window: ReportWindow,
): Promise<FoundTrades> {
  const markets = await SpotMarkets.fetch(reader);
  const typed = [call.positionals['symbol'] ?? []].flat();
  const named = markets.named(typed);
  const balances = await spotBalances(reader);
  const sought = typed.length > 0 ? named : markets.likely(balances, call.services.knownSymbols());
  const prices = new MinutePrices(reader, markets);
  const traded: { market: SpotMarket; trades: readonly SpotTrade[] }[] = [];
  for (const [at, market] of sought.entries()) {
    call.output.progress(`trades of ${market.symbol}, ${at + 1} of ${sought.length}`);
    const trades = await reader.attempt(`trades of ${market.symbol}`, () =>
      readTrades(reader, market, window, prices),
    );
    if (trades !== undefined && (trades.length > 0 || typed.length > 0)) traded.push({ market, trades });
  }
  const asked = `The trades of ${plural(sought.length, 'symbol')} were read: those whose base asset you have, or that earlier commands used. Name other symbols to see theirs.`;
  return { traded, balances, notes: typed.length > 0 ? [] : [asked] };
}

/** Returns what the account has of each asset of spot, locked amounts included. */
export async function spotBalances(reader: AccountReader): Promise<ReadonlyMap<string, Decimal>> {
  const rows = await reader.rows(REPORT_READS.balances, { omitZeroBalances: 'true' });
  return new Map(
    rows.map((row) => [String(row['asset']), add(decimalIn(row, 'free'), decimalIn(row, 'locked'))]),
  );
}

/** Returns the trades of a symbol within the window, with the price of fees that are paid in a third asset. */
async function readTrades(
  reader: AccountReader,
  { symbol, base, quote }: SpotMarket,
  { since, until }: ReportWindow,
  prices: MinutePrices,
): Promise<readonly SpotTrade[]> {
  const trades: SpotTrade[] = [];
  const args = { symbol, startTime: since === undefined ? undefined : String(since) };
  for await (const rows of reader.history(REPORT_READS.trades, args)) {
    for (const row of rows) {
      const time = Number(row['time']);
      if (until !== undefined && time > until) return trades;
      const fee = decimalIn(row, 'commission');
      const feeAsset = String(row['commissionAsset']);
      const isConverted = !isZero(fee) && feeAsset !== base && feeAsset !== quote;
      trades.push({
        side: row['isBuyer'] === true ? 'BUY' : 'SELL',
        quantity: decimalIn(row, 'qty'),
        quote: decimalIn(row, 'quoteQty'),
        fee,
        feeAsset,
        feePrice: isConverted ? await prices.priceOf(feeAsset, quote, time) : undefined,
      });
    }
  }
  return trades;
}
