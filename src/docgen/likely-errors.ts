/** The errors of the exchange that a call is likely to meet, derived from its declaration. */
import { effectiveValue } from '../catalogue/define.ts';
import { type ErrorCode, errorCodeOf, nameOf } from '../catalogue/errors/error-codes.ts';
import { isFuturesProduct } from '../catalogue/futures-products.ts';
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

/**
 * The rules by which errors are likely, the most specific first; their codes are those of the interface
 * document and of public facts.
 */
const RULES: readonly LikelyErrorRule[] = [
  { codes: [-1121], when: (one) => hasParam(one, ({ format }) => format === 'symbol') },
  { codes: [-1120], when: (one) => 'interval' in one.params },
  { codes: [-1130], when: (one) => hasParam(one, ({ values, max }) => (values ?? max) !== undefined) },
  { codes: [-1102], when: (one) => hasParam(one, ({ required }) => required === true) },
  { codes: [-1127], when: (one) => (one.rules ?? []).some(({ rule }) => rule === 'max-span') },
  { codes: [-1128], when: (one) => (one.rules ?? []).some(({ rule }) => rule === 'combinations') },
  {
    codes: [-2010, -1013, -1111, -1015],
    when: ({ orderRules, product }) => orderRules !== undefined && !isFuturesProduct(product),
  },
  {
    codes: [-2019, -2021, -4164, -1111],
    when: ({ orderRules, product }) => orderRules !== undefined && isFuturesProduct(product),
  },
  { codes: [-2011], when: (one) => one.method === 'DELETE' && effectiveValue(one.security) === 'TRADE' },
  { codes: [-2013], when: (one) => one.method === 'GET' && 'origClientOrderId' in one.params },
  { codes: [-1125], when: (one) => effectiveValue(one.security) === 'USER_STREAM' },
  { codes: [-3041], when: ({ effect }) => effect === 'funds' },
  { codes: [-6001], when: (one) => one.product === 'earn' && one.effect === 'funds' },
];

/** The codes of errors that every signed call can meet; a reference page lists them once. */
export const SIGNED_CODES = [-1021, -1022, -2014, -2015, -1002] as const;

/** The codes of errors that every call can meet; a reference page lists them once. */
export const GENERAL_CODES = [-1003, -1007, -1000] as const;

/** Returns the errors that a call is likely to meet; none for wallet holdings, whose service has its own codes. */
export function likelyErrors(endpoint: Endpoint): LikelyError[] {
  if (endpoint.product === 'onchain') return [];
  const codes = RULES.filter(({ when }) => when(endpoint)).flatMap((one) => one.codes);
  return [...new Set([...codes, ...(endpoint.likelyErrors ?? [])])].flatMap((code) =>
    likelyError(code, endpoint),
  );
}

/**
 * Returns an error with the product's meaning of its code, as a list of one; an empty list for a code that
 * the product lacks.
 */
export function likelyError(code: number, { product }: Pick<Endpoint, 'product'>): LikelyError[] {
  const entry: ErrorCode | undefined = errorCodeOf(code, { product });
  if (entry === undefined) return [];
  return [{ code, name: nameOf(code, product) ?? entry.texts[0] ?? '', remedy: entry.remedy }];
}

function hasParam({ params }: Endpoint, holds: (param: Param) => boolean): boolean {
  return Object.values(params).some(holds);
}
