/**
 * Filters that depend on what the market pays: the band around it and what an order comes to. The market moves until
 * the exchange looks at the order, so what is close to a bound is left to the exchange.
 */
import { FILTERED_PARAMS } from '../catalogue/errors/filters.ts';
import { compare, type Decimal, divide, multiply, parseDecimal } from '../core/decimal.ts';
import {
  decimalIn,
  type FilterContext,
  legalRange,
  QUOTIENT_DIGITS,
  type Verdict,
} from './filter-context.ts';
import type { FilterRecord } from './symbol-rules.ts';
import { ANY, both, type LegalRange, nearestIn, shortDecimal } from './valid-range.ts';

/** How far the market may move until the exchange looks at the order: 0.5 % either way, a guess. */
const DRIFT_UP: Decimal = { value: 1005n, scale: 3 };
const DRIFT_DOWN: Decimal = { value: 995n, scale: 3 };
const ONE: Decimal = { value: 1n, scale: 0 };

/** Returns what an order comes to in the quote asset: what it says itself, else quantity times a price. */
export function notionalOf(
  { rules, wire, market }: FilterContext,
  priceParam = 'price',
): Decimal | undefined {
  const quote = decimalIn(wire, 'quoteOrderQty');
  if (quote !== undefined) return quote;
  const quantity = decimalIn(wire, 'quantity');
  const price = decimalIn(wire, priceParam) ?? (wire.get('type') === 'MARKET' ? market : undefined);
  const size = rules.contractSize === undefined ? undefined : parseDecimal(rules.contractSize);
  if (quantity === undefined) return undefined;
  if (size !== undefined) return multiply(quantity, size);
  return price === undefined ? undefined : multiply(quantity, price);
}

/** Returns whether limit prices are within the band around the market. */
export function bandVerdicts(filter: FilterRecord, context: FilterContext): readonly Verdict[] {
  const { wire, market, isBandOneSided } = context;
  const isBuy = wire.get('side') === 'BUY';
  const side = filter['filterType'] === 'PERCENT_PRICE_BY_SIDE' ? (isBuy ? 'bidM' : 'askM') : 'm';
  const up = parseDecimal(filter[`${side}ultiplierUp`] ?? '');
  const down = parseDecimal(filter[`${side}ultiplierDown`] ?? '');
  return FILTERED_PARAMS.limitPrices.flatMap((param): Verdict[] => {
    const price = decimalIn(wire, param);
    if (price === undefined || up === undefined || down === undefined) return [];
    const base = { filter: filter['filterType']!, param, value: shortDecimal(price) };
    const factors = `${shortDecimal(down)} to ${shortDecimal(up)} times the price of the market`;
    if (market === undefined) return [{ ...base, verdict: 'not checked', bound: factors }];
    const [least, most] = [multiply(market, down), multiply(market, up)];
    const isLow = compare(price, least) < 0 && !(isBandOneSided && isBuy);
    const isHigh = compare(price, most) > 0 && !(isBandOneSided && !isBuy);
    const bound = `${isBandOneSided && isBuy ? '0' : shortDecimal(least)} to ${isBandOneSided && !isBuy ? 'any' : shortDecimal(most)}, ${factors}`;
    if (!isLow && !isHigh) return [{ ...base, verdict: 'pass', bound }];
    const isClose =
      compare(price, multiply(least, DRIFT_DOWN)) >= 0 && compare(price, multiply(most, DRIFT_UP)) <= 0;
    if (isClose) return [{ ...base, verdict: 'not checked', bound: `${bound}; too close to tell` }];
    const legal = both(legalRange(param, context), { min: least, max: most, step: ANY.step });
    return [{ ...base, verdict: 'fail', bound, nearest: nearestIn(price, legal) }];
  });
}

/** Returns whether an order is worth as much as it must be, and no more than it may be. */
export function notionalVerdicts(filter: FilterRecord, context: FilterContext): readonly Verdict[] {
  const { wire } = context;
  const type = wire.get('type');
  const least = parseDecimal(filter['minNotional'] ?? filter['notional'] ?? '');
  const most = parseDecimal(filter['maxNotional'] ?? '');
  const isMarket = type === 'MARKET';
  const applies = (flag: string | undefined) => !isMarket || flag !== 'false';
  const min = applies(filter['applyMinToMarket'] ?? filter['applyToMarket']) ? least : undefined;
  const max = applies(filter['applyMaxToMarket']) ? most : undefined;
  // What only makes a position smaller may be as small as it likes (public facts, Futures mechanics).
  if (wire.get('reduceOnly') === 'true' || wire.get('closePosition') === 'true') return [];
  if (min === undefined && max === undefined) return [];
  return ['price', 'stopLimitPrice'].flatMap((param): Verdict[] => {
    if (param !== 'price' && !wire.has(param)) return [];
    return notionalVerdict(filter['filterType']!, param, { min, max }, context);
  });
}

function notionalVerdict(
  filter: string,
  priceParam: string,
  { min, max }: Pick<LegalRange, 'min' | 'max'>,
  context: FilterContext,
): Verdict[] {
  const { wire, market } = context;
  const isQuote = wire.has('quoteOrderQty');
  const param = isQuote ? 'quoteOrderQty' : wire.has('quantity') ? 'quantity' : null;
  if (param === null) return [];
  const bound = [
    min === undefined ? '' : `at least ${shortDecimal(min)}`,
    max === undefined ? '' : `at most ${shortDecimal(max)}`,
  ]
    .filter((one) => one !== '')
    .join(', ');
  const worth = notionalOf(context, priceParam);
  // An order that waits for a trigger is measured by the market of that moment.
  if (worth === undefined)
    return [{ filter, param, verdict: 'not checked', value: null, bound: `a notional of ${bound}` }];
  const base = { filter, param, value: shortDecimal(worth), bound: `a notional of ${bound}` };
  const price = decimalIn(wire, priceParam);
  const isMoving = !isQuote && price === undefined;
  const isLow = min !== undefined && compare(worth, min) < 0;
  const isHigh = max !== undefined && compare(worth, max) > 0;
  if (!isLow && !isHigh) return [{ ...base, verdict: 'pass' }];
  const isClose =
    isMoving &&
    (min === undefined || compare(worth, multiply(min, DRIFT_DOWN)) >= 0) &&
    (max === undefined || compare(worth, multiply(max, DRIFT_UP)) <= 0);
  if (isClose) return [{ ...base, verdict: 'not checked', bound: `${base.bound}; too close to tell` }];
  const at = isQuote ? ONE : (price ?? market!);
  return [
    {
      ...base,
      verdict: 'fail',
      nearest: nearestIn(decimalIn(wire, param)!, notionalRange(param, at, { min, max }, context)),
    },
  ];
}

/** The quantities whose notional is within the bounds at a price. */
function notionalRange(
  param: string,
  price: Decimal,
  { min, max }: Pick<LegalRange, 'min' | 'max'>,
  context: FilterContext,
): LegalRange {
  const range = legalRange(param, context);
  const size =
    context.rules.contractSize === undefined ? undefined : parseDecimal(context.rules.contractSize);
  const each = size ?? price;
  if (each.value === 0n) return range;
  const per = (notional: Decimal | undefined, rounding: 'ceil' | 'floor') =>
    notional === undefined ? undefined : divide(notional, each, QUOTIENT_DIGITS, rounding);
  return both(range, { min: per(min, 'ceil'), max: per(max, 'floor'), step: ANY.step });
}
