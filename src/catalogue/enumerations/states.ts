/** Enumerations of the types of keys and limits, and of the states of symbols and order lists. */
import { RATE_LIMIT_INTERVALS, RATE_LIMIT_TYPES, SYMBOL_STATUSES } from '../enums/market.ts';
import { EXECUTION_TYPES, LIST_ORDER_STATUSES, LIST_STATUS_TYPES } from '../enums/orders.ts';
import { KEY_TYPES, SECURITY_LEVELS } from '../enums/signing.ts';
import type { Enumeration } from './enumeration.ts';

const FACTS = 'public facts';

export const stateEnumerations = {
  'key-type': {
    title: 'API key type',
    values: KEY_TYPES,
    meanings: {
      HMAC: 'HMAC with SHA-256, lower-case hexadecimal',
      RSA: 'RSASSA-PKCS1-v1_5 with SHA-256, Base64',
      Ed25519: 'Ed25519, Base64',
    },
    source: 'interface document, Authentication',
    origin: 'document',
  },
  'security-level': {
    title: 'Security level of an endpoint',
    values: SECURITY_LEVELS,
    meanings: {
      NONE: 'open',
      MARKET_DATA: 'API key header only',
      USER_STREAM: 'API key header only',
      USER_DATA: 'API key header and signature',
      TRADE: 'API key header and signature',
    },
    source: 'interface document, Conventions',
    origin: 'document',
  },
  'rate-limit-type': {
    title: 'What a rate limit counts',
    values: RATE_LIMIT_TYPES,
    source: FACTS,
    origin: 'facts',
  },
  'rate-limit-interval': {
    title: 'Interval of a rate limit',
    values: RATE_LIMIT_INTERVALS,
    source: FACTS,
    origin: 'facts',
  },
  'symbol-status': {
    title: 'State of a spot symbol',
    values: SYMBOL_STATUSES,
    source: FACTS,
    origin: 'facts',
  },
  'execution-type': {
    title: 'What happened to an order in a spot order event',
    values: EXECUTION_TYPES,
    source: FACTS,
    origin: 'facts',
  },
  'list-status-type': {
    title: 'What happened to an order list',
    values: LIST_STATUS_TYPES,
    meanings: {
      RESPONSE: 'an action on the list failed',
      EXEC_STARTED: 'the list was placed',
      ALL_DONE: 'the list ended',
    },
    source: FACTS,
    origin: 'facts',
  },
  'list-order-status': {
    title: 'State of an order list',
    values: LIST_ORDER_STATUSES,
    source: FACTS,
    origin: 'facts',
  },
} as const satisfies Readonly<Record<string, Enumeration>>;
