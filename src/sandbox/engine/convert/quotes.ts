/**
 * Conversion quotes. A quote is not stored: its id encodes the request and the time. Because prices are a
 * function of time, the quote is calculated again from its id when it is accepted.
 */
import { divide, formatTrimmed } from '../../../core/decimal.ts';
import type { DecimalString } from '../../../core/words.ts';
import type { Exchange } from '../exchange.ts';
import { hexFor } from '../funds/addresses.ts';
import { usdtPriceOf } from '../funds/rates.ts';
import { roundAmount } from '../funds/round-amount.ts';
import type { User } from '../ledger/accounts.ts';
import { ASSETS } from '../market/assets.ts';

/** The wallets in which assets can be converted, with the letters of quote ids. */
const WALLET_LETTERS = { MAIN: 's', FUNDING: 'f', UMFUTURE: 'u' } as const;
const WALLETS_BY_LETTER: Readonly<Record<string, ConvertWallet>> = {
  s: 'MAIN',
  f: 'FUNDING',
  u: 'UMFUTURE',
};

type ConvertWallet = keyof typeof WALLET_LETTERS;

/** A request for a quote; `amount` (10^-8) is in the asset of `side`: the one given or the one received. */
export interface ConvertQuoteRequest {
  readonly from: string;
  readonly to: string;
  readonly side: 'from' | 'to';
  readonly amount: bigint;
  readonly wallet: ConvertWallet;
  readonly validMs: number;
}

export interface ConvertQuote extends ConvertQuoteRequest {
  readonly quoteId: string;
  readonly fromAmount: bigint;
  readonly toAmount: bigint;
  /** The amount of `to` that one unit of `from` buys, and the inverse. */
  readonly ratio: DecimalString;
  readonly inverseRatio: DecimalString;
  readonly time: number;
  readonly validUntil: number;
}

/** The exchange's share of a conversion in ten-thousandths (our choice: not shown in the interface). */
const SPREAD_PER_10000 = 10n;
const TEN_THOUSAND = 10_000n;

const RATIO_DECIMALS = 16;
const CHECKSUM_LENGTH = 16;

/**
 * The limits of one conversion, in US dollars at the prices of the anchor day (the day from which simulated
 * prices start).
 */
const MIN_DOLLARS = 1;
const MAX_DOLLARS = 500_000;

const ASSET_NAMES = [...ASSETS.keys()];

/** Returns the smallest and the largest amount of an asset (10^-8) in one conversion. */
export function convertLimits(asset: string): { readonly least: bigint; readonly max: bigint } {
  const { dollars } = ASSETS.get(asset)!;
  return { least: roundAmount(MIN_DOLLARS / dollars), max: roundAmount(MAX_DOLLARS / dollars) };
}

/** Calculates the quote for a request at a time; undefined if one of the two assets has no price then. */
export function calculateQuote(
  exchange: Exchange,
  user: User,
  request: ConvertQuoteRequest,
  time: number,
): ConvertQuote | undefined {
  const fromPrice = usdtPriceOf(exchange.market, request.from, time);
  const toPrice = usdtPriceOf(exchange.market, request.to, time);
  if (fromPrice === undefined || toPrice === undefined) return undefined;
  const gain = fromPrice * (TEN_THOUSAND - SPREAD_PER_10000);
  const cost = toPrice * TEN_THOUSAND;
  const isFrom = request.side === 'from';
  return {
    ...request,
    quoteId: quoteIdOf(exchange, user, request, time),
    fromAmount: isFrom ? request.amount : (request.amount * cost + gain - 1n) / gain,
    toAmount: isFrom ? (request.amount * gain) / cost : request.amount,
    ratio: ratioText(gain, cost),
    inverseRatio: ratioText(cost, gain),
    time,
    validUntil: time + request.validMs,
  };
}

/** Returns the quote that an id encodes; undefined if the id was not issued to this user. */
export function findQuote(exchange: Exchange, user: User, quoteId: string): ConvertQuote | undefined {
  const [from = '', to = '', side, amount = '', wallet, validMs = '', time = ''] = quoteId.split('-');
  const request: ConvertQuoteRequest = {
    from: ASSET_NAMES[Number.parseInt(from, 36)] ?? '',
    to: ASSET_NAMES[Number.parseInt(to, 36)] ?? '',
    side: side === 'f' ? 'from' : 'to',
    amount: parseBase36(amount),
    wallet: WALLETS_BY_LETTER[wallet ?? ''] ?? 'FUNDING',
    validMs: Number.parseInt(validMs, 36),
  };
  const requestedAt = Number.parseInt(time, 36);
  if (!ASSET_NAMES.includes(request.from) || !ASSET_NAMES.includes(request.to)) return undefined;
  if (quoteIdOf(exchange, user, request, requestedAt) !== quoteId) return undefined;
  return calculateQuote(exchange, user, request, requestedAt);
}

function quoteIdOf({ seed }: Exchange, user: User, request: ConvertQuoteRequest, time: number): string {
  const { from, to, side, amount, wallet, validMs } = request;
  const fields = [
    ASSET_NAMES.indexOf(from).toString(36),
    ASSET_NAMES.indexOf(to).toString(36),
    side === 'from' ? 'f' : 't',
    amount.toString(36),
    WALLET_LETTERS[wallet],
    validMs.toString(36),
    time.toString(36),
  ].join('-');
  return `${fields}-${hexFor(CHECKSUM_LENGTH, [seed, 'quote', user.id, fields])}`;
}

/** Parses base 36 into a bigint, since amounts exceed 2^53; 0n for other text. */
function parseBase36(text: string): bigint {
  if (!/^[0-9a-z]{1,40}$/.test(text)) return 0n;
  return [...text].reduce((value, digit) => value * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
}

function ratioText(dividend: bigint, divisor: bigint): DecimalString {
  const integer = (value: bigint) => ({ value, scale: 0 });
  return formatTrimmed(divide(integer(dividend), integer(divisor), RATIO_DECIMALS, 'down'));
}
