/** The types of filter checks: an order, the rules of its symbol, and a verdict on each value. */
import { FILTERED_PARAMS } from '../catalogue/errors/filters.ts';
import { type Decimal, parseDecimal } from '../core/decimal.ts';
import type { WireArguments } from '../request/types.ts';
import type { FilterRecord, SymbolRules } from './symbol-rules.ts';
import { ANY, intersectRanges, type NearestValues, parseRange, type ValidRange } from './valid-range.ts';

/** The verdict of one filter on one value of an order. */
export interface FilterVerdict {
  readonly filter: string;
  readonly param: string | null;
  readonly verdict: 'pass' | 'fail' | 'not checked';
  readonly value: string | null;
  /** What the filter allows for the value, such as "a multiple of 0.01". */
  readonly bound: string;
  readonly nearest?: NearestValues;
}

/** What the filters need to check an order. */
export interface FilterContext {
  readonly rules: SymbolRules;
  /**
   * The parameters of the single order, or of one order of a batch. Parameters without a value are left out.
   */
  readonly wire: WireArguments;
  /**
   * The market price that price bands and market orders are checked against; undefined if it is not known.
   */
  readonly market: Decimal | undefined;
  readonly isBandOneSided: boolean;
  /**
   * Whether the price band of an order that waits for a trigger is computed from the market price at the
   * trigger.
   */
  readonly isBandAtTrigger?: boolean;
}

/** The number of digits of a quotient before it is rounded to a step. */
export const QUOTIENT_DIGITS = 30;

/** Returns the values that all filters of a price or a quantity allow together. */
export function validRange(
  param: string,
  { rules, wire }: Pick<FilterContext, 'rules' | 'wire'>,
): ValidRange {
  return rules.filters
    .filter((one) => rangeParams(one, wire).includes(param))
    .reduce((range, one) => intersectRanges(range, filterRange(one)), ANY);
}

/** Returns the parameters of an order that a filter with minimum, maximum and step checks. */
export function rangeParams(filter: FilterRecord, wire: WireArguments): readonly string[] {
  const { prices, quantities, icebergs } = FILTERED_PARAMS;
  const names = {
    PRICE_FILTER: prices,
    LOT_SIZE: [...quantities, ...icebergs],
    MARKET_LOT_SIZE: wire.get('type') === 'MARKET' ? quantities : [],
  }[filter['filterType'] ?? ''];
  return (names ?? []).filter((name) => wire.has(name));
}

/** Returns the minimum, maximum and step of a filter. */
export function filterRange(filter: FilterRecord): ValidRange {
  return filter['filterType'] === 'PRICE_FILTER'
    ? parseRange(filter['minPrice'], filter['maxPrice'], filter['tickSize'])
    : parseRange(filter['minQty'], filter['maxQty'], filter['stepSize']);
}

/** Returns a parameter of an order as a number; undefined if the order does not have it. */
export function decimalParam(wire: WireArguments, name: string): Decimal | undefined {
  const text = wire.get(name);
  return text === undefined ? undefined : parseDecimal(text);
}
