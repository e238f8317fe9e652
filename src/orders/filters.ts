/**
 * Checks an order against the filters of its symbol (public facts, Spot filters and Futures mechanics) with
 * exact decimals. Bounds that depend on the state of the account or on a moving price are left to the
 * exchange if the value is close to them, so that no order is rejected here that the exchange would accept.
 */
import { FILTERED_PARAMS } from '../catalogue/errors/filters.ts';
import { compare, divide, formatTrimmed, parseDecimal } from '../core/decimal.ts';
import type { WireArguments } from '../request/types.ts';
import {
  decimalParam,
  type FilterContext,
  type FilterVerdict,
  filterRange,
  QUOTIENT_DIGITS,
  rangeParams,
  validRange,
} from './filter-context.ts';
import { bandVerdicts, notionalVerdicts } from './market-filters.ts';
import type { FilterRecord } from './symbol-rules.ts';
import { ANY, brokenBounds, intersectRanges, nearestValues, parseRange } from './valid-range.ts';

/** Returns the verdict of each filter in the order in which the rules list them, precision first. */
export function checkFilters(context: FilterContext): readonly FilterVerdict[] {
  return [
    ...precisionVerdicts(context),
    ...context.rules.filters.flatMap((one) => checkFilter(one, context)),
  ];
}

/** Returns whether checking the order needs the market price. */
export function needsMarket({ rules, wire }: Pick<FilterContext, 'rules' | 'wire'>): boolean {
  const has = (part: string) => rules.filters.some((one) => (one['filterType'] ?? '').includes(part));
  const isPriced = FILTERED_PARAMS.limitPrices.some((name) => wire.has(name));
  if (isPriced) return has('PERCENT_PRICE');
  return wire.get('type') === 'MARKET' && wire.has('quantity') && has('NOTIONAL');
}

/** Returns the parameters of an order that must be multiples of a step. */
export function steppedParams(wire: WireArguments): readonly string[] {
  const { prices, quantities, icebergs } = FILTERED_PARAMS;
  return [...prices, ...quantities, ...icebergs].filter((name) => wire.has(name));
}

function checkFilter(filter: FilterRecord, context: FilterContext): readonly FilterVerdict[] {
  const name = filter['filterType'] ?? '';
  switch (name) {
    case 'PRICE_FILTER':
    case 'LOT_SIZE':
    case 'MARKET_LOT_SIZE':
      return rangeParams(filter, context.wire).flatMap((param) => rangeVerdicts(filter, param, context));
    case 'PERCENT_PRICE':
    case 'PERCENT_PRICE_BY_SIDE':
      return bandVerdicts(filter, context);
    case 'MIN_NOTIONAL':
    case 'NOTIONAL':
      return notionalVerdicts(filter, context);
    case 'ICEBERG_PARTS':
      return icebergVerdicts(filter, context);
    case 'TRAILING_DELTA':
      return trailingVerdicts(filter, context);
    default:
      return uncheckedVerdicts(filter, context);
  }
}

function rangeVerdicts(
  filter: FilterRecord,
  param: string,
  context: FilterContext,
): readonly FilterVerdict[] {
  const value = decimalParam(context.wire, param);
  if (value === undefined) return [];
  const range = filterRange(filter);
  const bounds = {
    minimum: `at least ${range.min === undefined ? '0' : formatTrimmed(range.min)}`,
    maximum: `at most ${range.max === undefined ? 'any' : formatTrimmed(range.max)}`,
    step: `a multiple of ${formatTrimmed(range.step)}`,
  };
  const base = { filter: filter['filterType']!, param, value: formatTrimmed(value) };
  const parts = brokenBounds(value, range);
  if (parts.length === 0) {
    const bound = `${range.min === undefined ? '' : `${bounds.minimum}, `}${range.max === undefined ? '' : `${bounds.maximum}, `}${bounds.step}`;
    return [{ ...base, verdict: 'pass', bound }];
  }
  const nearest = nearestValues(value, validRange(param, context));
  return parts.map((part) => ({ ...base, verdict: 'fail', bound: bounds[part], nearest }));
}

function icebergVerdicts(filter: FilterRecord, context: FilterContext): readonly FilterVerdict[] {
  const { wire } = context;
  const quantity = decimalParam(wire, 'quantity');
  const limit = parseDecimal(filter['limit'] ?? '');
  if (quantity === undefined || limit === undefined || limit.value === 0n) return [];
  return FILTERED_PARAMS.icebergs.flatMap((param): FilterVerdict[] => {
    const part = decimalParam(wire, param);
    if (part === undefined || part.value === 0n) return [];
    const parts = divide(quantity, part, 0, 'ceil');
    const base = {
      filter: 'ICEBERG_PARTS',
      param,
      value: formatTrimmed(part),
      bound: `at most ${formatTrimmed(limit)} parts, found ${formatTrimmed(parts)}`,
    };
    if (compare(parts, limit) <= 0) return [{ ...base, verdict: 'pass' }];
    const least = divide(quantity, limit, QUOTIENT_DIGITS, 'ceil');
    const valid = intersectRanges(validRange(param, context), { min: least, max: quantity, step: ANY.step });
    return [{ ...base, verdict: 'fail', nearest: nearestValues(part, valid) }];
  });
}

/**
 * Returns the verdicts on a trailing delta: trailing stops that trigger above the market have other bounds
 * than those that trigger below it.
 */
function trailingVerdicts(filter: FilterRecord, { wire }: FilterContext): readonly FilterVerdict[] {
  const delta = decimalParam(wire, 'trailingDelta');
  if (delta === undefined) return [];
  const isBuy = wire.get('side') === 'BUY';
  // The stop-loss order of an order list has no type parameter of its own.
  const isProfit = (wire.get('type') ?? '').startsWith('TAKE_PROFIT');
  const pair = isBuy !== isProfit ? 'Above' : 'Below';
  const range = parseRange(filter[`minTrailing${pair}Delta`], filter[`maxTrailing${pair}Delta`], '1');
  const [least, most] = [range.min, range.max].map((one) => (one === undefined ? 'any' : formatTrimmed(one)));
  const base = {
    filter: 'TRAILING_DELTA',
    param: 'trailingDelta',
    value: formatTrimmed(delta),
    bound: `${least} to ${most} bips`,
  };
  if (brokenBounds(delta, range).length === 0) return [{ ...base, verdict: 'pass' }];
  return [{ ...base, verdict: 'fail', nearest: nearestValues(delta, range) }];
}

/**
 * Returns the verdict `unchecked` with the bound of a filter that only the exchange can check, such as the
 * number of open orders.
 */
function uncheckedVerdicts(filter: FilterRecord, { wire }: FilterContext): readonly FilterVerdict[] {
  const name = filter['filterType'] ?? '';
  const most = Object.entries(filter).find(([field]) => /^(max(Num|Position)|limit)/.test(field))?.[1];
  if (most === undefined) return [];
  const concerns =
    (!/ICEBERG/.test(name) || FILTERED_PARAMS.icebergs.some((one) => wire.has(one))) &&
    (!/ALGO/.test(name) ||
      /STOP|TAKE_PROFIT|TRAILING/.test(wire.get('type') ?? '') ||
      wire.has('stopPrice')) &&
    (!/ORDER_LISTS/.test(name) || wire.has('listClientOrderId')) &&
    (!/AMENDS/.test(name) || wire.has('newQty')) &&
    (!/POSITION/.test(name) || wire.get('side') === 'BUY');
  if (!concerns) return [];
  return [{ filter: name, param: null, verdict: 'not checked', value: null, bound: `at most ${most}` }];
}

/**
 * Returns the verdicts on the number of decimals: the exchange refuses more decimals than the asset has,
 * whatever the filters allow; trailing zeros do not count.
 */
function precisionVerdicts(context: FilterContext): readonly FilterVerdict[] {
  const { wire, rules } = context;
  const { prices, quantities, icebergs } = FILTERED_PARAMS;
  const checkDigits = (names: readonly string[], digits: number | undefined): FilterVerdict[] =>
    names.flatMap((param): FilterVerdict[] => {
      const value = decimalParam(wire, param);
      if (value === undefined || digits === undefined) return [];
      const text = formatTrimmed(value);
      const found = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
      const bound = `at most ${digits} digits after the point`;
      const base = { filter: 'PRECISION', param, value: text, bound };
      if (found <= digits) return [{ ...base, verdict: 'pass' }];
      const step = { value: 1n, scale: digits };
      const valid = intersectRanges(validRange(param, context), { min: undefined, max: undefined, step });
      return [{ ...base, verdict: 'fail', nearest: nearestValues(value, valid) }];
    });
  return [
    ...checkDigits([...prices, 'quoteOrderQty'], rules.priceDigits),
    ...checkDigits([...quantities, ...icebergs], rules.quantityDigits),
  ];
}
