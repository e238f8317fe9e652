/** Requests, clocks and senders for the tests of the transport. */
import { orderProof } from '../../src/catalogue/write-proofs.ts';
import type { Clock } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { type UnixMs, unixMs } from '../../src/core/words.ts';
import type { Answer, PreparedRequest, Send } from '../../src/request/types.ts';
import { createFewCallsSend } from '../../src/transport/few-calls-sender.ts';
import { createOneShotSend } from '../../src/transport/one-shot-sender.ts';
import { createPoolSend } from '../../src/transport/pool-sender.ts';
import type { ClosableSend, SenderOptions } from '../../src/transport/sender.ts';

export const START = unixMs(1_719_990_000_000);

/** Returns a read of public data; `change` alters it. */
export function readRequest(change: Partial<PreparedRequest> = {}): PreparedRequest {
  return {
    endpoint: 'spot.ping',
    product: 'spot',
    host: 'spot',
    method: 'GET',
    path: '/api/v3/ping',
    query: '',
    body: undefined,
    headers: {},
    exactHeaders: false,
    security: 'NONE',
    effect: 'read',
    weight: { first: 1, second: 1, counted: 1 },
    ...change,
  };
}

/** Returns a signed order. */
export function orderRequest(change: Partial<PreparedRequest> = {}): PreparedRequest {
  return readRequest({
    endpoint: 'spot.order-place',
    method: 'POST',
    path: '/api/v3/order',
    body: 'symbol=BTCUSDT&newClientOrderId=b-1&signature=5e3f',
    headers: { 'X-MBX-APIKEY': 'key-of-the-test' },
    security: 'TRADE',
    effect: 'write',
    proof: orderProof,
    ...change,
  });
}

/** Returns an answer as a sender returns it. */
export function answer(status: number, body = '{}', headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers,
    body,
    origin: 'https://api.binance.com',
    receivedAt: START,
    usage: { weight: {}, orders: {} },
  };
}

/** A clock that stands still; a sleep advances it and ends at once. */
export class SleepingClock implements Clock {
  readonly slept: number[] = [];
  #now: number = START;

  now(): UnixMs {
    return unixMs(Math.round(this.#now));
  }

  monotonicMs(): number {
    return this.#now - START;
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.slept.push(ms);
    this.#now += ms;
  }
}

/** Returns the sender of a few calls, for tests that send so few that it opens no pool. */
export function createFewCallsOnly(options: SenderOptions): ClosableSend {
  return createFewCallsSend(options, () => Promise.reject(new Error('the test opens no pool')));
}

/** All senders; every test of the contract runs with each of them. */
export const SENDERS: readonly (readonly [string, (options: SenderOptions) => ClosableSend])[] = [
  ['one-shot', createOneShotSend],
  ['few-calls', createFewCallsOnly],
  ['pool', createPoolSend],
];

export const NEVER = new AbortController().signal;

/** Resolves with the ToolError that a promise rejects with; fails where it resolves or rejects with another error. */
export async function failureOf(promise: Promise<unknown>): Promise<ToolError> {
  let outcome: unknown;
  try {
    outcome = await promise;
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error(`expected a ToolError, found ${JSON.stringify(outcome)}`);
}

/** Returns a Send that gives the outcomes in turn, the last one for ever, and keeps what it was requests. */
export function scriptedSend(
  ...outcomes: readonly (Answer | ToolError | ((request: PreparedRequest) => Answer))[]
): Send & { readonly requests: PreparedRequest[] } {
  const requests: PreparedRequest[] = [];
  const send: Send = async (request, signal) => {
    signal.throwIfAborted();
    const outcome = outcomes[Math.min(requests.length, outcomes.length - 1)];
    requests.push(request);
    if (outcome instanceof ToolError) throw outcome;
    if (outcome === undefined) throw new Error('nothing is scripted');
    return typeof outcome === 'function' ? outcome(request) : outcome;
  };
  return Object.assign(send, { requests });
}
