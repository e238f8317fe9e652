/**
 * What an order is worth at most, from its parameters, the contract and the market price. An order list is valued as the
 * sum of its quantities at its highest price.
 */
import { compare, type Decimal, divide, max, multiply, parseDecimal, sumOf, ZERO } from '../core/decimal.ts';

/** What the exchange states about a symbol and is needed to value its orders. */
export interface ContractFacts {
  readonly baseAsset?: string;
  readonly quoteAsset?: string;
  /** The value of one contract in the quote asset, for contracts of a fixed value. */
  readonly contractSize?: string;
  readonly option?: OptionFacts;
}

/** The terms of an option: a call or a put, its strike price, and the amount of the underlying in one option. */
export interface OptionFacts {
  readonly side: 'CALL' | 'PUT';
  readonly strikePrice: string;
  readonly unit: string;
}

/** The prices by which an order for an option is valued; undefined where one cannot be had. */
export interface OptionPrices {
  readonly mark: Decimal | undefined;
  /** The index price of the underlying. */
  readonly underlying: Decimal | undefined;
}

/** An exact amount of one asset. */
export interface Worth {
  readonly amount: Decimal;
  readonly asset: string;
}

type Params = Readonly<Record<string, string>>;

/** The number of digits after the decimal point to which a quotient of amounts is rounded up. */
export const WORTH_DIGITS = 16;

/** Parameters that state an amount of the quote asset (interface document, spot and margin orders). */
const QUOTE_AMOUNT = 'quoteOrderQty';
const TRIGGER_PRICE = /(stop|trigger|activation|activate)price$/i;

/** Returns the limit prices of an order or order list, without its trigger prices; undefined if one is no number. */
export function limitPricesOf(params: Params): readonly Decimal[] | undefined {
  return decimalsOf(params, (name) => /price$/i.test(name) && !TRIGGER_PRICE.test(name));
}

/**
 * Returns whether the worth of an order depends on the market price: without a limit price it executes at the market,
 * a sale may execute above its price, and a contract of a fixed value is worth an amount of its base asset.
 */
export function isWorthAtMarket(params: Params, { contractSize }: ContractFacts): boolean {
  if (params[QUOTE_AMOUNT] !== undefined) return false;
  const isBoundedBuy = params['side'] === 'BUY' && (limitPricesOf(params) ?? []).length > 0;
  return contractSize !== undefined || !isBoundedBuy;
}

/**
 * Returns what an order is worth at most; undefined if that cannot be computed. `market` is the market price, needed
 * where `isWorthAtMarket` says so.
 */
export function worthOf(
  params: Params,
  contract: ContractFacts,
  market: Decimal | undefined,
): Worth | undefined {
  const { baseAsset, quoteAsset, contractSize } = contract;
  const quoteText = params[QUOTE_AMOUNT];
  if (quoteText !== undefined) return worthIn(quoteAsset, parseDecimal(quoteText));
  const quantities = decimalsOf(params, (name) => /quantity$/i.test(name));
  const prices = decimalsOf(params, (name) => /price$/i.test(name));
  const isAtMarket = isWorthAtMarket(params, contract);
  if (quantities === undefined || prices === undefined || (isAtMarket && market === undefined))
    return undefined;
  const quantity = sumOf(quantities);
  if (compare(quantity, ZERO) <= 0) return undefined;
  if (contractSize !== undefined) {
    const size = parseDecimal(contractSize);
    if (size === undefined || compare(market!, ZERO) <= 0) return undefined;
    return worthIn(baseAsset, divide(multiply(quantity, size), market!, WORTH_DIGITS, 'up'));
  }
  return worthIn(quoteAsset, multiply(quantity, [...prices, ...(isAtMarket ? [market!] : [])].reduce(max)));
}

/**
 * Returns what an order for an option is worth at most; undefined if that cannot be computed. A buy is worth its premium.
 * A sale is worth what its writer may owe: the underlying of a call, the strike price of a put.
 */
export function optionWorthOf(
  params: Params,
  { quoteAsset, option }: ContractFacts,
  { mark, underlying }: OptionPrices,
): Worth | undefined {
  const quantity = parseDecimal(params['quantity'] ?? '');
  const unit = parseDecimal(option?.unit ?? '');
  const limits = limitPricesOf(params);
  if (option === undefined || quantity === undefined || unit === undefined || limits === undefined)
    return undefined;
  const premium = limits.length === 0 ? mark : limits.reduce(max);
  const owed = option.side === 'CALL' ? underlying : parseDecimal(option.strikePrice);
  const price = params['side'] === 'BUY' ? premium : owed && premium && max(owed, premium);
  if (price === undefined || compare(quantity, ZERO) <= 0 || compare(unit, ZERO) <= 0) return undefined;
  return worthIn(quoteAsset, multiply(multiply(quantity, unit), price));
}

function worthIn(asset: string | undefined, amount: Decimal | undefined): Worth | undefined {
  return asset === undefined || amount === undefined ? undefined : { amount, asset };
}

/** Returns the parameters whose name matches, as numbers; undefined if one of them is no number. */
function decimalsOf(params: Params, isNamed: (name: string) => boolean): readonly Decimal[] | undefined {
  const values = Object.entries(params)
    .filter(([name]) => isNamed(name))
    .map(([, text]) => parseDecimal(text));
  return values.every((value) => value !== undefined) ? values : undefined;
}
