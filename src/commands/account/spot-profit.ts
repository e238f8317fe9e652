/** The rows of profit and loss of spot: one for each symbol, and rows of their own for quantities of unknown cost. */
import type { Column } from '../../catalogue/types.ts';
import {
  add,
  compare,
  type Decimal,
  formatTrimmed,
  isZero,
  negate,
  subtract,
  ZERO,
} from '../../core/decimal.ts';
import type { JsonObject } from '../../core/words.ts';
import { COST_METHODS, type CostMethod } from '../../pnl/lots.ts';
import { type SpotProfit, spotProfit, unrealizedProfit } from '../../pnl/spot.ts';
import type { CommandCall } from '../types.ts';
import type { AccountReader } from './account-reader.ts';
import { LatestPrices } from './latest-prices.ts';
import { type ProfitRows, totalNotes } from './profit-rows.ts';
import type { SpotMarket } from './spot-markets.ts';
import { readSpotTrades } from './spot-trades.ts';
import { type ReportWindow, readWindow, windowWords } from './window.ts';

export const SPOT_COLUMNS: readonly Column[] = [
  { name: 'symbol', is: 'text', pinned: true },
  { name: 'kind', is: 'text', pinned: true },
  { name: 'realized', is: 'decimal', pinned: true },
  { name: 'fees', is: 'decimal', pinned: true },
  { name: 'net', is: 'decimal', hidden: true },
  { name: 'unrealized', is: 'decimal', pinned: true },
  { name: 'open', is: 'decimal' },
  { name: 'cost', is: 'decimal' },
  { name: 'unknown', is: 'decimal', pinned: true },
  { name: 'proceeds', is: 'decimal' },
  { name: 'asset', is: 'text', pinned: true },
  { name: 'price', is: 'decimal', hidden: true },
  { name: 'trades', is: 'integer', hidden: true },
  { name: 'what', is: 'text', hidden: true },
  { name: 'error', is: 'text', hidden: true },
];

/** A symbol with its profit. */
interface TradedSymbol {
  readonly market: SpotMarket;
  readonly count: number;
  readonly profit: SpotProfit;
}

/** Returns the rows of the symbols that were typed, or of those whose base asset the account has. */
export async function spotProfitRows(call: CommandCall, reader: AccountReader): Promise<ProfitRows> {
  const window = readWindow(call);
  const method = COST_METHODS.find((one) => one === call.options['method']) ?? 'fifo';
  const found = await readSpotTrades(call, reader, window);
  const traded = found.traded.map(({ market, trades }) => ({
    market,
    count: trades.length,
    profit: spotProfit(trades, market, method),
  }));
  const isCurrent = window.until === undefined && traded.length > 0;
  const latest = isCurrent ? await LatestPrices.fetch(reader) : undefined;
  const rows = traded.flatMap((one) => rowsOf(one, latest?.ofSymbol(one.market.symbol)));
  const balanced = window.until === undefined ? balanceRows(traded, found.balances) : [];
  return {
    rows: [...rows, ...balanced],
    notes: [...notesOf(traded, { rows, balanced, method, window }), ...found.notes],
  };
}

function rowsOf({ market, count, profit }: TradedSymbol, price: Decimal | undefined): readonly JsonObject[] {
  const { realized, fees, open, unknown, unconvertedFees } = profit;
  const { symbol, quote: asset } = market;
  const traded = {
    symbol,
    kind: 'traded',
    realized: formatTrimmed(realized),
    fees: formatTrimmed(fees),
    net: formatTrimmed(subtract(realized, fees)),
    unrealized: price === undefined ? null : formatTrimmed(unrealizedProfit(open, price)),
    open: formatTrimmed(open.quantity),
    cost: formatTrimmed(open.cost),
    asset,
    price: price === undefined ? null : formatTrimmed(price),
    trades: count,
  };
  const sold = {
    symbol,
    kind: 'unknown sold',
    unknown: formatTrimmed(unknown.quantity),
    proceeds: formatTrimmed(unknown.proceeds),
    asset,
  };
  const unconverted = [...unconvertedFees].map(([feeAsset, fee]) => ({
    symbol,
    kind: 'other fee',
    fees: formatTrimmed(fee),
    asset: feeAsset,
  }));
  return [traded, ...(isZero(unknown.quantity) ? [] : [sold]), ...unconverted];
}

/** Compares what the trades left open with the balances: the rest of a balance has no known cost. */
function balanceRows(
  traded: readonly TradedSymbol[],
  balances: ReadonlyMap<string, Decimal>,
): readonly JsonObject[] {
  const open = new Map<string, Decimal>();
  for (const { market, profit } of traded)
    open.set(market.base, add(open.get(market.base) ?? ZERO, profit.open.quantity));
  return [...open].flatMap(([asset, quantity]) => {
    const rest = subtract(balances.get(asset) ?? ZERO, quantity);
    if (isZero(rest)) return [];
    const isMore = compare(rest, ZERO) > 0;
    return [
      {
        symbol: null,
        kind: isMore ? 'unknown held' : 'not held',
        unknown: formatTrimmed(isMore ? rest : negate(rest)),
        asset,
      },
    ];
  });
}

/** What the rows of quantities that trades do not explain mean. */
const BALANCE_NOTES = [
  {
    kind: 'unknown held',
    note: 'Unknown held: what these trades did not buy, such as a deposit; its cost is unknown, so it is in no total.',
  },
  {
    kind: 'not held',
    note: 'Not held: what these trades bought and left the account otherwise, such as a withdrawal.',
  },
] as const;

interface ReportedProfit {
  readonly rows: readonly JsonObject[];
  /** The rows of quantities that trades do not explain. */
  readonly balanced: readonly JsonObject[];
  readonly method: CostMethod;
  readonly window: ReportWindow;
}

function notesOf(
  traded: readonly TradedSymbol[],
  { rows, balanced, method, window }: ReportedProfit,
): readonly string[] {
  const totals = totalNotes(
    rows.filter((row) => row['kind'] === 'traded'),
    ['realized', 'fees', 'net', 'unrealized'],
  );
  const sold = traded.some(({ profit }) => !isZero(profit.unknown.quantity));
  return [
    ...totals,
    `Trades of spot ${windowWords(window)}. Cost by ${method}; realized without fees.`,
    ...(sold ? ['What was sold at unknown cost is in no total.'] : []),
    ...BALANCE_NOTES.filter(({ kind }) => balanced.some((row) => row['kind'] === kind)).map(
      ({ note }) => note,
    ),
    'Positions of futures: bourse account pnl --on usdm.',
  ];
}
