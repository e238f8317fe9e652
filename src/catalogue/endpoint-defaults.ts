/** What endpoints of one kind have in common, section by section of the document. */
import type { Product } from './types.ts';

/** Market data that anybody may read. */
export function publicRead<const P extends Product>(product: P) {
  return { product, origin: 'document', method: 'GET', security: 'NONE', effect: 'read' } as const;
}

/** What an account may read of itself. */
export function accountRead<const P extends Product>(product: P) {
  return { product, origin: 'document', method: 'GET', security: 'USER_DATA', effect: 'read' } as const;
}

/** Orders and settings; each has a method of its own. */
export function tradeWrite<const P extends Product>(product: P) {
  return { product, origin: 'document', security: 'TRADE', effect: 'write' } as const;
}

/** Assets that change hands or wallets. */
export function fundsMove<const P extends Product>(product: P) {
  return { product, origin: 'document', method: 'POST', security: 'TRADE', effect: 'funds' } as const;
}
