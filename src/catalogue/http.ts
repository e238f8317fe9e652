/** The headers and HTTP statuses of the interface (interface document, Authentication, Errors and Limits). */

import type { ErrorKind, Execution } from '../core/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time-units.ts';
import type { Origin, Product } from './types.ts';

export interface Header {
  /** The spelling of the interface document; header names ignore letter case. */
  readonly name: string;
  readonly about: string;
  readonly sentBy: 'client' | 'server';
  readonly origin: Origin;
  readonly note?: string;
}

export const HEADERS = {
  apiKey: {
    name: 'X-MBX-APIKEY',
    about: 'The API key, for every security level but NONE',
    sentBy: 'client',
    origin: 'document',
  },
  signature: {
    name: 'X-MBX-SIGNATURE',
    about: 'A place for the signature',
    sentBy: 'client',
    origin: 'document',
    note: 'Named in one listing only. It is never sent: both listings want the signature as a parameter.',
  },
  timeUnit: {
    name: 'X-MBX-TIME-UNIT',
    about: 'MICROSECOND turns the times of answers to microseconds',
    sentBy: 'client',
    origin: 'facts',
  },
  retryAfter: {
    name: 'Retry-After',
    about: 'Seconds to wait: with 429 to avoid a ban, with 418 until the ban ends',
    sentBy: 'server',
    origin: 'facts',
  },
} as const satisfies Readonly<Record<string, Header>>;

/** A response header that reports used limits. Some end in an interval, such as 1M or 10S. */
export interface UsageHeader {
  /** The header's name, or the start of its name, in lowercase as in received answers. */
  readonly prefix: string;
  readonly counts: 'weight' | 'orders';
  readonly scope: 'ip' | 'account';
  /** Whether an interval (`<intervalNum><intervalLetter>`) follows the prefix; otherwise the interval is one minute. */
  readonly hasInterval: boolean;
  readonly origin: Origin;
  readonly note?: string;
}

export const USAGE_HEADERS = [
  {
    prefix: 'x-mbx-used-weight-',
    counts: 'weight',
    scope: 'ip',
    hasInterval: true,
    origin: 'document',
  },
  {
    prefix: 'x-mbx-order-count-',
    counts: 'orders',
    scope: 'account',
    hasInterval: true,
    origin: 'document',
    note: 'Failed orders may omit it.',
  },
  {
    prefix: 'x-sapi-used-ip-weight-',
    counts: 'weight',
    scope: 'ip',
    hasInterval: true,
    origin: 'facts',
    note: 'On /sapi, for the endpoint that was called.',
  },
  {
    prefix: 'x-sapi-used-uid-weight-',
    counts: 'weight',
    scope: 'account',
    hasInterval: true,
    origin: 'facts',
    note: 'On /sapi, for the endpoint that was called.',
  },
  {
    prefix: 'x-mbx-used-weight',
    counts: 'weight',
    scope: 'ip',
    hasInterval: false,
    origin: 'facts',
    note: 'Seen beside the one with an interval.',
  },
] as const satisfies readonly UsageHeader[];

/** The interval letters of usage headers and interval names of rate limit records, with their lengths in ms. */
export const USAGE_INTERVALS = {
  S: { word: 'SECOND', ms: 1000 },
  M: { word: 'MINUTE', ms: MINUTE_MS },
  H: { word: 'HOUR', ms: HOUR_MS },
  D: { word: 'DAY', ms: DAY_MS },
} as const;

export interface HttpStatus {
  readonly status: number;
  readonly meaning: string;
  /**
   * The kind of the error if the call changes nothing. For a call that changes something and whose
   * `execution` is `unknown`, the kind is `execution-unknown`.
   */
  readonly kind: ErrorKind;
  /**
   * The execution status of a write that is answered with this HTTP status; the error code in the body may be
   * more exact.
   */
  readonly execution: Execution;
  readonly retryable: boolean;
  readonly remedy: string;
  readonly origin: Origin;
}

const LOOK_UP = 'Reads may be repeated. Before repeating a write, check whether it was executed.';

export const HTTP_STATUSES: readonly HttpStatus[] = [
  {
    status: 403,
    meaning: 'firewall limit violated',
    kind: 'rate-limited',
    execution: 'not_executed',
    retryable: false,
    remedy: 'Send nothing for five minutes, then less.',
    origin: 'document',
  },
  {
    status: 408,
    meaning: 'timeout waiting for the backend',
    kind: 'unavailable',
    execution: 'unknown',
    retryable: true,
    remedy: LOOK_UP,
    origin: 'document',
  },
  {
    status: 418,
    meaning: 'IP banned automatically after continued requests following a 429',
    kind: 'rate-limited',
    execution: 'not_executed',
    retryable: false,
    remedy: 'Send nothing until the ban ends: Retry-After says when. Bans grow from 2 minutes to 3 days.',
    origin: 'document',
  },
  {
    status: 429,
    meaning: 'request rate limit exceeded; the client must back off',
    kind: 'rate-limited',
    execution: 'not_executed',
    retryable: true,
    remedy: 'Wait as long as Retry-After says, and longer each time it comes again.',
    origin: 'document',
  },
  {
    status: 503,
    meaning: 'service unavailable; the text says which of three kinds it is',
    kind: 'unavailable',
    execution: 'unknown',
    retryable: true,
    remedy: LOOK_UP,
    origin: 'document',
  },
  {
    status: 404,
    meaning: 'no such path',
    kind: 'rejected',
    execution: 'not_executed',
    retryable: false,
    remedy: 'Check the path and the host it was sent to.',
    origin: 'facts',
  },
  {
    status: 409,
    meaning: 'unexpected response inside the exchange, or a cancel-and-replace that succeeded in part',
    kind: 'unavailable',
    execution: 'unknown',
    retryable: true,
    remedy: LOOK_UP,
    origin: 'facts',
  },
  {
    status: 451,
    meaning: 'not available where the request came from',
    kind: 'rejected',
    execution: 'not_executed',
    retryable: false,
    remedy: 'The exchange does not serve this region; testnet and sandbox are other ways to try.',
    origin: 'facts',
  },
];

/**
 * One of the three kinds of HTTP 503 that the document distinguishes, with its exact text from public facts.
 */
export interface UnavailableText {
  readonly kind: 'unknown-execution' | 'plain' | 'may-resend';
  /** How the interface document describes this kind of HTTP 503. */
  readonly meaning: string;
  /** The exact `msg` in the body of the answer. */
  readonly text: string;
  /**
   * The execution status of a write whose answer has exactly this text, on the listed products; otherwise it is
   * unknown. Query the order before sending again: an order was seen to succeed although the answer was a 5xx.
   */
  readonly execution: Execution;
  readonly products: readonly Product[];
}

const FUTURES = ['usdm', 'coinm', 'options'] as const;

export const UNAVAILABLE_TEXTS: readonly UnavailableText[] = [
  {
    kind: 'unknown-execution',
    meaning: 'unknown error with unknown execution status after a timeout',
    text: 'Unknown error, please check your request or try again later.',
    execution: 'unknown',
    products: FUTURES,
  },
  {
    kind: 'plain',
    meaning: 'plain service unavailable',
    text: 'Service Unavailable.',
    execution: 'not_executed',
    products: FUTURES,
  },
  {
    kind: 'may-resend',
    meaning: 'an internal error after which the request may be resent',
    text: 'Internal error; unable to process your request. Please try again.',
    execution: 'not_executed',
    products: FUTURES,
  },
];

/** Returns the declaration of an HTTP status; undefined if the catalogue does not have it. */
export function findHttpStatus(status: number): HttpStatus | undefined {
  return HTTP_STATUSES.find((one) => one.status === status);
}
