/** States an order in words, for the person who confirms it: "BUY 0.001 BTC at 60000 USDT, GTC". */
import type { OrderLeg } from '../catalogue/write-types.ts';
import { formatTime } from '../core/time.ts';
import type { WireArguments } from '../request/types.ts';

/** An order with the parameter names of a single order. */
export interface StatedOrder {
  readonly wire: WireArguments;
  /** The asset in which the price is given; undefined if the rules of the symbol are not known. */
  readonly quoteAsset: string | undefined;
}

export interface OrderUnits {
  /** Whether the quantity counts contracts; otherwise it is an amount of the base asset. */
  readonly isInContracts: boolean;
}

/** Values of order parameters that change nothing and are left out of the words. */
const UNSTATED: ReadonlySet<string> = new Set(['BOTH', 'NONE', 'NO_SIDE_EFFECT', 'CONTRACT_PRICE']);

const SIDE_EFFECTS: Readonly<Record<string, string>> = {
  MARGIN_BUY: 'borrowing what is missing',
  AUTO_REPAY: 'repaying debt with the proceeds',
  AUTO_BORROW_REPAY: 'borrowing what is missing, repaying debt with the proceeds',
};

/** Returns an order in words: side, amount, price, trigger, and its conditions such as time in force. */
export function orderWords(
  order: StatedOrder,
  units: OrderUnits,
  quantity = quantityWords(order, units),
): string {
  const { wire } = order;
  return [
    `${wire.get('side')} ${quantity}${priceWords(order)}`,
    ...triggerWords(order),
    ...termWords(order),
  ].join(', ');
}

/**
 * Returns the orders of a list in words. The order named `working` comes first, and the others are placed
 * once it is filled; of two other orders each cancels the other.
 */
export function orderListWords(
  legs: readonly OrderLeg[],
  orders: readonly StatedOrder[],
  units: OrderUnits,
): string {
  const texts = orders.map((order, at) => {
    const isPaid = legs[at]?.params['quantity'] === undefined;
    return isPaid ? orderWords(order, units, 'what was bought') : orderWords(order, units);
  });
  if (legs[0]?.name !== 'working') return texts.join('; or ');
  const [working, ...pending] = texts;
  return `${working}; once it is filled: ${pending.join('; or ')}`;
}

function quantityWords({ wire, quoteAsset }: StatedOrder, { isInContracts }: OrderUnits): string {
  const symbol = wire.get('symbol') ?? '';
  if (wire.get('closePosition') === 'true') return `the whole position in ${symbol}`;
  const base = isInContracts ? `contracts of ${symbol}` : baseAsset(symbol, quoteAsset);
  const quote = wire.get('quoteOrderQty');
  if (quote !== undefined) return `${base} for ${withUnit(quote, quoteAsset)}`;
  const quantity = wire.get('quantity') ?? '';
  return `${quantity} ${isInContracts && quantity === '1' ? `contract of ${symbol}` : base}`;
}

/** Returns the base asset of a symbol that consists of two assets, otherwise the symbol. */
function baseAsset(symbol: string, quoteAsset: string | undefined): string {
  const isPair = quoteAsset !== undefined && symbol.endsWith(quoteAsset) && symbol.length > quoteAsset.length;
  return isPair ? symbol.slice(0, -quoteAsset.length) : symbol;
}

function priceWords({ wire, quoteAsset }: StatedOrder): string {
  const price = wire.get('price');
  if (price !== undefined) return ` at ${withUnit(price, quoteAsset)}`;
  const matched = wire.get('priceMatch') ?? wire.get('pegPriceType');
  if (matched !== undefined && !UNSTATED.has(matched)) return ` at the price ${matched}`;
  return ' at market';
}

/** Order types that need not be named, because the words for price and time in force already say them. */
const PLAIN_TYPES: ReadonlySet<string> = new Set(['LIMIT', 'MARKET']);

function triggerWords({ wire, quoteAsset }: StatedOrder): readonly string[] {
  const type = wire.get('type') ?? 'LIMIT';
  if (type === 'LIMIT_MAKER') return ['post-only'];
  const trigger = wire.get('stopPrice') ?? wire.get('triggerPrice');
  const source = wire.get('workingType');
  const by = source === undefined || UNSTATED.has(source) ? '' : ` by ${source}`;
  const [bips, percent] = [wire.get('trailingDelta'), wire.get('callbackRate')];
  const activation = wire.get('activationPrice') ?? wire.get('activatePrice');
  const triggered = [
    ...(trigger === undefined ? [] : [`triggered at ${withUnit(trigger, quoteAsset)}${by}`]),
    ...(bips === undefined ? [] : [`trailing by ${bips} bps`]),
    ...(percent === undefined ? [] : [`trailing by ${percent} %${trigger === undefined ? by : ''}`]),
    ...(activation === undefined ? [] : [`activated at ${withUnit(activation, quoteAsset)}`]),
  ];
  if (triggered.length === 0) return PLAIN_TYPES.has(type) ? [] : [type];
  return [`${type} ${triggered.join(', ')}`];
}

/**
 * Returns the conditions of an order in words: time in force, flags of futures and options, margin,
 * self-trade prevention.
 */
function termWords({ wire, quoteAsset }: StatedOrder): readonly string[] {
  const given = (name: string, words: (value: string) => string) => {
    const value = wire.get(name);
    return value === undefined || UNSTATED.has(value) ? [] : [words(value)];
  };
  const flag = (name: string, words: string) => (wire.get(name)?.toLowerCase() === 'true' ? [words] : []);
  return [
    ...given('timeInForce', (value) => value),
    ...given('goodTillDate', (value) => `until ${formatTime(BigInt(value))}`),
    ...flag('postOnly', 'post-only'),
    ...flag('reduceOnly', 'reduce-only'),
    ...given('positionSide', (value) => `${value} position`),
    ...given('icebergQty', (value) => `showing ${withUnit(value, baseUnit(wire, quoteAsset))} at a time`),
    ...given('sideEffectType', (value) => SIDE_EFFECTS[value] ?? value),
    ...given('selfTradePreventionMode', (value) => `self-trade prevention ${value}`),
  ];
}

function baseUnit(wire: WireArguments, quoteAsset: string | undefined): string | undefined {
  const symbol = wire.get('symbol') ?? '';
  const base = baseAsset(symbol, quoteAsset);
  return base === symbol ? undefined : base;
}

function withUnit(value: string, unit: string | undefined): string {
  return unit === undefined ? value : `${value} ${unit}`;
}
