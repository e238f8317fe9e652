/**
 * Turns the size words of an order into a number: `50%` or `all` of what is free or held, or an amount of the quote
 * asset (`--quote 100`). The result is rounded down, so that it is never more than what was asked for.
 */
import { ACCOUNT_QUERIES } from '../../catalogue/account-queries.ts';
import type { BOOK_ACCESS } from '../../catalogue/streams.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import {
  abs,
  compare,
  type Decimal,
  divide,
  floorToStep,
  formatTrimmed,
  isZero,
  multiply,
  parseDecimal,
  rescale,
  sign,
  sumOf,
} from '../../core/decimal.ts';
import { type ToolError, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { quantityForQuote } from '../../orders/expected-fill.ts';
import { QUOTIENT_DIGITS } from '../../orders/filter-context.ts';
import { parsePart, partOf } from '../../orders/order-size.ts';
import { reducesPosition } from '../../request/intent.ts';
import type { CommandCall, TypedArgument } from '../types.ts';
import { freeBalance, positionsOf, readBook } from './holdings.ts';
import { type MarketRules, marketRules } from './order-filters.ts';

/** The digits of an amount of the quote asset where the rules state none. */
const QUOTE_DIGITS = 8;

/** An order whose size is still a word, and the rules of its symbol. */
interface UnsizedOrder extends MarketRules {
  readonly call: CommandCall;
  readonly endpoint: Endpoint;
  readonly params: ReadonlyMap<string, string>;
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
}

/** A size, and the words that say what it was computed from. */
interface Size {
  readonly param: 'quantity' | 'quoteOrderQty';
  readonly value: Decimal;
  readonly from: string;
}

/**
 * Returns the arguments of an order with its size as a number, and says how it was computed; arguments whose size is a
 * number already are returned unchanged. Throws a usage error for a size that is nothing, or of a product without sizes.
 */
export async function resolveSize(
  call: CommandCall,
  given: readonly TypedArgument[],
): Promise<readonly TypedArgument[]> {
  const params = new Map(given.map(({ name, text }) => [name, text]));
  const part = parsePart(params.get('quantity') ?? '');
  const quoteText = call.options['quote'] as string | undefined;
  if (part === undefined && quoteText === undefined) return given;
  const amount = quoteText === undefined ? undefined : readQuote(quoteText, params);
  const endpoint = call.endpoint!;
  if (ACCOUNT_QUERIES[endpoint.product] === undefined)
    throw usageError(
      `${call.command} on ${endpoint.product} takes a quantity, no part and no --quote.`,
      'Write the quantity as a number.',
    );
  const symbol = params.get('symbol')?.toUpperCase();
  if (symbol === undefined) return given;
  const side = params.get('side') as UnsizedOrder['side'];
  const order = {
    call,
    endpoint,
    params,
    symbol,
    side,
    ...(await marketRules(call, endpoint, { symbol, side })),
  };
  const size =
    amount === undefined
      ? await sizeOfPart(order, part!)
      : await sizeForQuote(order, amount, `--quote ${quoteText}`);
  if (isZero(size.value)) throw tooSmallError(order, size);
  const text = formatTrimmed(size.value);
  call.output.note(`${size.from}: ${size.param} ${text}.`);
  return [...given.filter(({ name }) => name !== 'quantity'), { name: size.param, text }];
}

function readQuote(text: string, params: ReadonlyMap<string, string>): Decimal {
  if (params.has('quantity') || params.has('quoteOrderQty'))
    throw usageError('--quote is the size of the order: give no quantity with it.', 'Omit one of them.');
  const amount = parseDecimal(text);
  if (amount !== undefined && sign(amount) > 0) return amount;
  throw usageError(
    `--quote must be an amount of the quote asset such as 100, was "${safeText(text.slice(0, 40))}".`,
  );
}

async function sizeOfPart(order: UnsizedOrder, part: Decimal): Promise<Size> {
  const { call, endpoint, params, symbol, rules, range } = order;
  const { product, orderRules } = endpoint;
  const shown = params.get('quantity')!;
  if (reducesPosition(params)) {
    const size = await positionToReduce(order);
    const from = `${shown} of the position of ${formatTrimmed(size)} ${safeText(symbol)}`;
    return { param: 'quantity', value: partOf(size, part, range.step), from };
  }
  if (product === 'spot' && order.side === 'SELL') {
    const free = await freeBalance(call, product, rules.baseAsset ?? '');
    const from = `${shown} of ${formatTrimmed(free)} ${safeText(rules.baseAsset ?? '')} free`;
    return { param: 'quantity', value: partOf(free, part, range.step), from };
  }
  const isInContracts = orderRules?.isInContracts === true;
  const asset = (isInContracts ? rules.baseAsset : rules.quoteAsset) ?? '';
  const free = await freeBalance(call, product, asset);
  if (product === 'spot')
    return sizeForQuote(
      order,
      multiply(free, part),
      `${shown} of ${formatTrimmed(free)} ${safeText(asset)} free`,
    );
  const leverage = (await positionsOf(call, product, symbol))[0]?.leverage;
  if (leverage === undefined || isZero(leverage))
    throw usageError(`The leverage of ${safeText(symbol)} is not known.`, 'Write the quantity as a number.');
  const margin = multiply(multiply(free, leverage), part);
  const from = `${shown} of ${formatTrimmed(free)} ${safeText(asset)} available, at leverage ${formatTrimmed(leverage)}`;
  return sizeForQuote(order, isInContracts ? multiply(margin, await priceOf(order)) : margin, from);
}

/** Returns the size of the position that the order reduces. */
async function positionToReduce({ call, endpoint, params, symbol, side }: UnsizedOrder): Promise<Decimal> {
  const positionSide = params.get('positionSide')?.toUpperCase() ?? 'BOTH';
  const positions = await positionsOf(call, endpoint.product, symbol);
  const position = positions.find((one) => one.positionSide === positionSide);
  const amountSign = side === 'SELL' ? 1 : -1;
  if (position !== undefined && sign(position.amount) === amountSign) return abs(position.amount);
  throw usageError(
    `There is no ${side === 'SELL' ? 'LONG' : 'SHORT'} position in ${safeText(symbol)} that this order would reduce.`,
    'bourse account positions lists the positions.',
  );
}

/** Returns the size of an order for an amount of the quote asset: as such if the interface has that, else a quantity. */
async function sizeForQuote(order: UnsizedOrder, amount: Decimal, from: string): Promise<Size> {
  const { endpoint, params, rules, range } = order;
  const price = parseDecimal(params.get('price') ?? '');
  if ('quoteOrderQty' in endpoint.params && params.get('type')?.toUpperCase() === 'MARKET')
    return {
      param: 'quoteOrderQty',
      value: rescale(amount, rules.priceDigits ?? QUOTE_DIGITS, 'down'),
      from,
    };
  const contract = parseDecimal(rules.contractSize ?? '');
  const quantity =
    endpoint.orderRules?.isInContracts === true && contract !== undefined
      ? divide(amount, contract, QUOTIENT_DIGITS, 'down')
      : price === undefined
        ? await quantityInBook(order, amount)
        : divide(amount, price, QUOTIENT_DIGITS, 'down');
  return { param: 'quantity', value: floorToStep(quantity, range.step), from };
}

async function quantityInBook(order: UnsizedOrder, amount: Decimal): Promise<Decimal> {
  const levels = await levelsOf(order);
  const worth = sumOf(
    levels.map(([price, quantity]) => multiply(parseDecimal(price)!, parseDecimal(quantity)!)),
  );
  if (compare(worth, amount) >= 0) return quantityForQuote(levels, amount);
  throw usageError(
    `The order book of ${safeText(order.symbol)} as read holds less than ${formatTrimmed(amount)}.`,
    'Give a limit price with --at, or a smaller size.',
  );
}

/** Returns the limit price of the order, else the best price that it would take. */
async function priceOf(order: UnsizedOrder): Promise<Decimal> {
  const price = parseDecimal(order.params.get('price') ?? (await levelsOf(order))[0]?.[0] ?? '');
  if (price !== undefined) return price;
  throw usageError(
    `The order book of ${safeText(order.symbol)} has no price now.`,
    'Give a limit price with --at.',
  );
}

async function levelsOf({ call, endpoint, symbol, side }: UnsizedOrder) {
  const { bids, asks } = await readBook(call, endpoint.product as keyof typeof BOOK_ACCESS, symbol);
  return side === 'BUY' ? asks : bids;
}

function tooSmallError({ range }: UnsizedOrder, { from }: Size): ToolError {
  return usageError(
    `The size is too small: ${from}, rounded down to the step ${formatTrimmed(range.step)}, is nothing.`,
    'Give a larger size.',
  );
}
