/** The rows of profit and loss of futures: from the income history and the open positions. */
import type { FuturesProduct } from '../../catalogue/futures-products.ts';
import type { Column } from '../../catalogue/types.ts';
import { add, type Decimal, formatTrimmed, isZero, subtract, sumOf, ZERO } from '../../core/decimal.ts';
import { formatTime } from '../../core/time.ts';
import { DAY_MS } from '../../core/time-units.ts';
import { type JsonObject, unixMs } from '../../core/words.ts';
import { type FuturesProfit, futuresProfit } from '../../pnl/futures.ts';
import type { CommandCall } from '../types.ts';
import { type AccountReader, decimalIn } from './account-reader.ts';
import { contractAssets, readIncome, typedSymbols } from './futures-reads.ts';
import { type ProfitRows, totalNotes } from './profit-rows.ts';
import { readWindow } from './window.ts';

export const FUTURES_COLUMNS: readonly Column[] = [
  { name: 'symbol', is: 'text', pinned: true },
  { name: 'kind', is: 'text', hidden: true },
  { name: 'realized', is: 'decimal', pinned: true },
  { name: 'funding', is: 'decimal', pinned: true },
  { name: 'fees', is: 'decimal', pinned: true },
  { name: 'other', is: 'decimal' },
  { name: 'net', is: 'decimal', pinned: true },
  { name: 'unrealized', is: 'decimal', pinned: true },
  { name: 'open', is: 'decimal' },
  { name: 'asset', is: 'text', pinned: true },
  { name: 'what', is: 'text', hidden: true },
  { name: 'error', is: 'text', hidden: true },
];

/** The exchange lists the income of the last three months (public facts). */
const INCOME_DAYS = 90;

/** What is open of one symbol. */
interface OpenPosition {
  readonly symbol: string;
  readonly asset: string;
  readonly quantity: Decimal;
  readonly unrealized: Decimal;
}

/** Returns a row for each symbol and asset of the income of the window, with the profit of positions that are open. */
export async function futuresProfitRows(
  call: CommandCall,
  reader: AccountReader,
  product: FuturesProduct,
): Promise<ProfitRows> {
  const window = readWindow(call);
  const { until } = window;
  const since = window.since ?? unixMs(call.services.world.clock.now() - INCOME_DAYS * DAY_MS);
  const symbols = typedSymbols(call);
  const isWanted = ({ symbol }: { readonly symbol: string }) =>
    symbols.length === 0 || symbols.includes(symbol);
  const records = (await readIncome(reader, product, { since, until })).filter(isWanted);
  const positions = until === undefined ? await openPositions(reader, product) : [];
  const rows = rowsOf(futuresProfit(records), positions.filter(isWanted), until === undefined);
  return {
    rows,
    notes: [
      ...totalNotes(rows, ['realized', 'funding', 'fees', 'other', 'net', 'unrealized']),
      `Income since ${formatTime(since)}${window.since === undefined ? '; --start chooses another time' : ''}.`,
    ],
  };
}

/** Returns what is open of each symbol; the two sides of hedge mode are added up. */
async function openPositions(
  reader: AccountReader,
  product: FuturesProduct,
): Promise<readonly OpenPosition[]> {
  const read = async () => {
    const rows = await reader.rows(`${product}.position-risk`);
    const open = rows.filter((row) => !isZero(decimalIn(row, 'positionAmt')));
    const assets = open.length === 0 ? new Map<string, string>() : await contractAssets(reader, product);
    return [...new Set(open.map((row) => String(row['symbol'])))].map((symbol) => {
      const sides = open.filter((row) => row['symbol'] === symbol);
      return {
        symbol,
        asset: assets.get(symbol) ?? '',
        quantity: sumOf(sides.map((row) => decimalIn(row, 'positionAmt'))),
        unrealized: sumOf(sides.map((row) => decimalIn(row, 'unRealizedProfit'))),
      };
    });
  };
  return (await reader.attempt('open positions', read)) ?? [];
}

function rowsOf(
  profits: readonly FuturesProfit[],
  positions: readonly OpenPosition[],
  isCurrent: boolean,
): readonly JsonObject[] {
  const nothing = { realized: ZERO, funding: ZERO, fees: ZERO, other: ZERO };
  const isOf = (position: OpenPosition) => (profit: FuturesProfit) =>
    profit.symbol === position.symbol && profit.asset === position.asset;
  const withoutIncome = positions
    .filter((position) => !profits.some(isOf(position)))
    .map(({ symbol, asset }) => ({ symbol, asset, ...nothing }));
  return [...profits, ...withoutIncome].map((profit) => {
    const { symbol, asset, realized, funding, fees, other } = profit;
    const position = positions.find((one) => isOf(one)(profit));
    return {
      symbol,
      kind: 'income',
      realized: formatTrimmed(realized),
      funding: formatTrimmed(funding),
      fees: formatTrimmed(fees),
      other: formatTrimmed(other),
      net: formatTrimmed(subtract(add(add(realized, funding), other), fees)),
      unrealized: isCurrent ? formatTrimmed(position?.unrealized ?? ZERO) : null,
      open: isCurrent ? formatTrimmed(position?.quantity ?? ZERO) : null,
      asset,
    };
  });
}
