/** Reads and validates futures orders (public facts, Futures codes and mechanics). */
import { type Decimal, decimalOf } from '../../../core/decimal.ts';
import type { OrderChange } from '../../engine/futures/amendments.ts';
import type { Contract } from '../../engine/futures/contracts.ts';
import { fixedText } from '../../engine/futures/integer-math.ts';
import { priceOf } from '../../engine/futures/market.ts';
import { orderLimitsOf, PRICE_BAND } from '../../engine/futures/order-rules.ts';
import {
  closesPositionSide,
  type FuturesOrder,
  type FuturesOrderRequest,
  type FuturesOrderType,
  type FuturesTimeInForce,
  type PositionSide,
  type WorkingType,
} from '../../engine/futures/orders.ts';
import { valueAtTicks } from '../../engine/futures/valuation.ts';
import type { SelfTradePrevention } from '../../engine/matching/order-book.ts';
import { createRefusal, Refusal } from '../../engine/refusal.ts';
import type { SandboxCall } from '../../types.ts';
import { contractOf, marketOf } from './values.ts';

type RawParams = ReadonlyMap<string, string>;

/** The shortest life and the latest good-till date of a GTD order, in ms (public facts). */
const GOOD_TILL_MIN_MS = 600_000;
const GOOD_TILL_END = 253_402_300_799_000;

/** The parameters that are not allowed with an order type. */
const NOT_REQUIRED: Readonly<Record<FuturesOrderType, readonly string[]>> = {
  LIMIT: ['stopPrice', 'callbackRate', 'activationPrice'],
  MARKET: ['price', 'timeInForce', 'stopPrice', 'callbackRate', 'activationPrice', 'priceMatch'],
  STOP: ['callbackRate', 'activationPrice'],
  TAKE_PROFIT: ['callbackRate', 'activationPrice'],
  STOP_MARKET: ['price', 'callbackRate', 'activationPrice', 'priceMatch'],
  TAKE_PROFIT_MARKET: ['price', 'callbackRate', 'activationPrice', 'priceMatch'],
  TRAILING_STOP_MARKET: ['price', 'stopPrice', 'priceMatch'],
};

/** The names of an algo order's parameters, by the name that the same parameter has in an ordinary order. */
const ALGO_NAMES: Readonly<Record<string, string>> = {
  stopPrice: 'triggerPrice',
  activationPrice: 'activatePrice',
  newClientOrderId: 'clientAlgoId',
};

/** Returns the terms of an algo order; throws the refusal of an invalid one. */
export function algoRequestOf(call: SandboxCall): FuturesOrderRequest {
  const ordinary = Object.fromEntries(Object.entries(ALGO_NAMES).map(([name, algoName]) => [algoName, name]));
  const params = new Map([...call.params].map(([name, value]) => [ordinary[name] ?? name, value]));
  try {
    return orderRequestOf(call, params);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const { code, message } = thrown;
    const named = message.replace(/'(\w+)'/, (quoted, name: string) =>
      ALGO_NAMES[name] === undefined ? quoted : `'${ALGO_NAMES[name]}'`,
    );
    throw createRefusal(code as number, named);
  }
}

/** Returns the order of a request, or one order of a batch; throws the refusal of an invalid one. */
export function orderRequestOf(call: SandboxCall, params: RawParams): FuturesOrderRequest {
  const contract = contractOf(call, params.get('symbol') ?? '');
  const type = params.get('type') as FuturesOrderType;
  const isBuy = params.get('side') === 'BUY';
  assertParamsAllowed(params, type);
  const price = priceMatchPrice(call, contract, isBuy, params) ?? ticksOf(contract, params, 'price');
  const lots = lotsOf(contract, params, type);
  const request: FuturesOrderRequest = {
    contract,
    isBuy,
    positionSide: (params.get('positionSide') ?? 'BOTH') as PositionSide,
    type,
    timeInForce: timeInForceOf(type, params),
    price,
    lots,
    stopPrice: ticksOf(contract, params, 'stopPrice'),
    activation: ticksOf(contract, params, 'activationPrice'),
    callback: callbackRateOf(params),
    isReduceOnly: params.get('reduceOnly') === 'true',
    closesPosition: params.get('closePosition') === 'true',
    workingType: (params.get('workingType') ?? 'CONTRACT_PRICE') as WorkingType,
    isProtected: params.get('priceProtect') === 'true',
    priceMatch: params.get('priceMatch') ?? 'NONE',
    prevention: (params.get('selfTradePreventionMode') ?? 'NONE') as SelfTradePrevention,
    goodTill: goodTillDateOf(call, params),
    clientOrderId: params.get('newClientOrderId'),
  };
  assertPriceAndNotional(call, request);
  return request;
}

/** Returns the requested modification of a resting order; throws the refusal of an invalid one. */
export function changeOf(call: SandboxCall, order: FuturesOrder | undefined): OrderChange {
  const { params } = call;
  const contract = contractOf(call);
  const isBuy = params.get('side') === 'BUY';
  const price = priceMatchPrice(call, contract, isBuy, params) ?? ticksOf(contract, params, 'price');
  if (price === 0) {
    throw createRefusal(-1102, "Mandatory parameter 'price' was not sent, was empty/null, or malformed.");
  }
  const modifyId = params.get('modifyId');
  const change = {
    isBuy,
    price,
    lots: lotsOf(contract, params, 'LIMIT'),
    modifyId: modifyId === undefined ? undefined : BigInt(modifyId),
  };
  const { isReduceOnly = false, positionSide = 'BOTH' } = order ?? {};
  assertPriceAndNotional(call, {
    ...change,
    contract,
    isReduceOnly,
    positionSide,
    closesPosition: false,
    stopPrice: 0,
  });
  return change;
}

/** Throws if a parameter is not allowed with the order type, the position side or closePosition. */
function assertParamsAllowed(params: RawParams, type: FuturesOrderType): void {
  const positionSide = (params.get('positionSide') ?? 'BOTH') as PositionSide;
  const isHedged = positionSide !== 'BOTH';
  if (isHedged && params.get('reduceOnly') === 'true') throw notRequired('reduceOnly');
  for (const name of NOT_REQUIRED[type]) {
    const isDefault = name === 'priceMatch' && params.get(name) === 'NONE';
    if (params.has(name) && !isDefault) throw notRequired(name);
  }
  if (params.get('closePosition') === 'true') {
    if (params.has('quantity'))
      throw createRefusal(-4137, 'Quantity must be zero with closePosition equals true.');
    if (params.get('reduceOnly') === 'true') throw notRequired('reduceOnly');
    if (isHedged && !closesPositionSide({ positionSide, isBuy: params.get('side') === 'BUY' })) {
      throw createRefusal(-4138, 'Reduce only must be true with closePosition equals true.');
    }
    if (type !== 'STOP_MARKET' && type !== 'TAKE_PROFIT_MARKET') throw notRequired('closePosition');
  } else if (!params.has('quantity')) {
    throw createRefusal(-1102, "Mandatory parameter 'quantity' was not sent, was empty/null, or malformed.");
  }
}

function notRequired(name: string) {
  return createRefusal(-1106, `Parameter '${name}' sent when not required.`);
}

function invalid(name: string) {
  return createRefusal(-1130, `Data sent for parameter '${name}' is not valid.`);
}

/** Returns the time in force of an order; market orders show GTC. */
function timeInForceOf(type: FuturesOrderType, params: RawParams): FuturesTimeInForce {
  return type === 'MARKET' ? 'GTC' : ((params.get('timeInForce') ?? 'GTC') as FuturesTimeInForce);
}

function goodTillDateOf({ now }: SandboxCall, params: RawParams): number {
  if (params.get('timeInForce') !== 'GTD') return 0;
  const time = Number(params.get('goodTillDate'));
  // The exchange truncates the good-till date to whole seconds.
  const until = Math.floor(time / 1000) * 1000;
  if (until <= now + GOOD_TILL_MIN_MS || until >= GOOD_TILL_END) throw invalid('goodTillDate');
  return until;
}

/** Returns the callback rate in hundredths of a percent, 0 if none is sent. */
function callbackRateOf(params: RawParams): number {
  const text = params.get('callbackRate');
  return text === undefined ? 0 : wholeUnits(decimalOf(text), 2);
}

function ticksOf(contract: Contract, params: RawParams, name: string): number {
  const text = params.get(name);
  if (text === undefined) return 0;
  const rules = orderLimitsOf(contract);
  const decimal = decimalOf(text);
  if (decimal.value <= 0n) {
    throw name === 'price'
      ? createRefusal(-4001, 'Price less than 0.')
      : createRefusal(-4006, 'Stop price less than zero.');
  }
  const ticks = wholeUnits(decimal, contract.market.tickDecimals);
  if (ticks > rules.priceMax) {
    throw name === 'price'
      ? createRefusal(-4002, 'Price greater than max price.')
      : createRefusal(-4007, 'Stop price greater than max price.');
  }
  if (ticks < rules.priceMin) throw createRefusal(-4013, 'Price less than min price.');
  return ticks;
}

function lotsOf(contract: Contract, params: RawParams, type: FuturesOrderType): number {
  const text = params.get('quantity');
  if (text === undefined) return 0;
  const rules = orderLimitsOf(contract);
  const decimal = decimalOf(text);
  if (decimal.value <= 0n) throw createRefusal(-4003, 'Quantity less than zero.');
  const lots = wholeUnits(decimal, contract.market.lotDecimals);
  if (lots < rules.lotsMin) throw createRefusal(-4004, 'Quantity less than min quantity.');
  if (lots > (type === 'MARKET' ? rules.marketLotsMax : rules.lotsMax)) {
    throw createRefusal(-4005, 'Quantity greater than max quantity.');
  }
  return lots;
}

/** Returns a decimal as an integer in 10^-decimals; throws -1111 for more decimals. */
function wholeUnits({ value, scale }: Decimal, decimals: number): number {
  const excess = 10n ** BigInt(Math.max(0, scale - decimals));
  if (value % excess !== 0n) {
    throw createRefusal(-1111, 'Precision is over the maximum defined for this asset.');
  }
  const whole = (value * 10n ** BigInt(Math.max(0, decimals - scale))) / excess;
  return whole > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(whole);
}

/** Returns the order book price that priceMatch selects; undefined without priceMatch. */
function priceMatchPrice(
  call: SandboxCall,
  contract: Contract,
  isBuy: boolean,
  params: RawParams,
): number | undefined {
  const [match = 'NONE', depth = '1'] = (params.get('priceMatch') ?? 'NONE').split('_');
  if (match === 'NONE') return undefined;
  const { bids, asks } = marketOf(call).publicView.book(contract.market, Number(depth), call.now);
  const side = (match === 'OPPONENT') === isBuy ? asks : bids;
  const level = side.at(-1);
  if (level === undefined || side.length < Number(depth))
    throw createRefusal(-1112, 'No orders on book for symbol.');
  return level.price;
}

type PriceCheckedOrder = Pick<
  FuturesOrderRequest,
  'contract' | 'isBuy' | 'price' | 'lots' | 'stopPrice' | 'isReduceOnly' | 'positionSide' | 'closesPosition'
>;

/** Throws for a limit price outside the band around the mark price, and for a notional below the minimum. */
function assertPriceAndNotional(call: SandboxCall, request: PriceCheckedOrder): void {
  const { contract, isBuy, price, lots, isReduceOnly, closesPosition } = request;
  const market = marketOf(call);
  const mark = market.markPrice(contract, call.now);
  if (price > 0 && request.stopPrice === 0) {
    const limit = priceOf(contract.market, price) * 100n;
    if (isBuy && limit > mark * PRICE_BAND.up) {
      throw createRefusal(-4016, 'Price is higher than mark price multiplier cap.');
    }
    if (!isBuy && limit < mark * PRICE_BAND.down) {
      throw createRefusal(-4024, 'Price is lower than mark price multiplier floor.');
    }
  }
  const { notionalMin } = orderLimitsOf(contract);
  if (isReduceOnly || closesPosition || closesPositionSide(request) || notionalMin === 0n) return;
  const ticks = price > 0 ? price : market.lastTicks(contract, call.now);
  if (valueAtTicks(contract, ticks, lots) < notionalMin) {
    const least = fixedText(notionalMin, 8).replace(/\.?0+$/, '');
    throw createRefusal(
      -4164,
      `Order's notional must be no smaller than ${least} (unless you choose reduce only)`,
    );
  }
}
