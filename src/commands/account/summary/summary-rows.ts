/** The rows of a summary: one for each wallet, and one for each thing that its figures lack. */
import type { AccountWallet } from '../../../catalogue/account-wallets.ts';
import type { Column } from '../../../catalogue/types.ts';
import { type Decimal, formatTrimmed, isZero, parseDecimal, subtract, sumOf } from '../../../core/decimal.ts';
import type { JsonObject } from '../../../core/words.ts';
import type { ReadProblem } from '../account-reader.ts';
import type { LatestPrices } from '../latest-prices.ts';
import type { AssetAmount, WalletFigures } from './wallet-figures.ts';
import type { AssetProfit, WalletProfit } from './wallet-profit.ts';

const WALLET: Column = { name: 'wallet', is: 'text', pinned: true };

const FIGURES: readonly Column[] = [
  { name: 'worth', is: 'decimal', pinned: true },
  { name: 'positions', is: 'integer' },
  { name: 'unrealized', is: 'decimal', pinned: true },
  { name: 'openOrders', title: 'orders', is: 'integer' },
  { name: 'realized', is: 'decimal' },
  { name: 'funding', is: 'decimal' },
  { name: 'fees', is: 'decimal' },
  { name: 'other', is: 'decimal', hidden: true },
  { name: 'net', is: 'decimal', pinned: true },
];

/** The columns of wallets alone. */
export const WALLET_COLUMNS: readonly Column[] = [WALLET, ...FIGURES];

/** The columns of all rows. */
export const SUMMARY_COLUMNS: readonly Column[] = [
  WALLET,
  { name: 'kind', is: 'text', pinned: true },
  ...FIGURES,
  { name: 'amount', is: 'decimal', pinned: true },
  { name: 'asset', is: 'text', pinned: true },
  { name: 'what', is: 'text', hidden: true },
  { name: 'error', is: 'text', hidden: true },
];

/** The amounts and the counts that are added up over all wallets. */
const TOTAL_AMOUNTS = ['worth', 'unrealized', 'realized', 'funding', 'fees', 'other', 'net'];
const TOTAL_COUNTS = ['positions', 'openOrders'];

/** Everything that was read of a wallet. */
export interface ReadWallet {
  readonly wallet: AccountWallet;
  readonly figures: WalletFigures;
  readonly profit: WalletProfit | undefined;
  readonly problems: readonly ReadProblem[];
}

/** Returns the rows of one wallet, its amounts in `quote` at the latest prices. */
export async function walletRows(
  { wallet: { name: wallet }, figures, profit, problems }: ReadWallet,
  prices: LatestPrices,
  quote: string,
): Promise<readonly JsonObject[]> {
  const lacks: JsonObject[] = [];
  const value = async (amounts: readonly AssetAmount[] | undefined, kind: string) => {
    if (amounts === undefined) return undefined;
    const values: Decimal[] = [];
    for (const { asset, amount } of amounts) {
      const worth = await prices.value(amount, asset, quote);
      if (worth === undefined) lacks.push({ wallet, kind, amount: formatTrimmed(amount), asset });
      else values.push(worth);
    }
    return sumOf(values);
  };
  const profitIn = (part: Exclude<keyof AssetProfit, 'asset'>) =>
    value(profit && amountsOf(profit.profits, part), `${part} without price`);
  const [worth, unrealized] = [
    await value(figures.assets, 'no price'),
    await value(figures.unrealised, 'unrealized without price'),
  ];
  const parts = {
    realized: await profitIn('realized'),
    funding: await profitIn('funding'),
    fees: await profitIn('fees'),
    other: await profitIn('other'),
  };
  const net = profit && subtract(sumOf([parts.realized!, parts.funding!, parts.other!]), parts.fees!);
  return [
    {
      wallet,
      kind: 'wallet',
      positions: figures.positions ?? null,
      openOrders: figures.openOrders ?? null,
      ...Object.fromEntries(
        Object.entries({ worth, unrealized, ...parts, net }).map(([part, amount]) => [
          part,
          amount === undefined ? null : formatTrimmed(amount),
        ]),
      ),
    },
    ...lacks,
    ...lackRows(wallet, 'unknown sold', profit?.unknownSold),
    ...lackRows(wallet, 'other fee', profit?.otherFees),
    ...problems.map(({ what, error }) => ({ wallet, kind: 'not read', what, error: error.facts.message })),
  ];
}

/** Returns the amounts of one part of the profit, added up by asset; none that is zero. */
function amountsOf(
  profits: readonly AssetProfit[],
  part: Exclude<keyof AssetProfit, 'asset'>,
): readonly AssetAmount[] {
  return [...new Set(profits.map(({ asset }) => asset))]
    .map((asset) => ({
      asset,
      amount: sumOf(profits.filter((one) => one.asset === asset).map((one) => one[part])),
    }))
    .filter(({ amount }) => !isZero(amount));
}

function lackRows(wallet: string, kind: string, amounts: readonly AssetAmount[] = []): readonly JsonObject[] {
  return amounts.map(({ asset, amount }) => ({ wallet, kind, amount: formatTrimmed(amount), asset }));
}

/** Returns the sum of each amount and count over all wallets; null where no wallet has one. */
export function totalsOf(rows: readonly JsonObject[]): JsonObject {
  const total = (name: string) => {
    const values = rows.flatMap((row) => parseDecimal(String(row[name])) ?? []);
    return values.length === 0 ? null : formatTrimmed(sumOf(values));
  };
  const count = (name: string) => rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
  return Object.fromEntries([
    ...TOTAL_AMOUNTS.map((name) => [name, total(name)]),
    ...TOTAL_COUNTS.map((name) => [name, count(name)]),
  ]);
}
