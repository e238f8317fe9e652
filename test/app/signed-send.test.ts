/** The signatures of requests: which requests are signed, with which times, and over which connection. */
import { describe, expect, it } from 'vitest';
import { openSignedSend } from '../../src/app/signed-send.ts';
import type { WsRoute } from '../../src/app/via-ws.ts';
import { unixMs } from '../../src/core/words.ts';
import type { Send } from '../../src/request/types.ts';
import { createRateLimiter, type LimitRate } from '../../src/transport/rate-limiter.ts';
import { fixedClock } from '../acceptance/world.ts';
import { rightTo } from '../signing/permitted.ts';
import { NEVER, orderRequest, readRequest } from '../transport/requests.ts';
import { API_KEY, parameterOf, recordingKeys, recordingSend, settingsOf, worldWith } from './stubs.ts';

const order = orderRequest({ body: 'symbol=BTCUSDT', headers: {} });

/** Opens a signed Send in the sandbox environment, whose time is the clock of this machine. */
async function openSend(ws?: Pick<WsRoute, 'over'>) {
  const clock = fixedClock();
  const rest = recordingSend();
  const keys = recordingKeys();
  const options = { world: worldWith(clock), settings: settingsOf('sandbox'), note: () => {} };
  const carrier = { send: rest, originOf: () => 'http://127.0.0.1' };
  const limitRate: LimitRate = (send) => send;
  const signed = await openSignedSend(options, keys, { carrier, ws: ws as WsRoute | undefined, limitRate });
  /** Sends a request as the sender of a run does: a write with a permit of its own. */
  const sendPermitted: Send = (request, signal) => {
    signed.setPermit(request, rightTo(request, keys.signer).permit);
    return signed.send(request, signal);
  };
  return { ...signed, send: sendPermitted, sendBare: signed.send, clock, rest, keys };
}

describe('the signed send', () => {
  it('signs a private request with the time at which it is sent', async () => {
    const { send, clock, rest } = await openSend();
    await send(order, NEVER);
    expect(parameterOf(rest.requests[0]!, 'signature')).toBe('signature1');
    expect(parameterOf(rest.requests[0]!, 'timestamp')).toBe(String(clock.now()));
    expect(rest.requests[0]!.headers).toMatchObject({ 'X-MBX-APIKEY': API_KEY });
  });

  it('signs a repeated request again with the later time', async () => {
    const { send, clock, rest } = await openSend();
    await send(order, NEVER);
    clock.advance(5000);
    await send(order, NEVER);
    const [first, second] = rest.requests.map((request) => Number(parameterOf(request, 'timestamp')));
    expect(second! - first!).toBe(5000);
    expect(parameterOf(rest.requests[1]!, 'signature')).toBe('signature2');
  });

  it('signs after the wait for the rate limit', async () => {
    const { send, clock, rest } = await openSend();
    const limited = createRateLimiter({ clock, maxWaitMs: 120_000 })(send);
    const heavy = { ...order, weight: { first: 5000, second: 5000, counted: 5000 } };
    await limited(heavy, NEVER);
    const sentAt = clock.now();
    await limited(heavy, NEVER);
    expect(clock.now()).toBeGreaterThan(sentAt);
    expect(parameterOf(rest.requests[1]!, 'timestamp')).toBe(String(clock.now()));
  });

  it('sends a public request without key and signature', async () => {
    const { send, rest, keys } = await openSend();
    const request = readRequest();
    await send(request, NEVER);
    expect(rest.requests).toEqual([request]);
    expect(keys.payloads).toEqual([]);
  });

  it('sends only the API key with a request of market data', async () => {
    const { send, rest, keys } = await openSend();
    await send(readRequest({ security: 'MARKET_DATA' }), NEVER);
    expect(rest.requests[0]!.headers).toMatchObject({ 'X-MBX-APIKEY': API_KEY });
    expect(keys.payloads).toEqual([]);
  });

  it('signs a request with the times that were set for it, and other requests with their own', async () => {
    const { send, setTimes, clock, rest } = await openSend();
    setTimes(order, { timestamp: unixMs(1000), recvWindow: 777 });
    await send(order, NEVER);
    await send({ ...order }, NEVER);
    expect(rest.requests.map((request) => parameterOf(request, 'timestamp'))).toEqual([
      '1000',
      String(clock.now()),
    ]);
    expect(parameterOf(rest.requests[0]!, 'recvWindow')).toBe('777');
    expect(parameterOf(rest.requests[1]!, 'recvWindow')).not.toBe('777');
  });

  it('sends no write without a permit, and none that differs from its permit or is sent twice with one', async () => {
    const { send, sendBare, setPermit, rest, keys } = await openSend();
    const other = { ...order, body: 'symbol=BTCUSDC' };
    await expect(sendBare(order, NEVER)).rejects.toMatchObject({ kind: 'refused' });
    setPermit(order, rightTo(other, keys.signer).permit);
    await expect(sendBare(order, NEVER)).rejects.toMatchObject({ kind: 'refused' });
    expect([rest.requests, keys.payloads]).toEqual([[], []]);
    await send(order, NEVER);
    await expect(sendBare(order, NEVER)).rejects.toMatchObject({ kind: 'refused' });
    expect(rest.requests).toHaveLength(1);
  });

  it('adds no API key to a write without a permit', async () => {
    const { sendBare, rest } = await openSend();
    const keyed = { ...order, security: 'USER_STREAM' } as const;
    await expect(sendBare(keyed, NEVER)).rejects.toMatchObject({ kind: 'refused' });
    expect(rest.requests).toEqual([]);
  });

  it('sends over the WebSocket API where a route is given', async () => {
    const overWs = recordingSend();
    const { send, rest } = await openSend({ over: () => overWs });
    await send(order, NEVER);
    expect(overWs.requests).toEqual([order]);
    expect(rest.requests).toEqual([]);
  });
});
