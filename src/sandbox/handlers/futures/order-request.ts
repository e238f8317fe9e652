/** Reads a new order of futures and fits it to its contract (public facts, Futures codes and mechanics). */
import { type Decimal, decimalOf } from '../../../core/decimal.ts';
import type { Change } from '../../engine/futures/amendments.ts';
import type { Contract } from '../../engine/futures/contracts.ts';
import { fixedText } from '../../engine/futures/integer-math.ts';
import { priceOf } from '../../engine/futures/market.ts';
import { PRICE_BAND, rulesOf } from '../../engine/futures/order-rules.ts';
import {
  closesSide,
  type FuturesOrder,
  type FuturesOrderType,
  type FuturesRequest,
  type FuturesTimeInForce,
  type PositionSide,
  type WorkingType,
} from '../../engine/futures/orders.ts';
import { refused } from '../../engine/futures/refusals.ts';
import { worthAt } from '../../engine/futures/valuation.ts';
import type { SelfTradePrevention } from '../../engine/matching/order-book.ts';
import type { SandboxCall } from '../../types.ts';
import { contractOf, marketOf } from './values.ts';

type Words = ReadonlyMap<string, string>;

/** A GTD order must stay so long at least, and end before this (public facts). */
const GOOD_TILL_MIN_MS = 600_000;
const GOOD_TILL_END = 253_402_300_799_000;

/** What does not go with a type. */
const NOT_REQUIRED: Readonly<Record<FuturesOrderType, readonly string[]>> = {
  LIMIT: ['stopPrice', 'callbackRate', 'activationPrice'],
  MARKET: ['price', 'timeInForce', 'stopPrice', 'callbackRate', 'activationPrice', 'priceMatch'],
  STOP: ['callbackRate', 'activationPrice'],
  TAKE_PROFIT: ['callbackRate', 'activationPrice'],
  STOP_MARKET: ['price', 'callbackRate', 'activationPrice', 'priceMatch'],
  TAKE_PROFIT_MARKET: ['price', 'callbackRate', 'activationPrice', 'priceMatch'],
  TRAILING_STOP_MARKET: ['price', 'stopPrice', 'priceMatch'],
};

/** Returns the request of a call, or of one order of a batch, whose words have the names of the interface. */
export function requestOf(call: SandboxCall, words: Words): FuturesRequest {
  const contract = contractOf(call, words.get('symbol') ?? '');
  const type = words.get('type') as FuturesOrderType;
  const isBuy = words.get('side') === 'BUY';
  assertTogether(words, type);
  const price = matchedPrice(call, contract, isBuy, words) ?? ticksOf(contract, words, 'price');
  const lots = lotsOf(contract, words, type);
  const request: FuturesRequest = {
    contract,
    isBuy,
    positionSide: (words.get('positionSide') ?? 'BOTH') as PositionSide,
    type,
    timeInForce: timeInForceOf(type, words),
    price,
    lots,
    stopPrice: ticksOf(contract, words, 'stopPrice'),
    activation: ticksOf(contract, words, 'activationPrice'),
    callback: callbackOf(words),
    isReduceOnly: words.get('reduceOnly') === 'true',
    closesPosition: words.get('closePosition') === 'true',
    workingType: (words.get('workingType') ?? 'CONTRACT_PRICE') as WorkingType,
    isProtected: words.get('priceProtect') === 'true',
    priceMatch: words.get('priceMatch') ?? 'NONE',
    prevention: (words.get('selfTradePreventionMode') ?? 'NONE') as SelfTradePrevention,
    goodTill: goodTillOf(call, words),
    clientOrderId: words.get('newClientOrderId'),
  };
  assertBand(call, request);
  return request;
}

/** Returns what a call makes of a resting order, which may only be asked of one that there is. */
export function changeOf(call: SandboxCall, order: FuturesOrder | undefined): Change {
  const { params: words } = call;
  const contract = contractOf(call);
  const isBuy = words.get('side') === 'BUY';
  const price = matchedPrice(call, contract, isBuy, words) ?? ticksOf(contract, words, 'price');
  if (price === 0) {
    throw refused(-1102, "Mandatory parameter 'price' was not sent, was empty/null, or malformed.");
  }
  const change = { isBuy, price, lots: lotsOf(contract, words, 'LIMIT') };
  const { isReduceOnly = false, positionSide = 'BOTH' } = order ?? {};
  assertBand(call, { ...change, contract, isReduceOnly, positionSide, closesPosition: false, stopPrice: 0 });
  return change;
}

/** A side of hedge mode says itself what may only close, so that nothing else may say so. */
function assertTogether(words: Words, type: FuturesOrderType): void {
  const positionSide = (words.get('positionSide') ?? 'BOTH') as PositionSide;
  const isSided = positionSide !== 'BOTH';
  if (isSided && words.get('reduceOnly') === 'true') throw notRequired('reduceOnly');
  for (const name of NOT_REQUIRED[type]) {
    const isDefault = name === 'priceMatch' && words.get(name) === 'NONE';
    if (words.has(name) && !isDefault) throw notRequired(name);
  }
  if (words.get('closePosition') === 'true') {
    if (words.has('quantity')) throw refused(-4137, 'Quantity must be zero with closePosition equals true.');
    if (words.get('reduceOnly') === 'true') throw notRequired('reduceOnly');
    if (isSided && !closesSide({ positionSide, isBuy: words.get('side') === 'BUY' })) {
      throw refused(-4138, 'Reduce only must be true with closePosition equals true.');
    }
    if (type !== 'STOP_MARKET' && type !== 'TAKE_PROFIT_MARKET') throw notRequired('closePosition');
  } else if (!words.has('quantity')) {
    throw refused(-1102, "Mandatory parameter 'quantity' was not sent, was empty/null, or malformed.");
  }
}

function notRequired(name: string) {
  return refused(-1106, `Parameter '${name}' sent when not required.`);
}

function invalid(name: string) {
  return refused(-1130, `Data sent for parameter '${name}' is not valid.`);
}

/** A market order and one that becomes it show GTC. */
function timeInForceOf(type: FuturesOrderType, words: Words): FuturesTimeInForce {
  return type === 'MARKET' ? 'GTC' : ((words.get('timeInForce') ?? 'GTC') as FuturesTimeInForce);
}

function goodTillOf({ now }: SandboxCall, words: Words): number {
  if (words.get('timeInForce') !== 'GTD') return 0;
  const time = Number(words.get('goodTillDate'));
  // Whole seconds count.
  const until = Math.floor(time / 1000) * 1000;
  if (until <= now + GOOD_TILL_MIN_MS || until >= GOOD_TILL_END) throw invalid('goodTillDate');
  return until;
}

/** Returns the callback in hundredths of a per cent, 0 where there is none. */
function callbackOf(words: Words): number {
  const text = words.get('callbackRate');
  return text === undefined ? 0 : wholeOf(decimalOf(text), 2);
}

function ticksOf(contract: Contract, words: Words, name: string): number {
  const text = words.get(name);
  if (text === undefined) return 0;
  const rules = rulesOf(contract);
  const decimal = decimalOf(text);
  if (decimal.value <= 0n) {
    throw name === 'price'
      ? refused(-4001, 'Price less than 0.')
      : refused(-4006, 'Stop price less than zero.');
  }
  const ticks = wholeOf(decimal, contract.market.tickDecimals);
  if (ticks > rules.priceMax) {
    throw name === 'price'
      ? refused(-4002, 'Price greater than max price.')
      : refused(-4007, 'Stop price greater than max price.');
  }
  if (ticks < rules.priceMin) throw refused(-4013, 'Price less than min price.');
  return ticks;
}

function lotsOf(contract: Contract, words: Words, type: FuturesOrderType): number {
  const text = words.get('quantity');
  if (text === undefined) return 0;
  const rules = rulesOf(contract);
  const decimal = decimalOf(text);
  if (decimal.value <= 0n) throw refused(-4003, 'Quantity less than zero.');
  const lots = wholeOf(decimal, contract.market.lotDecimals);
  if (lots < rules.lotsMin) throw refused(-4004, 'Quantity less than min quantity.');
  if (lots > (type === 'MARKET' ? rules.marketLotsMax : rules.lotsMax)) {
    throw refused(-4005, 'Quantity greater than max quantity.');
  }
  return lots;
}

/** Returns a decimal as a whole number of 10^-decimals; a finer one is refused. */
function wholeOf({ value, scale }: Decimal, decimals: number): number {
  const excess = 10n ** BigInt(Math.max(0, scale - decimals));
  if (value % excess !== 0n) {
    throw refused(-1111, 'Precision is over the maximum defined for this asset.');
  }
  const whole = (value * 10n ** BigInt(Math.max(0, decimals - scale))) / excess;
  return whole > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(whole);
}

/** Returns the price that the book gives to an order that asks for it. */
function matchedPrice(
  call: SandboxCall,
  contract: Contract,
  isBuy: boolean,
  words: Words,
): number | undefined {
  const [match = 'NONE', place = '1'] = (words.get('priceMatch') ?? 'NONE').split('_');
  if (match === 'NONE') return undefined;
  const { bids, asks } = marketOf(call).shown.book(contract.market, Number(place), call.now);
  const side = (match === 'OPPONENT') === isBuy ? asks : bids;
  const level = side.at(-1);
  if (level === undefined || side.length < Number(place))
    throw refused(-1112, 'No orders on book for symbol.');
  return level.price;
}

type Banded = Pick<
  FuturesRequest,
  'contract' | 'isBuy' | 'price' | 'lots' | 'stopPrice' | 'isReduceOnly' | 'positionSide' | 'closesPosition'
>;

/** Limit prices keep to a band around the mark price, and orders to a least value unless they only reduce. */
function assertBand(call: SandboxCall, request: Banded): void {
  const { contract, isBuy, price, lots, isReduceOnly, closesPosition } = request;
  const market = marketOf(call);
  const mark = priceOf(contract.index, market.markTicks(contract, call.now));
  if (price > 0 && request.stopPrice === 0) {
    const limit = priceOf(contract.market, price) * 100n;
    if (isBuy && limit > mark * PRICE_BAND.up) {
      throw refused(-4016, 'Price is higher than mark price multiplier cap.');
    }
    if (!isBuy && limit < mark * PRICE_BAND.down) {
      throw refused(-4024, 'Price is lower than mark price multiplier floor.');
    }
  }
  const { notionalMin } = rulesOf(contract);
  if (isReduceOnly || closesPosition || closesSide(request) || notionalMin === 0n) return;
  const ticks = price > 0 ? price : market.lastTicks(contract, call.now);
  if (worthAt(contract, ticks, lots) < notionalMin) {
    const least = fixedText(notionalMin, 8).replace(/\.?0+$/, '');
    throw refused(-4164, `Order's notional must be no smaller than ${least} (unless you choose reduce only)`);
  }
}
