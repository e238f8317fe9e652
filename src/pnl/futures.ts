/** The profit of futures from the income records of the account (interface document, income history). */
import { add, type Decimal, negate, ZERO } from '../core/decimal.ts';

export interface IncomeRecord {
  /** Empty for an income that belongs to no symbol. */
  readonly symbol: string;
  readonly asset: string;
  /** Such as `REALIZED_PNL`. */
  readonly incomeType: string;
  /** Above zero if the account received it. */
  readonly amount: Decimal;
}

/** The profit of one symbol in one asset. The sum of realized, funding and other, less the fees, is the net profit. */
export interface FuturesProfit {
  readonly symbol: string;
  readonly asset: string;
  readonly realized: Decimal;
  /** Funding received less funding paid. */
  readonly funding: Decimal;
  /** Commissions paid less those returned; above zero if more were paid. */
  readonly fees: Decimal;
  /** Rebates, rewards, insurance and everything else that is no transfer. */
  readonly other: Decimal;
}

type Part = 'realized' | 'funding' | 'fees' | 'other';

/** What a type of income is; a type that is listed neither here nor among the transfers is `other`. */
const PARTS: Readonly<Record<string, Part>> = {
  REALIZED_PNL: 'realized',
  DELIVERED_SETTELMENT: 'realized',
  FUNDING_FEE: 'funding',
  COMMISSION: 'fees',
  FEE_RETURN: 'fees',
};

/** Types of income that move or exchange funds, by which nothing is won or lost. */
export const TRANSFER_TYPES: ReadonlySet<string> = new Set([
  'TRANSFER',
  'INTERNAL_TRANSFER',
  'AUTO_EXCHANGE',
  'COIN_SWAP_DEPOSIT',
  'COIN_SWAP_WITHDRAW',
  'STRATEGY_UMFUTURES_TRANSFER',
]);

/** Returns the profit for each symbol and asset, in the order in which they first occur. */
export function futuresProfit(records: Iterable<IncomeRecord>): readonly FuturesProfit[] {
  const rows = new Map<string, FuturesProfit>();
  for (const { symbol, asset, incomeType, amount } of records) {
    if (TRANSFER_TYPES.has(incomeType)) continue;
    const part = PARTS[incomeType] ?? 'other';
    const key = `${symbol} ${asset}`;
    const row = rows.get(key) ?? { symbol, asset, realized: ZERO, funding: ZERO, fees: ZERO, other: ZERO };
    rows.set(key, { ...row, [part]: add(row[part], part === 'fees' ? negate(amount) : amount) });
  }
  return [...rows.values()];
}
