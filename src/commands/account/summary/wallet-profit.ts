/** What a wallet gained since a time: of spot from its trades, of futures from the income history. */
import type { AccountWallet } from '../../../catalogue/account-wallets.ts';
import { type Decimal, isZero, ZERO } from '../../../core/decimal.ts';
import { futuresProfit } from '../../../pnl/futures.ts';
import { spotProfit } from '../../../pnl/spot.ts';
import type { CommandCall } from '../../types.ts';
import type { AccountReader } from '../account-reader.ts';
import { readIncome } from '../futures-reads.ts';
import { readSpotTrades } from '../spot-trades.ts';
import type { BoundedWindow } from '../window.ts';
import { type AssetAmount, WALLET_FAILURES } from './wallet-figures.ts';

/** Profit in one asset; the net profit is realized, funding and other, less the fees. */
export interface AssetProfit {
  readonly asset: string;
  readonly realized: Decimal;
  readonly fees: Decimal;
  readonly funding: Decimal;
  readonly other: Decimal;
}

export interface WalletProfit {
  readonly profits: readonly AssetProfit[];
  /** Quantities that were sold and not bought since the time: their cost is unknown. */
  readonly unknownSold: readonly AssetAmount[];
  /** Fees in assets that had no price at the time of the trade. */
  readonly otherFees: readonly AssetAmount[];
  readonly notes: readonly string[];
}

/** Returns the profit of a wallet since a time; undefined if none is computed of it, or if it could not be read. */
export async function walletProfit(
  call: CommandCall,
  reader: AccountReader,
  { name, profit }: AccountWallet,
  window: BoundedWindow,
): Promise<WalletProfit | undefined> {
  if (profit === undefined) return undefined;
  const work = () =>
    profit === 'spot trades' ? spotWalletProfit(call, reader, window) : incomeProfit(reader, profit, window);
  return reader.attempt(`profit of ${name}`, work, WALLET_FAILURES);
}

async function spotWalletProfit(
  call: CommandCall,
  reader: AccountReader,
  window: BoundedWindow,
): Promise<WalletProfit> {
  const { traded, notes } = await readSpotTrades(call, reader, window);
  const found = traded.map(({ market, trades }) => ({ market, ...spotProfit(trades, market, 'fifo') }));
  return {
    profits: found.map(({ market, realized, fees }) => ({
      asset: market.quote,
      realized,
      fees,
      funding: ZERO,
      other: ZERO,
    })),
    unknownSold: found
      .filter(({ unknown }) => !isZero(unknown.quantity))
      .map(({ market, unknown }) => ({ asset: market.base, amount: unknown.quantity })),
    otherFees: found.flatMap(({ unconvertedFees }) =>
      [...unconvertedFees].map(([asset, amount]) => ({ asset, amount })),
    ),
    notes,
  };
}

async function incomeProfit(
  reader: AccountReader,
  { incomeOf }: Exclude<NonNullable<AccountWallet['profit']>, 'spot trades'>,
  window: BoundedWindow,
): Promise<WalletProfit> {
  const records = await readIncome(reader, incomeOf, window);
  return { profits: futuresProfit(records), unknownSold: [], otherFees: [], notes: [] };
}
