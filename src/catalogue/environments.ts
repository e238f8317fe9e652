import type { Environment } from './hosts.ts';

/** Every environment, the default first. */
export const ENVIRONMENTS = ['live', 'testnet', 'demo', 'sandbox'] as const satisfies readonly Environment[];

/**
 * The forms of the interface that a host can serve: that of the interface document, and that of the public hosts
 * today. The addresses of live, testnet and demo serve today's; own hosts and the sandbox serve the document's,
 * unless `--interface` or a profile says otherwise.
 */
export const INTERFACES = ['document', 'today'] as const;

export type Interface = (typeof INTERFACES)[number];
