/**
 * Filters that depend on the market price: price bands and notional bounds. The price moves until the
 * exchange receives the order, so values close to a bound are left to the exchange.
 */
import { FILTERED_PARAMS } from '../catalogue/errors/filters.ts';
import {
  compare,
  type Decimal,
  divide,
  formatTrimmed,
  multiply,
  ONE,
  parseDecimal,
} from '../core/decimal.ts';
import {
  decimalParam,
  type FilterContext,
  type FilterVerdict,
  QUOTIENT_DIGITS,
  validRange,
} from './filter-context.ts';
import type { FilterRecord } from './symbol-rules.ts';
import { ANY, intersectRanges, nearestValues, type ValidRange } from './valid-range.ts';

/** How far the price may move until the exchange receives the order: 0.5 % up or down, an estimate. */
const DRIFT_UP_FACTOR: Decimal = { value: 1005n, scale: 3 };
const DRIFT_DOWN_FACTOR: Decimal = { value: 995n, scale: 3 };
/**
 * The parameters that make an order wait for a trigger, by the names of ordinary orders and of algo orders.
 */
const TRIGGER_PARAMS = ['stopPrice', 'triggerPrice', 'callbackRate'] as const;

/**
 * Returns the notional of an order in the quote asset: the amount that the order states, else quantity times
 * price.
 */
export function notionalOf(
  { rules, wire, market }: FilterContext,
  priceParam = 'price',
): Decimal | undefined {
  const quote = decimalParam(wire, 'quoteOrderQty');
  if (quote !== undefined) return quote;
  const quantity = decimalParam(wire, 'quantity');
  const price = decimalParam(wire, priceParam) ?? (wire.get('type') === 'MARKET' ? market : undefined);
  const size = rules.contractSize === undefined ? undefined : parseDecimal(rules.contractSize);
  if (quantity === undefined) return undefined;
  if (size !== undefined) return multiply(quantity, size);
  return price === undefined ? undefined : multiply(quantity, price);
}

/** Returns the verdicts on limit prices: whether they are within the price band around the market. */
export function bandVerdicts(filter: FilterRecord, context: FilterContext): readonly FilterVerdict[] {
  const { wire, isBandOneSided } = context;
  const waits = context.isBandAtTrigger === true && TRIGGER_PARAMS.some((name) => wire.has(name));
  const market = waits ? undefined : context.market;
  const isBuy = wire.get('side') === 'BUY';
  const side = filter['filterType'] === 'PERCENT_PRICE_BY_SIDE' ? (isBuy ? 'bidM' : 'askM') : 'm';
  const up = parseDecimal(filter[`${side}ultiplierUp`] ?? '');
  const down = parseDecimal(filter[`${side}ultiplierDown`] ?? '');
  return FILTERED_PARAMS.limitPrices.flatMap((param): FilterVerdict[] => {
    const price = decimalParam(wire, param);
    if (price === undefined || up === undefined || down === undefined) return [];
    const base = { filter: filter['filterType']!, param, value: formatTrimmed(price) };
    const factors = `${formatTrimmed(down)} to ${formatTrimmed(up)} times the price of the market`;
    if (market === undefined) return [{ ...base, verdict: 'not checked', bound: factors }];
    const band = {
      min: multiply(market, down),
      max: multiply(market, up),
      hasMin: !(isBandOneSided && isBuy),
      hasMax: !isBandOneSided || isBuy,
    };
    return [bandVerdict(base, price, band, factors, context)];
  });
}

/** The lowest and highest allowed prices around the market; a missing bound is not checked. */
interface PriceBand {
  readonly min: Decimal;
  readonly max: Decimal;
  readonly hasMin: boolean;
  readonly hasMax: boolean;
}

function bandVerdict(
  base: { readonly filter: string; readonly param: string; readonly value: string },
  price: Decimal,
  { min, max, hasMin, hasMax }: PriceBand,
  factors: string,
  context: FilterContext,
): FilterVerdict {
  const isLow = hasMin && compare(price, min) < 0;
  const isHigh = hasMax && compare(price, max) > 0;
  const bound = `${hasMin ? formatTrimmed(min) : '0'} to ${hasMax ? formatTrimmed(max) : 'any'}, ${factors}`;
  if (!isLow && !isHigh) return { ...base, verdict: 'pass', bound };
  const isClose =
    compare(price, multiply(min, DRIFT_DOWN_FACTOR)) >= 0 &&
    compare(price, multiply(max, DRIFT_UP_FACTOR)) <= 0;
  if (isClose) return { ...base, verdict: 'not checked', bound: `${bound}; too close to decide` };
  const valid = intersectRanges(validRange(base.param, context), { min, max, step: ANY.step });
  return { ...base, verdict: 'fail', bound, nearest: nearestValues(price, valid) };
}

/** Returns the verdict on the notional of an order: whether it is within its bounds. */
export function notionalVerdicts(filter: FilterRecord, context: FilterContext): readonly FilterVerdict[] {
  const { wire } = context;
  const type = wire.get('type');
  const least = parseDecimal(filter['minNotional'] ?? filter['notional'] ?? '');
  const most = parseDecimal(filter['maxNotional'] ?? '');
  const isMarket = type === 'MARKET';
  const applies = (flag: string | undefined) => !isMarket || flag !== 'false';
  const min = applies(filter['applyMinToMarket'] ?? filter['applyToMarket']) ? least : undefined;
  const max = applies(filter['applyMaxToMarket']) ? most : undefined;
  // Orders that only reduce a position have no minimum notional (public facts, Futures mechanics).
  if (wire.get('reduceOnly') === 'true' || wire.get('closePosition') === 'true') return [];
  if (min === undefined && max === undefined) return [];
  return ['price', 'stopLimitPrice'].flatMap((param): FilterVerdict[] => {
    if (param !== 'price' && !wire.has(param)) return [];
    return notionalVerdict(filter['filterType']!, param, { min, max }, context);
  });
}

function notionalVerdict(
  filter: string,
  priceParam: string,
  { min, max }: Pick<ValidRange, 'min' | 'max'>,
  context: FilterContext,
): FilterVerdict[] {
  const { wire, market } = context;
  const isQuote = wire.has('quoteOrderQty');
  const param = isQuote ? 'quoteOrderQty' : wire.has('quantity') ? 'quantity' : null;
  if (param === null) return [];
  const bound = [
    min === undefined ? '' : `at least ${formatTrimmed(min)}`,
    max === undefined ? '' : `at most ${formatTrimmed(max)}`,
  ]
    .filter((one) => one !== '')
    .join(', ');
  const notional = notionalOf(context, priceParam);
  // The notional of an order that waits for a trigger is computed from the market price at its trigger.
  if (notional === undefined)
    return [{ filter, param, verdict: 'not checked', value: null, bound: `a notional of ${bound}` }];
  const base = { filter, param, value: formatTrimmed(notional), bound: `a notional of ${bound}` };
  const price = decimalParam(wire, priceParam);
  const isMoving = !isQuote && price === undefined;
  const isLow = min !== undefined && compare(notional, min) < 0;
  const isHigh = max !== undefined && compare(notional, max) > 0;
  if (!isLow && !isHigh) return [{ ...base, verdict: 'pass' }];
  const isClose =
    isMoving &&
    (min === undefined || compare(notional, multiply(min, DRIFT_DOWN_FACTOR)) >= 0) &&
    (max === undefined || compare(notional, multiply(max, DRIFT_UP_FACTOR)) <= 0);
  if (isClose) return [{ ...base, verdict: 'not checked', bound: `${base.bound}; too close to decide` }];
  const at = isQuote ? ONE : (price ?? market!);
  return [
    {
      ...base,
      verdict: 'fail',
      nearest: nearestValues(decimalParam(wire, param)!, rangeForNotional(param, at, { min, max }, context)),
    },
  ];
}

/** Returns the quantities whose notional is within the bounds at a given price. */
function rangeForNotional(
  param: string,
  price: Decimal,
  { min, max }: Pick<ValidRange, 'min' | 'max'>,
  context: FilterContext,
): ValidRange {
  const range = validRange(param, context);
  const size =
    context.rules.contractSize === undefined ? undefined : parseDecimal(context.rules.contractSize);
  const each = size ?? price;
  if (each.value === 0n) return range;
  const per = (notional: Decimal | undefined, rounding: 'ceil' | 'floor') =>
    notional === undefined ? undefined : divide(notional, each, QUOTIENT_DIGITS, rounding);
  return intersectRanges(range, { min: per(min, 'ceil'), max: per(max, 'floor'), step: ANY.step });
}
