/** Defaults that endpoints of one kind share. */
import type { Product } from './types.ts';

/** Returns the defaults of public market data. */
export function publicRead<const P extends Product>(product: P) {
  return { product, origin: 'document', method: 'GET', security: 'NONE', effect: 'read' } as const;
}

/** Returns the defaults of a signed read of the account. */
export function accountRead<const P extends Product>(product: P) {
  return { product, origin: 'document', method: 'GET', security: 'USER_DATA', effect: 'read' } as const;
}

/** Returns the defaults of orders and settings, without a method. */
export function tradeWrite<const P extends Product>(product: P) {
  return { product, origin: 'document', security: 'TRADE', effect: 'write' } as const;
}

/** Returns the defaults of calls that move assets. */
export function fundsMove<const P extends Product>(product: P) {
  return { product, origin: 'document', method: 'POST', security: 'TRADE', effect: 'funds' } as const;
}
