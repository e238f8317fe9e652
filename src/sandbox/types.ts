/** Requests, answers, handlers and refusals: the types that the folders of the sandbox share. */
import type { Interface } from '../catalogue/environments.ts';
import type { Endpoint } from '../catalogue/types.ts';
import type { UnixMs } from '../core/words.ts';
import type { Exchange } from './engine/exchange.ts';
import type { ApiKey, User } from './engine/ledger/accounts.ts';
import { Refusal } from './engine/refusal.ts';

/** A request that passed the checks of the gate. */
export interface SandboxCall {
  readonly endpoint: Endpoint;
  /** The checked values by parameter name, including the fixed defaults of the catalogue. */
  readonly params: ReadonlyMap<string, string>;
  /** The exchange time at which the call is executed. */
  readonly now: UnixMs;
  /** The time that the answer shows if a clock-skew fault applies; due events still follow `now`. */
  readonly shownTime?: UnixMs;
  readonly exchange: Exchange;
  /** The interface that the exchange served when the call was made. */
  readonly interface: Interface;
  /** The authenticated user; absent on public endpoints. */
  readonly user?: User;
  /** Adds HTTP headers to the answer. */
  readonly addHeaders?: (headers: Readonly<Record<string, string>>) => void;
  /** The API key of a signed read; absent in writes, which do not depend on it. */
  readonly apiKey?: ApiKey;
  /** Sets the HTTP status of an answer that reports a failure although something was changed; 200 if not called. */
  readonly setStatus?: (status: number) => void;
}

/**
 * Executes a call and returns the JSON text of the body. To refuse the call it throws `SandboxRefusal` before
 * it changed anything. All state changes follow from the call alone, so that replaying it leads to the same
 * state.
 */
export type Handler = (call: SandboxCall) => string;

/** An HTTP request, or a WebSocket API request in the form of one. */
export interface WireRequest {
  readonly method: string;
  /** Path and query exactly as sent, such as "/api/v3/klines?symbol=BTCUSDT". */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The client address whose rate limits the request counts against. */
  readonly client: string;
  /** The product under whose own address the request came; absent at the common address, which serves all paths. */
  readonly address?: 'usdm' | 'coinm' | undefined;
  /** Endpoint and authentication of a WebSocket API request, which has no route and no headers. */
  readonly resolved?: ResolvedCall;
}

/** A request whose endpoint is already known, and which is authenticated in its own way. */
export interface ResolvedCall {
  readonly endpoint: Endpoint;
  /** Returns the user (undefined on a public endpoint), or the refusal. */
  readonly authenticate: (times: ExchangeTimes) => User | SandboxRefusal | undefined;
}

/** The times with which the `timestamp` of a request is compared. */
export interface ExchangeTimes {
  /** The exchange time. */
  readonly now: UnixMs;
  /** The time of the machine, if it differs from the exchange time. */
  readonly machineNow: UnixMs | undefined;
}

/** An answer before it is sent. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The transport fault that damages the answer (`ms`: its duration); absent if the answer is sent intact. */
  readonly fault?: { readonly cut: TransportFault; readonly ms: number };
}

/**
 * How a fault damages an answer: `reset` cuts the connection, `half` sends half of the answer, `slow` sends
 * it slowly, and the others send a wrong Content-Length or an HTML page.
 */
export type TransportFault = 'reset' | 'half' | 'slow' | 'short-length' | 'long-length' | 'html';

/** A refusal with the exchange's error code, its exact text and the HTTP status. */
export class SandboxRefusal extends Refusal {}
