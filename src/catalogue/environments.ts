import type { Environment } from './hosts.ts';

/** Every environment, the default first. */
export const ENVIRONMENTS = ['live', 'testnet', 'sandbox'] as const satisfies readonly Environment[];
