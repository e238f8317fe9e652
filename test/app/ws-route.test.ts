/** Requests over the WebSocket API: the choice of the connection, the signature, and failures as over HTTP. */
import { describe, expect, it } from 'vitest';
import { WsRoute } from '../../src/app/via-ws.ts';
import { findWsMethod } from '../../src/catalogue/ws-methods.ts';
import type { PreparedRequest } from '../../src/request/types.ts';
import type { CloseReason } from '../../src/stream/close-reason.ts';
import type { OpenSocket, SocketListener } from '../../src/stream/socket.ts';
import { rightTo } from '../signing/permitted.ts';
import { manualClock, runPendingTasks } from '../stream/manual-clock.ts';
import { failureOf, NEVER, orderRequest, readRequest } from '../transport/requests.ts';
import { recordingKeys, recordingSend, settingsOf, worldWith } from './stubs.ts';

const orderPlace = findWsMethod('spot', 'order.place')!;
const order = orderRequest({ body: 'symbol=BTCUSDT&side=BUY&type=MARKET&quantity=1', headers: {} });

interface WsCall {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Script {
  /** Refuses the handshake. */
  readonly refusal?: CloseReason;
  /** Closes the connection after a call instead of answering it. */
  readonly closesAfterCall?: boolean;
  /** The status of each answer; 200 if omitted. */
  readonly status?: number;
  /** The text of the error of an answer, from the parameters of its call. */
  readonly errorText?: (params: WsCall['params']) => string;
  /** The connection limit delays each connection by this many ms. */
  readonly gateMs?: number;
  /** The request that permits are given for, instead of the one that is sent. */
  readonly permitted?: PreparedRequest;
}

/** Opens a route to a scripted WebSocket API. */
function openRoute({
  refusal,
  closesAfterCall,
  status = 200,
  errorText,
  gateMs = 0,
  permitted,
}: Script = {}) {
  const clock = manualClock();
  const calls: WsCall[] = [];
  const listeners: SocketListener[] = [];
  const open: OpenSocket = (_address, listener) => {
    listeners.push(listener);
    queueMicrotask(() => (refusal === undefined ? listener.onOpen() : listener.onClose(refusal)));
    const close = () => listener.onClose({ code: 1000, why: 'closed' });
    return {
      send(text) {
        const call = JSON.parse(text) as WsCall;
        calls.push(call);
        if (closesAfterCall === true) return listener.onClose({ code: 1006, why: 'lost' });
        const outcome = status < 300 ? { result: {} } : { error: { msg: errorText?.(call.params) } };
        listener.onMessage(Buffer.from(JSON.stringify({ id: call.id, status, ...outcome })));
      },
      ping() {},
      pause() {},
      resume() {},
      close,
      terminate: close,
    };
  };
  const address = { url: new URL('ws://127.0.0.1:9/ws-api/v3'), interface: 'document' as const };
  const streaming = {
    open,
    addressOf: async () => address,
    attemptGateOf: () => async () => clock.sleep(gateMs),
    close: async () => {},
  };
  const keys = recordingKeys();
  const route = new WsRoute(
    {
      world: worldWith(clock),
      settings: settingsOf('testnet'),
      methods: { api: 'spot', byEndpoint: new Map([[order.endpoint, orderPlace]]) },
      keys,
      streaming: async () => streaming,
      note: () => {},
    },
    streaming,
    address,
  );
  const rest = recordingSend('"rest"');
  const send = route.over(rest, {
    permitOf: (request) => rightTo(permitted ?? request, keys.signer).permit,
    serverNow: () => clock.now(),
    recvWindowOf: () => 5000,
  });
  return { route, send, rest, clock, calls, listeners, keys };
}

describe('the WebSocket route', () => {
  it('signs and sends no order that differs from its permit', async () => {
    const other = { ...order, body: `${order.body}0` };
    const { send, calls, keys } = openRoute({ permitted: other });
    const { kind, facts } = await failureOf(send(order, NEVER));
    expect([kind, facts.execution]).toEqual(['refused', 'not_executed']);
    expect([calls, keys.payloads]).toEqual([[], []]);
  });

  it('passes reads without a method to REST, and no write', async () => {
    const { send, rest, calls } = openRoute();
    expect(await send(readRequest(), NEVER)).toMatchObject({ body: '"rest"' });
    const cancel = { ...order, endpoint: 'spot.order.cancel' };
    const { kind, facts } = await failureOf(send(cancel, NEVER));
    expect([kind, facts.execution]).toEqual(['usage', 'not_executed']);
    expect([rest.requests.length, calls]).toEqual([1, []]);
  });

  it('sends a request with a method over the WebSocket API, signed', async () => {
    const { send, rest, calls, clock } = openRoute();
    expect(await send(order, NEVER)).toMatchObject({ status: 200, body: '{}' });
    expect(calls).toMatchObject([
      {
        method: 'order.place',
        params: { symbol: 'BTCUSDT', timestamp: clock.now(), recvWindow: 5000, signature: 'signature1' },
      },
    ]);
    expect(rest.requests).toEqual([]);
  });

  it('sends a request without a method over REST and opens no connection', async () => {
    const { send, rest, listeners, keys } = openRoute();
    const request = readRequest();
    expect((await send(request, NEVER)).body).toBe('"rest"');
    expect(rest.requests).toEqual([request]);
    expect(listeners).toEqual([]);
    expect(keys.payloads).toEqual([]);
  });

  it('sends all requests over one connection', async () => {
    const { send, listeners, calls } = openRoute();
    await send(order, NEVER);
    await send(order, NEVER);
    expect(listeners).toHaveLength(1);
    expect(calls.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('opens a new connection after the first one has closed', async () => {
    const { send, listeners } = openRoute();
    await send(order, NEVER);
    listeners[0]!.onClose({ code: 1006, why: 'lost' });
    await send(order, NEVER);
    expect(listeners).toHaveLength(2);
  });

  it('signs after the wait for the connection limit', async () => {
    const { send, calls, clock } = openRoute({ gateMs: 30_000 });
    const startedAt = clock.now();
    const sent = send(order, NEVER);
    await runPendingTasks();
    await clock.advance(30_000);
    await sent;
    expect(calls[0]!.params['timestamp']).toBe(startedAt + 30_000);
  });

  it('returns a handshake that a ban refuses as the answer of a refused request', async () => {
    const refusal = { code: 1006, why: 'refused', status: 418, retryAfterMs: 7000 };
    const { send } = openRoute({ refusal });
    expect(await send(order, NEVER)).toMatchObject({ status: 418, headers: { 'retry-after': '7' } });
  });

  it('reports not executed where no connection could be opened', async () => {
    const { send } = openRoute({ refusal: { code: 1006, why: 'refused' } });
    const error = await failureOf(send(order, NEVER));
    expect(error.facts).toMatchObject({ kind: 'unavailable', execution: 'not_executed' });
  });

  it('an order refused with the upgrade names the HTTP status, not the error of the closed socket', async () => {
    const why = 'the upgrade was answered with HTTP 404';
    const failure = new Error('WebSocket was closed before the connection was established');
    const { send } = openRoute({ refusal: { code: 1006, why, failure, status: 404 } });
    expect((await failureOf(send(order, NEVER))).message).toContain('answered with HTTP 404');
  });

  it('reports an unknown execution status where the connection closes before the answer', async () => {
    const { send, calls } = openRoute({ closesAfterCall: true });
    const error = await failureOf(send(order, NEVER));
    expect(error.facts).toMatchObject({ execution: 'unknown' });
    expect(calls).toHaveLength(1);
  });

  it('reports not executed where the user interrupts the wait for a connection', async () => {
    const { send, calls } = openRoute({ gateMs: 30_000 });
    const user = new AbortController();
    const failure = failureOf(send(order, user.signal));
    await runPendingTasks();
    user.abort();
    expect((await failure).facts).toMatchObject({ kind: 'interrupted', execution: 'not_executed' });
    expect(calls).toEqual([]);
  });

  it('redacts the key and the signature in a refusal', async () => {
    const { send } = openRoute({
      status: 400,
      errorText: ({ apiKey, signature }) => `key ${apiKey}, signature ${signature}`,
    });
    const { body } = await send(order, NEVER);
    expect(body).not.toContain('key-of-the-test');
    expect(body).not.toContain('signature1');
  });

  it('closes its connection', async () => {
    const { send, route, listeners } = openRoute();
    await send(order, NEVER);
    let isClosed = false;
    const { onClose } = listeners[0]!;
    listeners[0]!.onClose = (reason) => {
      isClosed = true;
      onClose(reason);
    };
    await route.close();
    expect(isClosed).toBe(true);
  });
});
