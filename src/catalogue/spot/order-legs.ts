/**
 * The orders of an order list: the parameters of each order carry a prefix, such as `abovePrice` (spot API
 * documentation, Order lists).
 */
import { TIME_IN_FORCE_SPOT } from '../enums/orders.ts';
import { positive } from '../order-params.ts';
import { clientOrderId } from '../params.ts';
import type { Param, Requirement, Rule } from '../types.ts';
import type { OrderLeg } from '../write-types.ts';
import { pegParams, pegRules } from './pegs.ts';

/** The parameters of an order of a list, without its prefix. */
type LegSuffix =
  | 'Type'
  | 'ClientOrderId'
  | 'Price'
  | 'StopPrice'
  | 'TrailingDelta'
  | 'IcebergQty'
  | 'TimeInForce'
  | 'StrategyId'
  | 'StrategyType'
  | 'PegPriceType'
  | 'PegOffsetType'
  | 'PegOffsetValue';

type LegParams<P extends string> = { readonly [S in LegSuffix as `${P}${S}`]: Param };
type LegName<P extends string> = `${P}${LegSuffix}`;

/** The parameters of an order of a list that never waits for a trigger. */
type LimitSuffix = Exclude<LegSuffix, 'StopPrice' | 'TrailingDelta'>;
type LimitParams<P extends string> = { readonly [S in LimitSuffix as `${P}${S}`]: Param };

/** The types that an order of a list may have. */
export const LEG_TYPES = {
  working: ['LIMIT', 'LIMIT_MAKER'],
  pending: [
    'LIMIT',
    'LIMIT_MAKER',
    'MARKET',
    'STOP_LOSS',
    'STOP_LOSS_LIMIT',
    'TAKE_PROFIT',
    'TAKE_PROFIT_LIMIT',
  ],
  /** The types of the two orders of which one cancels the other (OCO). */
  pair: ['LIMIT_MAKER', 'STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'],
} as const;

/** Returns the parameters of an order of a list; `of` says which order, such as "the order above". */
export function legParams<const P extends string>(
  prefix: P,
  of: string,
  types: readonly string[],
): LegParams<P> {
  const params: Readonly<Record<LegSuffix, Param>> = {
    Type: { type: 'ENUM', about: `Type of ${of}`, values: types, required: true },
    ClientOrderId: { ...clientOrderId, about: `Client id of ${of}; generated if omitted` },
    Price: { ...positive, about: `Limit price of ${of}` },
    StopPrice: { ...positive, about: `Trigger price of ${of}` },
    TrailingDelta: {
      type: 'LONG',
      about: `Distance of ${of}, if it is a trailing stop`,
      unit: 'bips',
      min: 1,
    },
    IcebergQty: { ...positive, about: `Iceberg quantity of ${of}` },
    TimeInForce: { type: 'ENUM', about: `Time in force of ${of}`, values: TIME_IN_FORCE_SPOT },
    StrategyId: { type: 'LONG', about: `Strategy id of ${of}` },
    StrategyType: { type: 'INT', about: `Strategy type of ${of}`, min: 1_000_000 },
    PegPriceType: { ...pegParams.pegPriceType, about: `Side of the book from which ${of} takes its price` },
    PegOffsetType: { ...pegParams.pegOffsetType, about: `Unit of the price offset of ${of}` },
    PegOffsetValue: { ...pegParams.pegOffsetValue, about: `Price levels of the offset of ${of}` },
  };
  return Object.fromEntries(
    Object.entries(params).map(([suffix, param]) => [`${prefix}${suffix}`, param]),
  ) as LegParams<P>;
}

/** Returns the parameters of a working order, which is a limit order. */
export function workingParams(): LimitParams<'working'> {
  const all = legParams('working', 'the working order', LEG_TYPES.working);
  const { workingStopPrice: _stopPrice, workingTrailingDelta: _trailingDelta, ...params } = all;
  return params;
}

/** Returns the rules of a working order. */
export function workingRules(): readonly Rule<`working${LimitSuffix}`>[] {
  return legRules('working', LEG_TYPES.working) as readonly Rule<`working${LimitSuffix}`>[];
}

/**
 * Returns the rules of an order of a list: the parameters that its type requires, and those that its type
 * forbids.
 */
export function legRules<const P extends string>(
  prefix: P,
  types: readonly string[],
): readonly Rule<LegName<P>>[] {
  const name = <S extends LegSuffix>(suffix: S): LegName<P> => `${prefix}${suffix}` as LegName<P>;
  const [type, price, timeInForce] = [name('Type'), name('Price'), name('TimeInForce')];
  const trigger = { anyOf: [name('StopPrice'), name('TrailingDelta')] } as const;
  const priced = { param: price, unless: name('PegPriceType') } as const;
  const needs: Readonly<Record<string, readonly Requirement<LegName<P>>[]>> = {
    LIMIT: [timeInForce, priced],
    LIMIT_MAKER: [priced],
    STOP_LOSS: [trigger],
    STOP_LOSS_LIMIT: [timeInForce, priced, trigger],
    TAKE_PROFIT: [trigger],
    TAKE_PROFIT_LIMIT: [timeInForce, priced, trigger],
  };
  const isOf = (among: readonly string[]) => types.filter((one) => among.includes(one));
  const noPrice = isOf(['MARKET', 'STOP_LOSS', 'TAKE_PROFIT']);
  const noTimeInForce = isOf(['MARKET', 'STOP_LOSS', 'TAKE_PROFIT', 'LIMIT_MAKER']);
  // An order that never waits for a trigger has no parameters for it.
  const hasTrigger = isOf(['STOP_LOSS', 'TAKE_PROFIT']).length > 0;
  const noTrigger = hasTrigger ? isOf(['LIMIT', 'LIMIT_MAKER', 'MARKET']) : [];
  const excludes = (param: LegName<P>, is: readonly string[]): readonly Rule<LegName<P>>[] =>
    is.length === 0
      ? []
      : [
          {
            rule: 'conflict',
            param,
            beside: type,
            is,
            refusal: [-1106, `Parameter '${param}' sent when not required.`],
          },
        ];
  return [
    {
      rule: 'needs-by-value',
      param: type,
      needs: Object.fromEntries(Object.entries(needs).filter(([one]) => types.includes(one))),
    },
    ...pegRules(
      {
        type,
        priceType: name('PegPriceType'),
        offsetType: name('PegOffsetType'),
        offsetValue: name('PegOffsetValue'),
      },
      types,
    ),
    ...excludes(price, noPrice),
    ...excludes(timeInForce, noTimeInForce),
    ...excludes(name('IcebergQty'), noPrice),
    ...excludes(name('StopPrice'), noTrigger),
    ...excludes(name('TrailingDelta'), noTrigger),
    {
      rule: 'conflict',
      param: name('IcebergQty'),
      beside: timeInForce,
      is: ['IOC', 'FOK'],
      refusal: [
        -1160,
        `Parameter '${name('IcebergQty')}' is not supported if \`${timeInForce}\` is not GTC.`,
      ],
    },
  ];
}

const STOP_LOSS = ['STOP_LOSS', 'STOP_LOSS_LIMIT'] as const;
const TAKE_PROFIT = ['TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'] as const;

/**
 * Returns which types the orders above and below the market may have by their side: to sell, the limit or take-profit
 * order is above and the stop-loss order below; to buy, the other way round (spot API documentation, Errors).
 */
export function pairRules<const A extends string, const B extends string, const S extends string>(
  above: A,
  below: B,
  side: S,
): readonly Rule<`${A}Type` | `${B}Type` | S>[] {
  const [aboveType, belowType] = [`${above}Type`, `${below}Type`] as const;
  const wrong = (
    param: `${A}Type` | `${B}Type`,
    values: readonly string[],
    is: 'BUY' | 'SELL',
    refusal: readonly [number, string],
  ) => ({ rule: 'conflict', param, values, beside: side, is: [is], refusal }) as const;
  return [
    wrong(aboveType, ['LIMIT_MAKER'], 'BUY', [-1165, 'A limit order in a buy OCO must be below.']),
    wrong(belowType, ['LIMIT_MAKER'], 'SELL', [-1166, 'A limit order in a sell OCO must be above.']),
    wrong(belowType, STOP_LOSS, 'BUY', [-1196, 'A stop loss order in a buy OCO must be above.']),
    wrong(aboveType, STOP_LOSS, 'SELL', [-1197, 'A stop loss order in a sell OCO must be below.']),
    wrong(aboveType, TAKE_PROFIT, 'BUY', [-1198, 'A take profit order in a buy OCO must be below.']),
    wrong(belowType, TAKE_PROFIT, 'SELL', [-1199, 'A take profit order in a sell OCO must be above.']),
  ];
}

/** Returns which parameters of a list are those of one of its orders. */
export function orderLeg(
  prefix: string,
  shared: { readonly side: string; readonly quantity?: string },
): OrderLeg {
  const suffixes: Readonly<Record<string, LegSuffix>> = {
    type: 'Type',
    newClientOrderId: 'ClientOrderId',
    price: 'Price',
    stopPrice: 'StopPrice',
    trailingDelta: 'TrailingDelta',
    icebergQty: 'IcebergQty',
    timeInForce: 'TimeInForce',
    strategyId: 'StrategyId',
    strategyType: 'StrategyType',
    pegPriceType: 'PegPriceType',
    pegOffsetType: 'PegOffsetType',
    pegOffsetValue: 'PegOffsetValue',
  };
  const triggers = ['stopPrice', 'trailingDelta'];
  const names = Object.entries(suffixes).filter(([name]) => prefix !== 'working' || !triggers.includes(name));
  const own = names.map(([name, suffix]) => [name, `${prefix}${suffix}`] as const);
  return { name: prefix, params: { ...shared, ...Object.fromEntries(own) } };
}
