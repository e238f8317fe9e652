/**
 * Checks an order before it leaves: its parameters, then the filters of its symbol, all faults together. Never rounds
 * what was not asked to be rounded.
 */
import type { Endpoint } from '../../catalogue/types.ts';
import type { RuledBy } from '../../catalogue/write-types.ts';
import {
  ceilToStep,
  compare,
  type Decimal,
  decimalOf,
  floorToStep,
  isZero,
  nearestToStep,
} from '../../core/decimal.ts';
import { type Fault, ToolError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { type FilterContext, legalRange, type Verdict } from '../../orders/filter-context.ts';
import { checkFilters, needsMarket, steppedParams } from '../../orders/filters.ts';
import { notionalOf } from '../../orders/market-filters.ts';
import { RULES_SURE_MS } from '../../orders/rules-cache.ts';
import { shortDecimal } from '../../orders/valid-range.ts';
import { readArguments } from '../../request/arguments.ts';
import { faultsError, requestOf } from '../../request/prepare.ts';
import type { PreparedRequest, WireArguments } from '../../request/types.ts';
import type { CommandCall, TypedArgument } from '../types.ts';
import { elementsOf } from './batch-orders.ts';
import { marketPrice, type PublicReader, publicReader, rulesOf } from './order-filters.ts';

/** An order that may be sent. */
export interface CheckedOrder {
  readonly request: PreparedRequest;
  readonly wire: WireArguments;
  /** What the filters say of it, where they were asked. */
  readonly verdicts: readonly Verdict[];
  /** What it comes to in the quote asset, where that can be told. */
  readonly notional: { readonly amount: string; readonly asset: string | null } | null;
}

/** One order of the request: the whole of it, or an element of its list. */
interface Part {
  /** What stands before a parameter's name in faults, such as "batchOrders[1]."; empty for the whole. */
  readonly place: string;
  readonly wire: WireArguments;
}

/**
 * Returns the order as it would be sent. Throws a usage error with every fault of parameters and filters; nothing is
 * sent then. Rules and prices that cannot be had are said and left to the exchange.
 */
export async function checkOrder(
  call: CommandCall,
  endpoint: Endpoint,
  given: readonly TypedArgument[],
): Promise<CheckedOrder> {
  const { services, output, options } = call;
  const read = readArguments(endpoint, given, { now: services.world.clock.now() });
  for (const note of read.notes) output.note(note);
  const { ruledBy } = endpoint;
  const parts = partsOf(endpoint, read.wire, read.faults);
  const isUnchecked = ruledBy === undefined || parts.length === 0 || options['skip-filters'] === true;
  const judged = isUnchecked ? undefined : await judgeAll(call, endpoint, ruledBy, { ...read, parts });
  const faults = [...read.faults, ...(judged?.faults ?? [])];
  if (faults.length > 0) throw faultsError(endpoint.id, faults);
  const wire = judged?.rounded ?? read.wire;
  return {
    request: requestOf(endpoint, wire),
    wire,
    verdicts: judged?.verdicts ?? [],
    notional: judged?.notional ?? null,
  };
}

/** The orders whose symbol, side and type can be read; of what is faulty in itself no filter is asked. */
function partsOf(endpoint: Endpoint, wire: WireArguments, faults: readonly Fault[]): readonly Part[] {
  const faulty = new Set(faults.map(({ param }) => param));
  const list = endpoint.ownId?.each;
  if (list !== undefined) {
    if (faults.length > 0) return [];
    return elementsOf(endpoint, wire).map((order, at) => ({ place: `${list}[${at}].`, wire: order }));
  }
  const isKnown = !['symbol', 'side', 'type'].some((name) => faulty.has(name)) && wire.has('symbol');
  if (!isKnown) return [];
  return [{ place: '', wire: new Map([...wire].filter(([name]) => !faulty.has(name))) }];
}

interface Read {
  readonly wire: WireArguments;
  readonly faults: readonly Fault[];
  readonly parts: readonly Part[];
}

interface Judged {
  readonly verdicts: readonly Verdict[];
  readonly faults: readonly Fault[];
  readonly rounded: WireArguments | undefined;
  readonly notional: CheckedOrder['notional'];
}

async function judgeAll(
  call: CommandCall,
  endpoint: Endpoint,
  ruledBy: RuledBy,
  { wire, faults, parts }: Read,
): Promise<Judged> {
  const isKeyed = call.options['dry-run'] !== true && faults.length === 0;
  const reader = await publicReader(call, requestOf(endpoint, wire), isKeyed);
  const judged: Judged[] = [];
  for (const part of parts) judged.push(await judge(call, ruledBy, part, reader, faults.length === 0));
  const [one] = judged;
  return {
    verdicts: judged.flatMap((each) => each.verdicts),
    faults: judged.flatMap((each) => each.faults),
    rounded: judged.length === 1 && parts[0]?.place === '' && faults.length === 0 ? one?.rounded : undefined,
    notional: judged.length === 1 ? (one?.notional ?? null) : null,
  };
}

async function judge(
  call: CommandCall,
  ruledBy: RuledBy,
  part: Part,
  reader: PublicReader,
  mayLeave: boolean,
): Promise<Judged> {
  const { options, output } = call;
  const symbol = part.wire.get('symbol')!;
  const way = options['round'] as 'down' | 'up' | 'nearest' | undefined;
  const ageMaxMs = way === undefined ? undefined : RULES_SURE_MS;
  const attempt = async (age: number | undefined) => {
    const { rules, readAt } = await rulesOf(call, ruledBy, symbol, reader, age);
    const rounded = way === undefined ? part.wire : roundedTo(way, { rules, wire: part.wire });
    const unpriced = {
      rules,
      wire: rounded,
      market: undefined,
      isBandOneSided: ruledBy.isBandOneSided === true,
    };
    const isPriced =
      needsMarket(unpriced) || (options['dry-run'] === true && part.wire.get('type') === 'MARKET');
    const context: FilterContext = {
      ...unpriced,
      market: isPriced ? await marketPrice(ruledBy, symbol, reader) : undefined,
    };
    return { context, readAt, verdicts: checkFilters(context) };
  };
  try {
    let found = await attempt(ageMaxMs);
    const isSure = call.services.world.clock.now() - found.readAt <= RULES_SURE_MS;
    // Kept rules may be older than the exchange's: nothing is refused by them before they are read anew.
    if (!isSure && found.verdicts.some(({ verdict }) => verdict === 'fail'))
      found = await attempt(RULES_SURE_MS);
    const { context, verdicts } = found;
    if (way !== undefined) tellRounded(call, part, context.wire);
    return {
      verdicts: verdicts.map((one) => ({
        ...one,
        param: one.param === null ? null : part.place + one.param,
      })),
      faults: verdicts.filter(({ verdict }) => verdict === 'fail').map((one) => faultOf(one, part.place)),
      rounded: context.wire,
      notional: worthOf(context),
    };
  } catch (thrown) {
    const { aborted } = call.services.world.interrupt;
    if (aborted || (mayLeave && way !== undefined)) throw thrown;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    // What has faults already goes nowhere: they are told, and no exchange checks anything.
    if (mayLeave)
      output.note(
        `The filters of ${safeText(symbol)} were not checked here; the exchange checks them. ${safeText(why)}`,
      );
    return { verdicts: [], faults: [], rounded: undefined, notional: null };
  }
}

function worthOf(context: FilterContext): CheckedOrder['notional'] {
  const amount = notionalOf(context);
  if (amount === undefined) return null;
  return { amount: shortDecimal(amount), asset: context.rules.quoteAsset ?? null };
}

const ROUNDINGS = { down: floorToStep, up: ceilToStep, nearest: nearestToStep } as const;

function roundedTo(
  way: keyof typeof ROUNDINGS,
  context: Pick<FilterContext, 'rules' | 'wire'>,
): WireArguments {
  const rounded = new Map(context.wire);
  for (const name of steppedParams(context.wire)) {
    const value: Decimal = decimalOf(context.wire.get(name)!);
    const { step } = legalRange(name, context);
    const stepped = isZero(step) ? value : ROUNDINGS[way](value, step);
    if (compare(stepped, value) !== 0) rounded.set(name, shortDecimal(stepped));
  }
  return rounded;
}

function tellRounded({ output }: CommandCall, { place, wire }: Part, rounded: WireArguments): void {
  if (place !== '')
    throw new ToolError({
      kind: 'usage',
      message: '--round is for single orders; the orders of a list are sent as they stand.',
      execution: 'not_executed',
    });
  for (const [name, text] of rounded) {
    const before = wire.get(name);
    if (before !== undefined && before !== text)
      output.note(`${name} was rounded from ${before} to ${text}.`);
  }
}

function faultOf({ filter, param, bound, value, nearest }: Verdict, place: string): Fault {
  const name = `${place}${param ?? ''}`;
  const sides = [
    nearest?.down == null ? '' : `${nearest.down} below`,
    nearest?.up == null ? '' : `${nearest.up} above`,
  ].filter((one) => one !== '');
  const next =
    sides.length === 0
      ? 'No legal value is near it.'
      : `The nearest legal ${sides.length === 1 ? 'value is' : 'values are'} ${sides.join(' and ')}.`;
  return {
    param: name,
    rule: 'filter',
    filter,
    expected: bound,
    found: value ?? '',
    ...(nearest === undefined ? {} : { nearest }),
    message: `${name}: expected ${bound} (${filter}), found ${value ?? 'nothing'}. ${next}`,
  };
}
