/** Computes what a trader reads of a position: its side, margin, return, and how far the liquidation is. */
import type { View } from '../../../catalogue/types.ts';
import {
  abs,
  type Decimal,
  divide,
  formatTrimmed,
  HUNDRED,
  isZero,
  multiply,
  parseDecimal,
  rescale,
  sign,
  subtract,
} from '../../../core/decimal.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../core/words.ts';
import { QUOTIENT_DIGITS } from '../../../orders/filter-context.ts';

const PERCENT_DIGITS = 4;

/** The margins of one asset of the account, or of all together in multi-assets mode. */
export interface AssetMargin {
  readonly asset: string;
  readonly unrealised: string;
  readonly margin: string;
  /** Maintenance margin over margin balance, in per cent. */
  readonly ratio: string | null;
}

/** Returns the margins of each asset that is margin of a position, from the answer about the account. */
export function assetMargins(account: JsonObject): readonly AssetMargin[] {
  if (account['multiAssetsMargin'] === true)
    return [
      {
        asset: 'all assets',
        unrealised: textOf(account, 'totalUnrealizedProfit'),
        margin: textOf(account, 'totalPositionInitialMargin'),
        ratio: percentOf(decimalIn(account, 'totalMaintMargin'), decimalIn(account, 'totalMarginBalance')),
      },
    ];
  return rowsIn(account, 'assets')
    .filter((row) => !isNothing(decimalIn(row, 'positionInitialMargin')))
    .map((row) => ({
      asset: textOf(row, 'asset'),
      unrealised: textOf(row, 'unrealizedProfit'),
      margin: textOf(row, 'positionInitialMargin'),
      ratio: percentOf(decimalIn(row, 'maintMargin'), decimalIn(row, 'marginBalance')),
    }));
}

/**
 * Returns the fields of a position that the exchange does not answer; null where something is missing. The margin ratio of
 * a cross position is that of its asset, which is known if only one asset is margin.
 */
export function computedFields(position: JsonObject, account: JsonObject | undefined): JsonObject {
  const amount = decimalIn(position, 'positionAmt');
  const mark = decimalIn(position, 'markPrice');
  const liquidation = decimalIn(position, 'liquidationPrice');
  const isIsolated = textOf(position, 'marginType').toLowerCase() === 'isolated';
  const inAccount = rowsIn(account ?? {}, 'positions').find((row) =>
    ['symbol', 'positionSide'].every((name) => row[name] === position[name]),
  );
  const margin = isIsolated
    ? decimalIn(position, 'isolatedMargin')
    : decimalIn(inAccount ?? {}, 'initialMargin');
  const margins = account === undefined ? [] : assetMargins(account);
  return {
    side: amount !== undefined && sign(amount) < 0 ? 'SHORT' : 'LONG',
    size: amount === undefined ? null : formatTrimmed(abs(amount)),
    liquidationDistance:
      mark === undefined || isNothing(liquidation)
        ? null
        : percentOf(abs(subtract(mark, liquidation!)), mark),
    roe: percentOf(decimalIn(position, 'unRealizedProfit'), entryMargin(position)),
    margin: margin === undefined ? null : formatTrimmed(margin),
    marginRatio: isIsolated
      ? percentOf(decimalIn(inAccount ?? {}, 'maintMargin'), margin)
      : margins.length === 1
        ? margins[0]!.ratio
        : null,
  };
}

/** Returns the initial margin of a position at its entry price: the base of the return on equity (ROE). */
function entryMargin(position: JsonObject): Decimal | undefined {
  const [entry, mark, leverage] = ['entryPrice', 'markPrice', 'leverage'].map((name) =>
    decimalIn(position, name),
  );
  const linear = decimalIn(position, 'notional');
  const inverse = decimalIn(position, 'notionalValue');
  // The value of a linear contract grows with the price; that of an inverse one, in the base asset, falls.
  const [notional, from, to] = linear === undefined ? [inverse, entry, mark] : [linear, mark, entry];
  if (notional === undefined || [from, to, leverage].some(isNothing)) return undefined;
  return divide(multiply(abs(notional), to!), multiply(from!, leverage!), QUOTIENT_DIGITS, 'nearest');
}

function percentOf(part: Decimal | undefined, whole: Decimal | undefined): string | null {
  if (part === undefined || isNothing(whole)) return null;
  const percent = divide(multiply(part, HUNDRED), whole!, QUOTIENT_DIGITS, 'nearest');
  return formatTrimmed(rescale(percent, PERCENT_DIGITS, 'nearest'));
}

function isNothing(value: Decimal | undefined): boolean {
  return value === undefined || isZero(value);
}

function rowsIn(record: JsonObject, field: string): readonly JsonObject[] {
  const rows = record[field];
  return (Array.isArray(rows) ? (rows as readonly JsonValue[]) : []).filter(isObject);
}

function textOf(record: JsonObject, field: string): string {
  return String(record[field] ?? '');
}

function decimalIn(record: JsonObject, field: string): Decimal | undefined {
  return parseDecimal(textOf(record, field));
}

/** The columns of positions with their computed fields. */
export const POSITIONS: View = {
  shape: 'rows',
  columns: [
    { name: 'symbol', is: 'text', pinned: true },
    { name: 'side', is: 'text', pinned: true },
    { name: 'size', is: 'decimal', pinned: true },
    { name: 'entryPrice', title: 'entry', is: 'decimal', places: 4 },
    { name: 'markPrice', title: 'mark', is: 'decimal', places: 4 },
    { name: 'breakEvenPrice', title: 'break even', is: 'decimal', places: 4 },
    { name: 'liquidationPrice', title: 'liquidation', is: 'decimal', places: 4, pinned: true },
    { name: 'liquidationDistance', title: 'distance %', is: 'decimal', places: 2, pinned: true },
    { name: 'unRealizedProfit', title: 'unrealised PnL', is: 'decimal', pinned: true },
    { name: 'roe', title: 'ROE %', is: 'decimal', places: 2 },
    { name: 'margin', is: 'decimal' },
    { name: 'marginRatio', title: 'margin ratio %', is: 'decimal', places: 2 },
    { name: 'leverage', is: 'decimal' },
    { name: 'marginType', title: 'margin mode', is: 'text', hidden: true },
  ],
};
