/**
 * Closed sets of values of keys and security (interface document, Authentication). The meanings of the values
 * are in `enumerations.ts`.
 */

export const KEY_TYPES = ['HMAC', 'RSA', 'Ed25519'] as const;
export const SECURITY_LEVELS = ['NONE', 'MARKET_DATA', 'USER_STREAM', 'USER_DATA', 'TRADE'] as const;
