/** Which errors of the exchange a call may well meet, told from what the call is. */
import { effectiveValue } from '../catalogue/define.ts';
import { type ErrorCode, errorCodeOf, nameOf } from '../catalogue/errors/error-codes.ts';
import type { Endpoint, Param } from '../catalogue/types.ts';

/** An error that is likely on a call, with the product's own meaning of its code. */
export interface LikelyError {
  readonly code: number | string;
  readonly name: string;
  readonly remedy: string;
}

interface LikelyErrorRule {
  readonly codes: readonly number[];
  readonly when: (endpoint: Endpoint) => boolean;
}

const FUTURES = ['usdm', 'coinm'];

/** The cases, the most telling first; codes are those of the interface document and of public facts. */
const RULES: readonly LikelyErrorRule[] = [
  { codes: [-1121], when: (one) => hasParam(one, ({ format }) => format === 'symbol') },
  { codes: [-1120], when: (one) => 'interval' in one.params },
  { codes: [-1130], when: (one) => hasParam(one, ({ values, max }) => (values ?? max) !== undefined) },
  { codes: [-1102], when: (one) => hasParam(one, ({ required }) => required === true) },
  { codes: [-1127], when: (one) => (one.rules ?? []).some(({ rule }) => rule === 'max-span') },
  { codes: [-1128], when: (one) => (one.rules ?? []).some(({ rule }) => rule === 'combinations') },
  { codes: [-2010, -1013, -1111, -1015], when: (one) => placesOrder(one) && !isFutures(one) },
  { codes: [-2019, -2021, -4164, -1111], when: (one) => placesOrder(one) && isFutures(one) },
  { codes: [-2011], when: (one) => one.method === 'DELETE' && effectiveValue(one.security) === 'TRADE' },
  { codes: [-2013], when: (one) => one.method === 'GET' && 'origClientOrderId' in one.params },
  { codes: [-1125], when: (one) => effectiveValue(one.security) === 'USER_STREAM' },
  { codes: [-3041], when: ({ effect }) => effect === 'funds' },
  { codes: [-3008], when: ({ id }) => id === 'margin.borrow' },
  { codes: [-6001], when: (one) => one.product === 'earn' && one.effect === 'funds' },
];

/** What every signed call can meet, told once a page. */
export const SIGNED_CODES = [-1021, -1022, -2014, -2015, -1002] as const;

/** What every call can meet, told once a page. */
export const GENERAL_CODES = [-1003, -1007, -1000] as const;

/** Returns the errors that are likely on a call of the exchange; none for the wallet holdings, which has its own. */
export function likelyErrors(endpoint: Endpoint): LikelyError[] {
  if (endpoint.product === 'onchain') return [];
  const codes = RULES.filter(({ when }) => when(endpoint)).flatMap((one) => one.codes);
  return [...new Set(codes)].flatMap((code) => likelyError(code, endpoint));
}

/** Returns an error as a product means it; none for a code that the product does not have. */
export function likelyError(code: number, { product }: Pick<Endpoint, 'product'>): LikelyError[] {
  const entry: ErrorCode | undefined = errorCodeOf(code, { product });
  if (entry === undefined) return [];
  return [{ code, name: nameOf(code, product) ?? entry.texts[0] ?? '', remedy: entry.remedy }];
}

function hasParam({ params }: Endpoint, holds: (param: Param) => boolean): boolean {
  return Object.values(params).some(holds);
}

function placesOrder({ id }: Endpoint): boolean {
  return /\.(order|oco)\.(new|test|batch|amend)$/.test(id);
}

function isFutures({ product }: Endpoint): boolean {
  return FUTURES.includes(product);
}
