/** States in words what of an order was filled: the average price, the value and the fee. */
import {
  add,
  type Decimal,
  divide,
  formatTrimmed,
  isZero,
  parseDecimal,
  rescale,
  ZERO,
} from '../core/decimal.ts';
import { safeText } from '../core/text.ts';
import { isObject, type JsonObject, type JsonValue } from '../core/words.ts';
import { QUOTIENT_DIGITS } from './filter-context.ts';

/** Digits of an average price that was computed. */
const PRICE_DIGITS = 8;

/** The fields that hold the value in the quote asset: of spot, as the exchange spells it, and of USD-M futures. */
const QUOTE_FIELDS = ['cummulativeQuoteQty', 'cumQuote'];

/**
 * Returns what of an order was filled, such as "BUY 0.001 BTCUSDT filled at 117942.9 on average, 117.9429 USDT, fee
 * 0.000001 BTC."; undefined if nothing was, or if the answer does not say so. The fee is stated where the answer has the
 * fills.
 */
export function filledWords(order: JsonObject, quoteAsset: string | undefined): string | undefined {
  const executed = decimalIn(order, 'executedQty');
  if (executed === undefined || isZero(executed)) return undefined;
  const value = QUOTE_FIELDS.map((name) => decimalIn(order, name)).find((one) => one !== undefined);
  const average = averageOf(order, executed, value);
  if (average === undefined) return undefined;
  const asked = decimalIn(order, 'origQty');
  const isPart = asked !== undefined && formatTrimmed(asked) !== formatTrimmed(executed);
  const size = isPart ? `${formatTrimmed(executed)} of ${formatTrimmed(asked)}` : formatTrimmed(executed);
  const worth = value === undefined ? '' : `, ${formatTrimmed(value)} ${quoteAsset ?? ''}`.trimEnd();
  const words = `${order['side']} ${size} ${order['symbol']} filled at ${formatTrimmed(average)} on average`;
  return safeText(`${words}${worth}${feeWords(order)}.`);
}

function averageOf(order: JsonObject, executed: Decimal, value: Decimal | undefined): Decimal | undefined {
  const stated = decimalIn(order, 'avgPrice');
  if (stated !== undefined && !isZero(stated)) return stated;
  if (value === undefined || isZero(value)) return undefined;
  return rescale(divide(value, executed, QUOTIENT_DIGITS, 'nearest'), PRICE_DIGITS, 'nearest');
}

function feeWords({ fills }: JsonObject): string {
  const fees = new Map<string, Decimal>();
  for (const fill of (Array.isArray(fills) ? (fills as readonly JsonValue[]) : []).filter(isObject)) {
    const asset = String(fill['commissionAsset'] ?? '');
    fees.set(asset, add(fees.get(asset) ?? ZERO, decimalIn(fill, 'commission') ?? ZERO));
  }
  const texts = [...fees].map(([asset, fee]) => `${formatTrimmed(fee)} ${asset}`.trimEnd());
  return texts.length === 0 ? '' : `, fee ${texts.join(' and ')}`;
}

function decimalIn(record: JsonObject, field: string): Decimal | undefined {
  return parseDecimal(String(record[field] ?? ''));
}
