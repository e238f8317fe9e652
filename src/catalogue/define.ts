import type { Disputed, Effect, EndpointOf, Param, Params, Security } from './types.ts';

/** Returns the endpoint as declared; checks at compile time that rules name declared parameters only. */
export function endpoint<const P extends Params>(declared: EndpointOf<P>): EndpointOf<P> {
  return declared;
}

/** Returns the values of both listings, which of them is effective, and why. */
export function dispute<const A, const B>(
  first: A,
  second: B,
  effective: 'first' | 'second',
  why: string,
): Disputed<A | B> {
  return { first, second, effective, why };
}

/**
 * The security of endpoints that the interface document lists as signed and the live interface accepts with
 * the API key but without a signature.
 */
export const signedOrKey = dispute(
  'USER_DATA',
  'MARKET_DATA',
  'first',
  'the document heads its section as signed; the live interface needs the key alone and takes a signed call as well',
);

/** Returns whether a stated value is a dispute between the listings. */
export function isDisputed<T>(stated: T | Disputed<T> | 'unlisted'): stated is Disputed<T> {
  return typeof stated === 'object' && stated !== null && 'why' in stated && 'first' in stated;
}

/** Returns the effective value, or undefined if the document lists none. */
export function effectiveValue<T>(stated: T | Disputed<T> | 'unlisted'): T | undefined {
  if (stated === 'unlisted') return undefined;
  return isDisputed(stated) ? stated[stated.effective] : (stated as T);
}

/** Returns whether calls of this security level carry a signature. */
export function isSigned(security: Security | undefined): boolean {
  return security === 'USER_DATA' || security === 'TRADE';
}

/** Returns whether calls of this effect change something at the exchange: orders, settings or balances. */
export function isWriteEffect(effect: Effect): boolean {
  return effect === 'write' || effect === 'funds';
}

/** Returns the same parameter, declared as required. */
export function requiredParam<const P extends Param>(param: P): P & { readonly required: true } {
  return { ...param, required: true };
}
