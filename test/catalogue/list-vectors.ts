/** Placements of order lists that satisfy the rules of their orders, and placements that break one, by hand. */
import type { RuleVectors } from './rule-vectors.ts';

type Sent = Readonly<Record<string, string>>;

/** What each type needs: the names of an order of a list without its prefix. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  MARKET: [],
  LIMIT: ['TimeInForce', 'Price'],
  LIMIT_MAKER: ['Price'],
  STOP_LOSS: ['StopPrice|TrailingDelta'],
  STOP_LOSS_LIMIT: ['TimeInForce', 'Price', 'StopPrice|TrailingDelta'],
  TAKE_PROFIT: ['StopPrice|TrailingDelta'],
  TAKE_PROFIT_LIMIT: ['TimeInForce', 'Price', 'StopPrice|TrailingDelta'],
};
/** What each type does not take. */
const EXCLUDES: Readonly<Record<string, readonly string[]>> = {
  MARKET: ['Price', 'TimeInForce', 'IcebergQty', 'StopPrice', 'TrailingDelta'],
  LIMIT: ['StopPrice', 'TrailingDelta'],
  LIMIT_MAKER: ['TimeInForce', 'StopPrice', 'TrailingDelta'],
  STOP_LOSS: ['Price', 'TimeInForce', 'IcebergQty'],
  STOP_LOSS_LIMIT: [],
  TAKE_PROFIT: ['Price', 'TimeInForce', 'IcebergQty'],
  TAKE_PROFIT_LIMIT: [],
};
const VALUES: Sent = {
  TimeInForce: 'GTC',
  Price: '2',
  StopPrice: '1',
  TrailingDelta: '100',
  IcebergQty: '0.5',
};

/** Returns an order of a list with all that its type needs; `way` chooses between a stop price and a trailing delta. */
function orderOf(prefix: string, type: string, way = 0, without?: string): Sent {
  const names = NEEDS[type]!.filter((need) => need !== without).map(
    (need) => need.split('|').at(way) ?? need.split('|')[0]!,
  );
  return Object.fromEntries([
    [`${prefix}Type`, type],
    ...names.map((name) => [`${prefix}${name}`, VALUES[name]!]),
  ]);
}

/** Returns vectors for one order of a list, beside the other parameters of the list. */
function legVectors(rest: Sent, prefix: string, types: readonly string[]): RuleVectors {
  const kept: Sent[] = [];
  const broken: [Sent, readonly string[]][] = [];
  for (const type of types) {
    for (const way of [0, 1]) kept.push({ ...rest, ...orderOf(prefix, type, way) });
    for (const need of NEEDS[type]!) {
      const param = need.includes('|') ? '-' : `${prefix}${need}`;
      broken.push([{ ...rest, ...orderOf(prefix, type, 0, need) }, [`${param} needs-by-value`]]);
    }
    for (const name of EXCLUDES[type]!) {
      // A working order is a limit order, without parameters of a trigger.
      if (prefix === 'working' && ['StopPrice', 'TrailingDelta'].includes(name)) continue;
      const sent = { ...rest, ...orderOf(prefix, type), [`${prefix}${name}`]: VALUES[name]! };
      broken.push([sent, [`${prefix}${name} conflict`]]);
    }
    addPegged(rest, prefix, type, { kept, broken });
    if (!NEEDS[type]!.includes('TimeInForce')) continue;
    const iceberg = { ...rest, ...orderOf(prefix, type), [`${prefix}IcebergQty`]: '0.5' };
    kept.push(iceberg);
    for (const tif of ['IOC', 'FOK'])
      broken.push([{ ...iceberg, [`${prefix}TimeInForce`]: tif }, [`${prefix}IcebergQty conflict`]]);
  }
  return { kept, broken };
}

/** Adds vectors for a pegged order, which needs no price. */
function addPegged(
  rest: Sent,
  prefix: string,
  type: string,
  { kept, broken }: { readonly kept: Sent[]; readonly broken: [Sent, readonly string[]][] },
): void {
  const peg = { [`${prefix}PegPriceType`]: 'PRIMARY_PEG' };
  const offset = { [`${prefix}PegOffsetType`]: 'PRICE_LEVEL', [`${prefix}PegOffsetValue`]: '2' };
  if (!NEEDS[type]!.includes('Price')) {
    broken.push([{ ...rest, ...orderOf(prefix, type), ...peg }, [`${prefix}PegPriceType conflict`]]);
    return;
  }
  const pegged = { ...rest, ...orderOf(prefix, type, 0, 'Price'), ...peg };
  kept.push(pegged, { ...pegged, ...offset });
  for (const [name, value] of Object.entries(offset))
    broken.push([{ ...pegged, [name]: value }, [`${name} only-with`]]);
  const opposite = { ...pegged, [`${prefix}PegPriceType`]: 'MARKET_PEG' };
  if (type === 'LIMIT_MAKER') broken.push([opposite, [`${prefix}PegPriceType conflict`]]);
  else kept.push(opposite);
}

const STOPS = ['STOP_LOSS', 'STOP_LOSS_LIMIT'];
const PROFITS = ['LIMIT_MAKER', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'];

/** Returns vectors for two orders of which one cancels the other. */
function pairVectors(rest: Sent, side: string, above: string, below: string): readonly RuleVectors[] {
  const sell = { ...rest, [side]: 'SELL' };
  const buy = { ...rest, [side]: 'BUY' };
  const pair = (base: Sent, first: string, second: string): Sent => ({
    ...base,
    ...orderOf(above, first),
    ...orderOf(below, second),
  });
  const wrong: [Sent, readonly string[]][] = [
    ...PROFITS.map(
      (type) => [pair(sell, 'LIMIT_MAKER', type), [`${below}Type conflict`]] as [Sent, string[]],
    ),
    ...STOPS.map((type) => [pair(sell, type, 'STOP_LOSS'), [`${above}Type conflict`]] as [Sent, string[]]),
    ...PROFITS.map((type) => [pair(buy, type, 'LIMIT_MAKER'), [`${above}Type conflict`]] as [Sent, string[]]),
    ...STOPS.map((type) => [pair(buy, 'STOP_LOSS', type), [`${below}Type conflict`]] as [Sent, string[]]),
  ];
  return [
    legVectors({ ...sell, ...orderOf(below, 'STOP_LOSS') }, above, PROFITS),
    legVectors({ ...sell, ...orderOf(above, 'LIMIT_MAKER') }, below, STOPS),
    legVectors({ ...buy, ...orderOf(below, 'LIMIT_MAKER') }, above, STOPS),
    legVectors({ ...buy, ...orderOf(above, 'STOP_LOSS') }, below, PROFITS),
    { kept: [], broken: wrong },
  ];
}

const symbol = { symbol: 'BTCUSDT' };
const buys = { ...symbol, workingSide: 'BUY', workingQuantity: '1' };
const working = { ...buys, ...orderOf('working', 'LIMIT') };
const sells = { pendingSide: 'SELL' };
const quantity = { pendingQuantity: '1' };
const market = { pendingType: 'MARKET' };
const PENDING = Object.keys(NEEDS);
const exits = { ...orderOf('pendingAbove', 'LIMIT_MAKER'), ...orderOf('pendingBelow', 'STOP_LOSS') };

/** Returns vectors for a list with a working order. */
function workingVectors(rest: Sent): RuleVectors {
  return legVectors({ ...buys, ...rest }, 'working', ['LIMIT', 'LIMIT_MAKER']);
}

/** The sides of an order that pays for another. */
function paidSides(rest: Sent, pending: Sent): RuleVectors {
  return {
    kept: [],
    broken: [
      [{ ...working, ...rest, ...sells, workingSide: 'SELL' }, ['workingSide conflict']],
      [{ ...working, ...pending, pendingSide: 'BUY' }, ['pendingSide conflict']],
    ],
  };
}

function combine(...parts: readonly RuleVectors[]): RuleVectors {
  return { kept: parts.flatMap(({ kept }) => kept), broken: parts.flatMap(({ broken }) => broken) };
}

const boughtBack = { ...orderOf('pendingAbove', 'STOP_LOSS'), ...orderOf('pendingBelow', 'LIMIT_MAKER') };

/** The rules of each placement of an order list, by endpoint id. */
export const LIST_VECTORS: Readonly<Record<string, RuleVectors>> = {
  'spot.order-list.oco': combine(...pairVectors({ ...symbol, quantity: '1' }, 'side', 'above', 'below')),
  'spot.order-list.oto': combine(
    workingVectors({ ...sells, ...quantity, ...market }),
    legVectors({ ...working, ...sells, ...quantity }, 'pending', PENDING),
  ),
  'spot.order-list.otoco': combine(
    workingVectors({ ...sells, ...quantity, ...exits }),
    ...pairVectors({ ...working, ...quantity }, 'pendingSide', 'pendingAbove', 'pendingBelow'),
  ),
  'spot.order-list.opo': combine(
    workingVectors({ ...sells, ...market }),
    legVectors({ ...working, ...sells }, 'pending', PENDING),
    paidSides(market, market),
  ),
  'spot.order-list.opoco': combine(
    workingVectors({ ...sells, ...exits }),
    {
      kept: [],
      broken: pairVectors(working, 'pendingSide', 'pendingAbove', 'pendingBelow').flatMap(
        ({ kept, broken }) => [
          ...kept
            .filter((one) => one['pendingSide'] === 'BUY')
            .map((one) => [one, ['pendingSide conflict']] as const),
          ...broken.map(([one, found]) =>
            one['pendingSide'] === 'BUY'
              ? ([one, [...found, 'pendingSide conflict']] as const)
              : ([one, found] as const),
          ),
        ],
      ),
    },
    { kept: [{ ...working, ...sells, ...exits }], broken: [] },
    paidSides(exits, boughtBack),
  ),
};
