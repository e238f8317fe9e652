/** The kinds of faults that a sandbox can inject, as data. */
import type { TransportFault } from '../types.ts';

export interface FaultSpec {
  readonly on: 'call' | 'message';
  /** The help text. */
  readonly about: string;
  /** Whether the call is executed before the fault makes it fail. */
  readonly executes?: boolean;
  /** The error that replaces the answer of the exchange. */
  readonly answer?: { readonly status: number; readonly code: number; readonly text: string };
  /** How the answer is damaged on its way to the client. */
  readonly cut?: TransportFault;
  /** The default duration in ms, for kinds of faults that have a duration. */
  readonly ms?: number;
}

/**
 * Three errors with the same code, which only their texts distinguish (interface document, HTTP status codes;
 * public facts).
 */
const UNKNOWN = {
  status: 503,
  code: -1000,
  text: 'Unknown error, please check your request or try again later.',
};
const UNAVAILABLE = { status: 503, code: -1000, text: 'Service Unavailable.' };
const INTERNAL = {
  status: 503,
  code: -1001,
  text: 'Internal error; unable to process your request. Please try again.',
};
const TIMEOUT = {
  status: 408,
  code: -1007,
  text: 'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
};
const RATE_LIMITED = {
  status: 429,
  code: -1003,
  text: 'Too much request weight used; current limit is 6000 request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.',
};
const BANNED = {
  status: 418,
  code: -1003,
  text: 'Way too much request weight used; IP banned. Please use WebSocket Streams for live updates to avoid bans.',
};

const KINDS = {
  delay: { on: 'call', about: 'the call reaches the exchange late, by --span', ms: 1000 },
  skew: { on: 'call', about: "the exchange's clock is off by --span, which may be below 0", ms: 5000 },
  'reset-before': {
    on: 'call',
    about: 'the connection breaks and nothing is executed',
    executes: false,
    cut: 'reset',
  },
  'reset-after': {
    on: 'call',
    about: 'the call is executed and the connection breaks',
    executes: true,
    cut: 'reset',
  },
  'unknown-error': {
    on: 'call',
    about: '503, execution unknown; nothing is executed',
    executes: false,
    answer: UNKNOWN,
  },
  'unknown-error-executed': {
    on: 'call',
    about: '503, execution unknown; it is executed',
    executes: true,
    answer: UNKNOWN,
  },
  unavailable: {
    on: 'call',
    about: '503, service unavailable; not executed',
    executes: false,
    answer: UNAVAILABLE,
  },
  'internal-error': {
    on: 'call',
    about: '503, may be sent again; not executed',
    executes: false,
    answer: INTERNAL,
  },
  timeout: { on: 'call', about: '-1007; nothing is executed', executes: false, answer: TIMEOUT },
  'timeout-executed': { on: 'call', about: '-1007; it is executed', executes: true, answer: TIMEOUT },
  limited: {
    on: 'call',
    about: '429 with Retry-After of --span',
    executes: false,
    answer: RATE_LIMITED,
    ms: 1000,
  },
  banned: {
    on: 'call',
    about: '418 with Retry-After of --span',
    executes: false,
    answer: BANNED,
    ms: 120_000,
  },
  truncated: { on: 'call', about: 'executed; the answer breaks off half-way', executes: true, cut: 'half' },
  slow: {
    on: 'call',
    about: 'executed; the answer comes in pieces over --span',
    executes: true,
    cut: 'slow',
    ms: 2000,
  },
  'too-short': {
    on: 'call',
    about: 'executed; Content-Length is too small',
    executes: true,
    cut: 'short-length',
  },
  'too-long': {
    on: 'call',
    about: 'executed; Content-Length is too large',
    executes: true,
    cut: 'long-length',
  },
  'not-json': { on: 'call', about: 'executed; the answer is a page in HTML', executes: true, cut: 'html' },
  drop: { on: 'message', about: 'the message is never sent' },
  duplicate: { on: 'message', about: 'the message is sent twice' },
  reorder: { on: 'message', about: 'the message is sent after the next one' },
  stall: { on: 'message', about: 'the stream is silent for --span, then sends all at once', ms: 2000 },
  close: { on: 'message', about: 'the connection ends instead' },
  shutdown: {
    on: 'message',
    about: 'the server says that it goes down; the connection ends after --span',
    ms: 10_000,
  },
  'expire-key': { on: 'message', about: "the user stream's listen key expires" },
} as const satisfies Readonly<Record<string, FaultSpec>>;

export type FaultKind = keyof typeof KINDS;

export const FAULTS: Readonly<Record<FaultKind, FaultSpec>> = KINDS;

export function isFaultKind(text: string): text is FaultKind {
  return Object.hasOwn(FAULTS, text);
}
