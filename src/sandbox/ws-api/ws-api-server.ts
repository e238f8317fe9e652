/** The WebSocket API: requests and answers over one connection (interface document, WebSocket API). */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { TIME_UNIT } from '../../catalogue/streams.ts';
import { isOnlyToday, type WsApiProduct, wsApiOf } from '../../catalogue/ws-apis.ts';
import { WS_RETURN_LIMITS } from '../../catalogue/ws-methods.ts';
import type { SandboxExchange } from '../exchange/create-exchange.ts';
import { notSimulatedRefusal, refusalAnswer } from '../gate/refusals.ts';
import { splitTarget } from '../gate/routes.ts';
import { answerWithFaults } from '../http/fault-answers.ts';
import { refuseUpgrade } from '../http/refused-requests.ts';
import { KeepAlive, POLICY_VIOLATION } from '../streams/keep-alive.ts';
import { TIME_FORMATS, type TimeUnit } from '../streams/message.ts';
import { closeGracefully, shutdownNotice } from '../streams/shutdown-notice.ts';
import { SandboxRefusal, type WireAnswer } from '../types.ts';
import { type AnswerForm, answerText, reportedOrderLimits } from './answer.ts';
import type { MethodCaller } from './call.ts';
import { callMethod } from './methods.ts';
import { readWsRequest } from './request.ts';
import { SERVED_APIS } from './served-apis.ts';
import { WsSession } from './session.ts';

export interface WsApiServer {
  /** Accepts or refuses an upgrade request. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends due pings and closes connections that don't answer them. */
  tick(): void;
  /** Sends a shutdown notice to all connections and closes them; resolves when they are closed. */
  close(): Promise<void>;
}

interface Connection {
  readonly keepAlive: KeepAlive;
  readonly unit: TimeUnit;
  readonly session: WsSession;
}

type Connections = Map<WebSocket, Connection>;

const REQUEST_MAX_BYTES = 1_048_576;
/** The largest number of unread bytes that are buffered for a client. */
const BACKLOG_MAX_BYTES = 16 * 1024 * 1024;

/** Creates the server of a WebSocket API; `onError` is called with the internal error behind an answer with status 500. */
export function createWsApiServer(
  exchange: SandboxExchange,
  api: WsApiProduct,
  onError?: (error: unknown) => void,
): WsApiServer {
  const { keepAlive: keepAliveTimes, hasTimeUnit } = SERVED_APIS[api];
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: REQUEST_MAX_BYTES,
  });
  const connections: Connections = new Map();
  return {
    accept(request, socket, head) {
      const client = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
      const { path, query: queryText } = splitTarget(request.url ?? '/');
      const query = new URLSearchParams(queryText);
      const unit = hasTimeUnit ? (query.get(TIME_UNIT.name) ?? 'MILLISECOND').toUpperCase() : 'MILLISECOND';
      const refusal =
        pathRefusal(exchange, api, path) ??
        formRefusal(query) ??
        connectionRefusal(exchange, api, client, unit);
      if (refusal !== undefined) {
        refuseUpgrade(socket, refusal.body, refusal.status);
        return;
      }
      sockets.handleUpgrade(request, socket, head, (opened) => {
        const keepAlive = new KeepAlive(opened, keepAliveTimes, exchange.clock.monotonicMs());
        const session = new WsSession(exchange, exchange.clock.now(), (message) =>
          send(opened, message(TIME_FORMATS[unit as TimeUnit])),
        );
        connections.set(opened, { keepAlive, unit: unit as TimeUnit, session });
        serve({ api, exchange }, opened, session, connections, onError, {
          client,
          unit: unit as TimeUnit,
          showsLimits: query.get(WS_RETURN_LIMITS) !== 'false',
        });
      });
    },
    tick() {
      const now = exchange.clock.now();
      for (const { keepAlive, session } of connections.values()) {
        keepAlive.tick(exchange.clock.monotonicMs(), String(now));
        session.endExpired(now);
      }
    },
    async close() {
      const notice = shutdownNotice(exchange.clock.now());
      await Promise.all(
        [...connections].map(([socket, { unit }]) => {
          send(socket, `{"event":${notice(TIME_FORMATS[unit])}}`);
          return closeGracefully(socket);
        }),
      );
    },
  };
}

/** Refuses a path that is not that of the API, and an API that the served interface does not have. */
function pathRefusal(exchange: SandboxExchange, api: WsApiProduct, path: string): WireAnswer | undefined {
  const apiPath = wsApiOf(api).path;
  if (isOnlyToday(api) && exchange.interface !== 'today')
    return refusalAnswer(
      new SandboxRefusal(404, -1020, `The interface document has no WebSocket API at ${apiPath}.`),
    );
  if (path.replace(/\/$/, '') === apiPath) return undefined;
  return refusalAnswer(new SandboxRefusal(404, -1020, `The WebSocket API is at ${apiPath}.`));
}

/** Refuses the answer format SBE, which is not simulated. */
function formRefusal(query: URLSearchParams): WireAnswer | undefined {
  const form = query.get('responseFormat') ?? 'json';
  return form.toLowerCase() === 'json'
    ? undefined
    : refusalAnswer(notSimulatedRefusal('answers in SBE', 501));
}

/** Refuses an invalid time unit, or a client without enough weight left for a new connection. */
function connectionRefusal(
  exchange: SandboxExchange,
  api: WsApiProduct,
  client: string,
  unit: string,
): WireAnswer | undefined {
  if (!(TIME_UNIT.values as readonly string[]).includes(unit)) {
    const text = 'Invalid value for time unit; expected either MICROSECOND or MILLISECOND.';
    return refusalAnswer(new SandboxRefusal(400, -1194, text));
  }
  const { connectWeight: weight, limitedPath: limited } = SERVED_APIS[api];
  const { refusal } = exchange.limiter.charge({
    client,
    path: limited,
    weight,
    now: exchange.clock.now(),
  });
  return refusal === undefined ? undefined : refusalAnswer(refusal);
}

interface ClientOptions {
  readonly client: string;
  readonly unit: TimeUnit;
  readonly showsLimits: boolean;
}

function serve(
  { api, exchange }: Pick<MethodCaller, 'api' | 'exchange'>,
  socket: WebSocket,
  session: WsSession,
  connections: Connections,
  onError: ((error: unknown) => void) | undefined,
  { client, unit, showsLimits }: ClientOptions,
): void {
  const weightLimit = exchange.limiter.weightLimitOf(SERVED_APIS[api].limitedPath);
  const orderLimits = reportedOrderLimits(api, exchange.limits);
  const caller: Omit<MethodCaller, 'showsLimits'> = {
    api,
    exchange,
    session,
    client,
    answer: (request) => answerWithFaults(exchange, request, (ms) => exchange.clock.sleep(ms)),
  };
  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      socket.close(1003, 'Text frames only');
      return;
    }
    answerFrame(caller, String(data), { showsLimits, weightLimit, orderLimits, unit }).then(
      (answer) => deliver(socket, answer),
      (error: unknown) => {
        onError?.(error);
        const failure = new SandboxRefusal(
          500,
          -1000,
          'An unknown error occurred while processing the request.',
        );
        const form = { id: null, showsLimits, weightLimit, orderLimits, unit, now: exchange.clock.now() };
        send(socket, answerText(refusalAnswer(failure), form));
      },
    );
  });
  socket.on('pong', (payload) => connections.get(socket)?.keepAlive.pong(payload.toString('utf8')));
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    connections.delete(socket);
    session.close();
  });
}

interface FrameAnswer {
  readonly text: string;
  readonly answer: WireAnswer;
}

async function answerFrame(
  caller: Omit<MethodCaller, 'showsLimits'>,
  text: string,
  defaults: Pick<AnswerForm, 'showsLimits' | 'weightLimit' | 'orderLimits' | 'unit'>,
): Promise<FrameAnswer> {
  const request = readWsRequest(text, wsApiOf(caller.api).methodPrefix);
  const now = caller.exchange.clock.now();
  if ('refusal' in request) {
    const answer = refusalAnswer(request.refusal);
    return { answer, text: answerText(answer, { ...defaults, id: request.id, now }) };
  }
  const query = request.params.get(WS_RETURN_LIMITS);
  const showsLimits = query === undefined ? defaults.showsLimits : query !== 'false';
  const answer = await callMethod({ ...caller, showsLimits }, request);
  return { answer, text: answerText(answer, { ...defaults, showsLimits, id: request.id, now }) };
}

/** Sends an answer, intact or damaged by a fault; closes the connection of a banned client. */
function deliver(socket: WebSocket, { text, answer }: FrameAnswer): void {
  if (answer.fault?.cut === 'reset') {
    socket.terminate();
    return;
  }
  if (answer.fault?.cut === 'html') send(socket, '<html>Bad Gateway</html>');
  else send(socket, answer.fault?.cut === 'half' ? text.slice(0, text.length >> 1) : text);
  if (answer.status === 418) socket.close(POLICY_VIOLATION, 'IP banned');
}

/** Sends a message; terminates a client that does not read its answers, to bound the memory. */
function send(socket: WebSocket, text: string): void {
  if (socket.bufferedAmount > BACKLOG_MAX_BYTES) socket.terminate();
  else socket.send(text);
}
