/** Signs each attempt of a request with the exchange's time, below rate limits and retries. */
import type { UnixMs } from '../core/words.ts';
import { assertFreshTimes } from '../orders/dispatch.ts';
import { permitRead } from '../policy/permit.ts';
import type { ResolvedSigner } from '../profile/resolve.ts';
import type { Permit } from '../request/permit.ts';
import type { PreparedRequest, Send } from '../request/types.ts';
import type { LimitRate } from '../transport/rate-limiter.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { SigningTerms } from './keys.ts';
import type { CarrierOptions, RequestCarrier } from './request-carrier.ts';
import type { WsRoute } from './via-ws.ts';

/** The timestamp and recvWindow with which a single attempt of an order is signed. */
export interface AttemptTimes {
  readonly timestamp: UnixMs;
  /** In ms. */
  readonly recvWindow: number;
}

export interface SignedSendOptions extends Pick<CarrierOptions, 'world' | 'settings'> {
  readonly note: (text: string) => void;
}

export interface SignedSend {
  readonly send: Send;
  readonly time: ExchangeTime;
  /** Sets the timestamp and recvWindow with which all further attempts of the request are signed. */
  setTimes(request: PreparedRequest, times: AttemptTimes): void;
  /** Sets the permit of the next attempt of a write; reads need none. */
  setPermit(request: PreparedRequest, permit: Permit): void;
  /** Throws the error of an unsent request whose times have become too old while it waited. */
  assertFresh(request: PreparedRequest): void;
}

export interface SignedSendRoutes {
  readonly carrier: Pick<RequestCarrier, 'send' | 'originOf'>;
  readonly ws: WsRoute | undefined;
  /** Keeps the requests that measure the exchange's clock to the rate limits; signed requests are limited above. */
  readonly limitRate: LimitRate;
}

/**
 * Returns a Send that signs each request and passes it to the WebSocket API where `ws` has its method, or to
 * REST.
 */
export async function openSignedSend(
  { world, settings, note }: SignedSendOptions,
  keys: ResolvedSigner,
  { carrier, ws, limitRate }: SignedSendRoutes,
): Promise<SignedSend> {
  const [{ signRequests }, { openExchangeTime }] = await Promise.all([
    import('./keys.ts'),
    import('./exchange-time.ts'),
  ]);
  const timesOf = new WeakMap<PreparedRequest, AttemptTimes>();
  const permits = new WeakMap<PreparedRequest, Permit>();
  const time = openExchangeTime({
    world,
    environment: settings.environment,
    originOf: carrier.originOf,
    send: limitRate(carrier.send),
    note,
  });
  const terms: SigningTerms = {
    permitOf(request) {
      const permit = permits.get(request) ?? permitRead(request);
      permits.delete(request);
      return permit;
    },
    serverNow: (request) => timesOf.get(request)?.timestamp ?? time.clockOf(request.host).now(),
    recvWindowOf: (request) => timesOf.get(request)?.recvWindow ?? settings.recvWindowMs,
  };
  const rest = signRequests(carrier.send, keys, terms);
  return {
    send: ws?.over(rest, terms) ?? rest,
    time,
    setTimes: (request, attempt) => timesOf.set(request, attempt),
    setPermit: (request, permit) => permits.set(request, permit),
    assertFresh(request) {
      const attempt = timesOf.get(request);
      if (attempt !== undefined) assertFreshTimes(request, attempt, time.clockOf(request.host).now());
    },
  };
}
