/**
 * Codes of the /sapi lines as client libraries have met them, their wording not verified (public facts, Futures
 * codes), and the business codes of the wallet holdings service (public facts, Wallet holdings).
 */

import { HOLDINGS_FAILURES } from '../onchain/holdings.ts';
import type { Product } from '../types.ts';
import { additionalCode, type ErrorCode } from './error-code.ts';

const SAPI: readonly Product[] = ['margin', 'funds', 'sub', 'earn', 'mining', 'fiat', 'c2c', 'convert'];
const SEEN = 'Seen by client libraries; the wording is not verified.';
const LESS = 'Use a smaller amount, or transfer more in.';

export const SERVICE_CODES: readonly ErrorCode[] = [
  additionalCode(-3003, {
    texts: ['Margin account does not exist.'],
    products: ['margin'],
    remedy:
      'Transfer an asset into the margin account first; enable an isolated one with margin isolated enable.',
    note: SEEN,
  }),
  additionalCode(-3004, {
    texts: ['Trade not allowed.'],
    products: ['margin'],
    remedy:
      'To disable an isolated account, repay its debts, cancel its orders and transfer its balances out; once a day at most.',
    note: SEEN,
  }),
  additionalCode(-3006, {
    texts: ['Your borrow amount has exceed maximum borrow amount.'],
    products: ['margin'],
    remedy: 'Borrow less, or bring more collateral in.',
    note: SEEN,
  }),
  additionalCode(-3008, {
    texts: ['Borrow is banned', 'This asset is not supported.'],
    products: ['margin'],
    remedy: 'Borrow another asset, or nothing: borrowing is not allowed here.',
    note: SEEN,
  }),
  additionalCode(-3015, {
    texts: ['Repay amount exceeds borrow amount.'],
    products: ['margin'],
    remedy: 'Repay at most what is borrowed and its interest; margin account shows both.',
    note: SEEN,
  }),
  additionalCode(-3020, {
    texts: ['Transfer out amount exceeds max amount.'],
    products: SAPI,
    remedy: 'Transfer less.',
    note: SEEN,
  }),
  additionalCode(-3021, {
    texts: ['Margin account are not allowed to trade this trading pair.'],
    products: ['margin'],
    remedy: 'Choose a pair that margin pairs lists.',
    note: SEEN,
  }),
  additionalCode(-3027, {
    texts: ['Not a valid margin asset.'],
    products: ['margin'],
    remedy: 'Choose an asset that margin assets lists.',
    note: SEEN,
  }),
  additionalCode(-3028, {
    texts: ['Not a valid margin pair.'],
    products: ['margin'],
    remedy: 'Choose a pair that margin pairs lists.',
    note: SEEN,
  }),
  additionalCode(-3041, { texts: ['Balance is not enough'], products: SAPI, remedy: LESS, note: SEEN }),
  additionalCode(-3045, {
    texts: ["The system doesn't have enough asset now."],
    products: ['margin'],
    remedy:
      'Borrow less, or later: the exchange has lent out what it has; margin inventory shows what is left.',
    note: SEEN,
  }),
  additionalCode(-4019, {
    texts: ['The asset is not supported.'],
    products: SAPI,
    remedy: 'Check the name of the asset.',
    note: SEEN,
  }),
  additionalCode(-5002, {
    texts: ['You have insufficient balance'],
    products: SAPI,
    remedy: LESS,
    note: SEEN,
  }),
  additionalCode(-5011, {
    texts: ['You have insufficient balance'],
    products: SAPI,
    remedy: LESS,
    note: SEEN,
  }),
  additionalCode(-6001, {
    texts: ['Daily product not exists'],
    products: ['earn'],
    remedy: 'Check the product id against the list of products.',
    note: SEEN,
  }),
  additionalCode(-9000, {
    texts: ['user have no avaliable amount'],
    products: SAPI,
    remedy: LESS,
    note: SEEN,
  }),
  additionalCode(-12014, {
    texts: ['More than 1 request in 2 seconds'],
    products: SAPI,
    kind: 'rate-limited',
    retryable: true,
    remedy: 'Wait two seconds between requests.',
    note: SEEN,
  }),
  additionalCode(HOLDINGS_FAILURES.rateLimited, {
    products: ['onchain'],
    kind: 'rate-limited',
    retryable: true,
    remedy: 'Wait before asking again.',
    note: 'The holdings document does not show its limits.',
  }),
  additionalCode(HOLDINGS_FAILURES.badParameter, {
    products: ['onchain'],
    remedy: 'Check address, chain and offset.',
  }),
  additionalCode(HOLDINGS_FAILURES.badAddressOrChain, {
    products: ['onchain'],
    remedy: 'Use an address of the chain, and a chain that is supported: 56, 8453 or CT_501.',
  }),
];
