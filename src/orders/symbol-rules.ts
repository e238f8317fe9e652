/** The trading rules of one symbol, read from the exchange's information about it. */
import { ExactNumber, isObject, type JsonValue } from '../core/words.ts';

/** One filter of a symbol, its fields as text. */
export type FilterRecord = Readonly<Record<string, string>>;

export interface SymbolRules {
  readonly symbol: string;
  /** The filters of the symbol, then those that apply to all symbols. */
  readonly filters: readonly FilterRecord[];
  readonly baseAsset?: string;
  readonly quoteAsset?: string;
  /** The number of decimals that the exchange accepts. */
  readonly priceDigits?: number;
  readonly quantityDigits?: number;
  /** The value of one contract in the quote asset, for contracts of a fixed value. */
  readonly contractSize?: string;
  /** The terms of an option. */
  readonly option?: ListedOption;
}

/** The terms of an option, as far as they decide what an order is worth. */
export interface ListedOption {
  readonly side: 'CALL' | 'PUT';
  readonly strikePrice: string;
  /** The market whose price the option follows, such as BTCUSDT. */
  readonly underlying: string;
  /** The amount of the underlying in one option. */
  readonly unit: string;
}

/**
 * The fields that hold the number of price decimals in the answers of different products, the most general
 * last.
 */
const PRICE_DIGITS = ['pricePrecision', 'priceScale', 'quotePrecision'];
const QUANTITY_DIGITS = ['quantityPrecision', 'quantityScale', 'baseAssetPrecision'];

/**
 * Returns the rules of a symbol from an answer whose rows are at `rowsAt`; undefined if the answer lacks the
 * symbol.
 */
export function parseSymbolRules(answer: JsonValue, rowsAt: string, symbol: string): SymbolRules | undefined {
  if (!isObject(answer)) return undefined;
  const rows = answer[rowsAt];
  if (!Array.isArray(rows)) return undefined;
  const row = (rows as readonly JsonValue[]).find((one) => isObject(one) && one['symbol'] === symbol);
  if (!isObject(row)) return undefined;
  const filters = [...filterRecords(row['filters']), ...filterRecords(answer['exchangeFilters'])];
  return { symbol, filters, ...contractSizeOf(row), ...optionOf(row), ...precisionOf(row), ...assetsOf(row) };
}

function filterRecords(value: JsonValue | undefined): FilterRecord[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).filter(isObject).map((record) =>
    Object.fromEntries(
      Object.entries(record).flatMap(([name, field]) => {
        const text = textOf(field);
        return text === undefined ? [] : [[name, text]];
      }),
    ),
  );
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  return value instanceof ExactNumber ? value.text : undefined;
}

type Row = Readonly<Record<string, JsonValue>>;

function contractSizeOf(row: Row): { readonly contractSize?: string } {
  const contractSize = textOf(row['contractSize']);
  return contractSize === undefined ? {} : { contractSize };
}

function optionOf(row: Row): { readonly option?: ListedOption } {
  const { side, underlying } = row;
  const [strikePrice, unit] = [textOf(row['strikePrice']), textOf(row['unit'])];
  const isOption = (side === 'CALL' || side === 'PUT') && typeof underlying === 'string';
  if (!isOption || strikePrice === undefined || unit === undefined) return {};
  return { option: { side, strikePrice, underlying, unit } };
}

function precisionOf(row: Row): { readonly priceDigits?: number; readonly quantityDigits?: number } {
  const first = (names: readonly string[]) =>
    names.map((name) => row[name]).find((one): one is number => Number.isInteger(one));
  const [price, quantity] = [first(PRICE_DIGITS), first(QUANTITY_DIGITS)];
  return {
    ...(price === undefined ? {} : { priceDigits: price }),
    ...(quantity === undefined ? {} : { quantityDigits: quantity }),
  };
}

function assetsOf(row: Row): { readonly baseAsset?: string; readonly quoteAsset?: string } {
  const { baseAsset, quoteAsset } = row;
  return {
    ...(typeof baseAsset === 'string' ? { baseAsset } : {}),
    ...(typeof quoteAsset === 'string' ? { quoteAsset } : {}),
  };
}
