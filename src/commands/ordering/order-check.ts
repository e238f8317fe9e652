/**
 * Checks an order before it is sent: its parameters and the filters of its symbol. All faults are reported
 * together. Values are rounded with --round only.
 */
import { fetchPrice, loadRules, type PublicReader } from '../../app/symbol-market.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import type { OrderLeg, OrderRules } from '../../catalogue/write-types.ts';
import {
  ceilToStep,
  compare,
  type Decimal,
  decimalOf,
  floorToStep,
  formatTrimmed,
  isZero,
  nearestToStep,
} from '../../core/decimal.ts';
import { type Fault, ToolError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { type FilterContext, type FilterVerdict, validRange } from '../../orders/filter-context.ts';
import { checkFilters, needsMarket, steppedParams } from '../../orders/filters.ts';
import { notionalOf } from '../../orders/market-filters.ts';
import type { StatedOrder } from '../../orders/order-words.ts';
import { RULES_TRUSTED_MS } from '../../orders/rules-cache.ts';
import { readArguments } from '../../request/arguments.ts';
import { argumentsError, buildRequest } from '../../request/prepare.ts';
import type { PreparedRequest, WireArguments } from '../../request/types.ts';
import type { CommandCall, TypedArgument } from '../types.ts';
import { batchOrdersOf } from './batch-orders.ts';
import { createPublicReader } from './order-filters.ts';

/** An order that passed all checks. */
export interface CheckedOrder {
  readonly request: PreparedRequest;
  readonly wire: WireArguments;
  /** The result of each symbol filter; empty if filters were not checked. */
  readonly verdicts: readonly FilterVerdict[];
  /**
   * The order, the orders of a batch or those of an order list, each with the parameter names of a single
   * order.
   */
  readonly orders: readonly StatedOrder[];
  /** Notional of the order in the quote asset; null if unknown. */
  readonly notional: { readonly amount: string; readonly asset: string | null } | null;
}

/** One order of the request: the single order, an element of a batch, or an order of a list. */
interface OrderPart {
  /**
   * Returns the name that a parameter of this order has in the request, such as "batchOrders[1].price" or
   * "abovePrice".
   */
  readonly nameOf: (param: string) => string;
  /** The order with the parameter names of a single order. */
  readonly wire: WireArguments;
  /** Whether the order is an element of a batch. */
  readonly isBatched: boolean;
}

/**
 * Returns the order as it would be sent. Throws a usage error with every fault of parameters and filters. If
 * symbol rules or prices cannot be fetched, stderr says so, and the exchange checks the filters.
 */
export async function checkOrder(
  call: CommandCall,
  endpoint: Endpoint,
  given: readonly TypedArgument[],
): Promise<CheckedOrder> {
  const { services, output, options } = call;
  const input = readArguments(endpoint, given, { now: services.world.clock.now() });
  for (const note of input.notes) output.note(note);
  const { orderRules } = endpoint;
  const orders = ordersToCheck(endpoint, input.wire, input.faults);
  const isUnchecked = orderRules === undefined || orders.length === 0 || options['skip-filters'] === true;
  const results = isUnchecked
    ? undefined
    : await checkAllFilters(call, endpoint, orderRules, { ...input, orders });
  const faults = [...input.faults, ...(results?.faults ?? [])];
  if (faults.length > 0) throw argumentsError(endpoint.id, faults);
  const wire = results?.rounded ?? input.wire;
  return {
    request: buildRequest(endpoint, wire),
    wire,
    verdicts: results?.verdicts ?? [],
    orders: results?.orders ?? orders.map(({ wire }) => ({ wire, quoteAsset: undefined })),
    notional: results?.notional ?? null,
  };
}

/**
 * Returns the orders whose symbol, side and type are valid; filters are not checked for faulty parameters.
 */
function ordersToCheck(
  endpoint: Endpoint,
  wire: WireArguments,
  faults: readonly Fault[],
): readonly OrderPart[] {
  const faulty = new Set(faults.map(({ param }) => param));
  const list = endpoint.clientIds?.listField;
  if (list !== undefined) {
    if (faults.length > 0) return [];
    return batchOrdersOf(endpoint, wire).map((order, at) => ({
      nameOf: (param) => `${list}[${at}].${param}`,
      wire: order,
      isBatched: true,
    }));
  }
  if (endpoint.legs !== undefined) return faulty.has('symbol') ? [] : legOrders(endpoint.legs, wire, faulty);
  const isKnown = !['symbol', 'side', 'type'].some((name) => faulty.has(name)) && wire.has('symbol');
  if (!isKnown) return [];
  const known = new Map([...wire].filter(([name]) => !faulty.has(name)));
  return [{ nameOf: (param) => param, wire: known, isBatched: false }];
}

/** Returns the orders of a list whose side and type are valid. */
function legOrders(
  legs: readonly OrderLeg[],
  wire: WireArguments,
  faulty: ReadonlySet<string | undefined>,
): readonly OrderPart[] {
  return legs.flatMap(({ params }, index): OrderPart[] => {
    const isKnown = ['side', 'type'].every((name) => wire.has(params[name]!) && !faulty.has(params[name]!));
    if (!isKnown || !wire.has('symbol')) return [];
    const own = Object.entries(params).filter(([, name]) => wire.has(name) && !faulty.has(name));
    // Parameters of the whole order list are counted once, with its first order.
    const shared = index === 0 ? ['symbol', 'listClientOrderId'] : ['symbol'];
    const order = new Map([
      ...shared.flatMap((name) => (wire.has(name) ? [[name, wire.get(name)!] as const] : [])),
      ...own.map(([name, of]) => [name, wire.get(of)!] as const),
    ]);
    return [{ nameOf: (param) => params[param] ?? param, wire: order, isBatched: false }];
  });
}

interface ReadOrder {
  readonly wire: WireArguments;
  readonly faults: readonly Fault[];
  readonly orders: readonly OrderPart[];
}

interface FilterResult {
  readonly verdicts: readonly FilterVerdict[];
  readonly faults: readonly Fault[];
  readonly rounded: WireArguments | undefined;
  readonly orders: readonly StatedOrder[];
  readonly notional: CheckedOrder['notional'];
}

async function checkAllFilters(
  call: CommandCall,
  endpoint: Endpoint,
  orderRules: OrderRules,
  { wire, faults, orders }: ReadOrder,
): Promise<FilterResult> {
  const usesKeys = call.options['dry-run'] !== true && faults.length === 0;
  const reader = await createPublicReader(call, buildRequest(endpoint, wire), usesKeys);
  const results: FilterResult[] = [];
  for (const order of orders)
    results.push(await checkOrderFilters(call, orderRules, order, reader, faults.length === 0));
  const [one] = results;
  return {
    verdicts: results.flatMap((each) => each.verdicts),
    faults: results.flatMap((each) => each.faults),
    rounded: faults.length === 0 ? roundedRequest(wire, orders, results) : undefined,
    orders: results.flatMap((each) => each.orders),
    notional: results.length === 1 ? (one?.notional ?? null) : null,
  };
}

/** Returns the request with the rounded values of its orders; undefined for a batch. */
function roundedRequest(
  wire: WireArguments,
  orders: readonly OrderPart[],
  results: readonly FilterResult[],
): WireArguments | undefined {
  if (orders.some(({ isBatched }) => isBatched)) return undefined;
  const rounded = new Map(wire);
  for (const [index, { nameOf }] of orders.entries())
    for (const [name, text] of results[index]?.rounded ?? []) rounded.set(nameOf(name), text);
  return rounded;
}

async function checkOrderFilters(
  call: CommandCall,
  orderRules: OrderRules,
  order: OrderPart,
  reader: PublicReader,
  willBeSent: boolean,
): Promise<FilterResult> {
  const { options, output } = call;
  const symbol = order.wire.get('symbol')!;
  const mode = options['round'] as 'down' | 'up' | 'nearest' | undefined;
  const firstAgeMaxMs = mode === undefined ? undefined : RULES_TRUSTED_MS;
  const check = async (maxAgeMs: number | undefined) => {
    const { rules, readAt } = await loadRules(call.services.world, orderRules, symbol, reader, maxAgeMs);
    const rounded = mode === undefined ? order.wire : roundToSteps(mode, { rules, wire: order.wire });
    const withoutPrice = {
      rules,
      wire: rounded,
      market: undefined,
      isBandOneSided: orderRules.isBandOneSided === true,
      isBandAtTrigger: orderRules.isBandAtTrigger === true,
    };
    const needsPrice =
      needsMarket(withoutPrice) || (options['dry-run'] === true && order.wire.get('type') === 'MARKET');
    const context: FilterContext = {
      ...withoutPrice,
      market: needsPrice ? await fetchPrice(orderRules.price, symbol, reader) : undefined,
    };
    return { context, readAt, verdicts: checkFilters(context) };
  };
  try {
    let found = await check(firstAgeMaxMs);
    const isRecent = call.services.world.clock.now() - found.readAt <= RULES_TRUSTED_MS;
    // Cached symbol rules may be outdated: an order that fails them is checked again with rules that were just
    // fetched.
    if (!isRecent && found.verdicts.some(({ verdict }) => verdict === 'fail'))
      found = await check(RULES_TRUSTED_MS);
    const { context, verdicts } = found;
    if (mode !== undefined) noteRounding(call, order, context.wire);
    return {
      verdicts: verdicts.map((one) => ({
        ...one,
        param: one.param === null ? null : order.nameOf(one.param),
      })),
      faults: verdicts
        .filter(({ verdict }) => verdict === 'fail')
        .map((one) => filterFault(one, order.nameOf)),
      rounded: context.wire,
      orders: [{ wire: context.wire, quoteAsset: context.rules.quoteAsset }],
      notional: notionalAmount(context),
    };
  } catch (thrown) {
    const { aborted } = call.services.world.interrupt;
    if (aborted || (willBeSent && mode !== undefined)) throw thrown;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    // The note that the exchange checks the filters is printed only if the order will be sent; an order with
    // other faults is not.
    if (willBeSent)
      output.note(
        `The filters of ${safeText(symbol)} were not checked locally; the exchange checks them. ${safeText(reason)}`,
      );
    const orders = [{ wire: order.wire, quoteAsset: undefined }];
    return { verdicts: [], faults: [], rounded: undefined, orders, notional: null };
  }
}

function notionalAmount(context: FilterContext): CheckedOrder['notional'] {
  const amount = notionalOf(context);
  if (amount === undefined) return null;
  return { amount: formatTrimmed(amount), asset: context.rules.quoteAsset ?? null };
}

const ROUNDINGS = { down: floorToStep, up: ceilToStep, nearest: nearestToStep } as const;

function roundToSteps(
  mode: keyof typeof ROUNDINGS,
  context: Pick<FilterContext, 'rules' | 'wire'>,
): WireArguments {
  const rounded = new Map(context.wire);
  for (const name of steppedParams(context.wire)) {
    const value: Decimal = decimalOf(context.wire.get(name)!);
    const { step } = validRange(name, context);
    const stepped = isZero(step) ? value : ROUNDINGS[mode](value, step);
    if (compare(stepped, value) !== 0) rounded.set(name, formatTrimmed(stepped));
  }
  return rounded;
}

function noteRounding(
  { output }: CommandCall,
  { nameOf, isBatched, wire }: OrderPart,
  rounded: WireArguments,
): void {
  if (isBatched)
    throw new ToolError({
      kind: 'usage',
      message: '--round applies to single orders; the orders of a batch are sent unchanged.',
      execution: 'not_executed',
    });
  for (const [name, text] of rounded) {
    const before = wire.get(name);
    if (before !== undefined && before !== text)
      output.note(`${nameOf(name)} was rounded from ${before} to ${text}.`);
  }
}

function filterFault(
  { filter, param, bound, value, nearest }: FilterVerdict,
  nameOf: (param: string) => string,
): Fault {
  const name = nameOf(param ?? '');
  const nearestTexts = [
    nearest?.down == null ? '' : `${nearest.down} below`,
    nearest?.up == null ? '' : `${nearest.up} above`,
  ].filter((one) => one !== '');
  const suggestion =
    nearestTexts.length === 0
      ? 'There is no valid value near it.'
      : `Nearest valid ${nearestTexts.length === 1 ? 'value' : 'values'}: ${nearestTexts.join(' and ')}.`;
  return {
    param: name,
    rule: 'filter',
    filter,
    expected: bound,
    found: value ?? '',
    ...(nearest === undefined ? {} : { nearest }),
    message: `${name}: expected ${bound} (${filter}), found ${value ?? 'nothing'}. ${suggestion}`,
  };
}
