/**
 * A relay between the commands and the WebSocket API of a sandbox: records every request, counts connections,
 * and lets a test close a connection before or after a request was executed.
 */
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../src/core/clock.ts';
import type { UnixMs } from '../../src/core/words.ts';
import { NOW } from './world.ts';

export interface WsRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * `cut` closes the connection before the request is forwarded, `cut-answer` closes it instead of relaying the
 * answer; `hold` never answers the request, and `freeze` also stops reading, so that pings stay unanswered.
 */
export type WsRelayAction =
  | 'pass'
  | 'cut'
  | 'cut-answer'
  | 'hold'
  | 'freeze'
  /** Answers with this instead of forwarding the request; status 418 closes the connection. */
  | { readonly status: number; readonly error: object; readonly rateLimits?: readonly object[] };

export interface WsRelay {
  readonly url: string;
  readonly requests: WsRequest[];
  /** Arrival time of each request. */
  readonly arrivals: number[];
  /** Number of connections opened. */
  readonly connections: number;
  /** Close code of each connection. */
  readonly closeCodes: number[];
  /** Sets the action for later requests. */
  setAction(actionFor: (request: WsRequest) => WsRelayAction): void;
  close(): Promise<void>;
}

/** Starts a relay to an address on this machine; `now` is the clock of the arrival times. */
export async function startWsRelay(to: string, { now }: Pick<Clock, 'now'>): Promise<WsRelay> {
  const requests: WsRequest[] = [];
  const arrivals: number[] = [];
  const closeCodes: number[] = [];
  let actionFor: (request: WsRequest) => WsRelayAction = () => 'pass';
  let closed: Promise<void> | undefined;
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  let connections = 0;
  server.on('connection', (near) => {
    connections += 1;
    const far = new WebSocket(to);
    const opened = new Promise((resolve) => far.once('open', resolve));
    let dropsAnswers = false;
    far.on('error', () => near.terminate());
    far.on('message', (data, isBinary) => {
      if (dropsAnswers) near.terminate();
      else near.send(data, { binary: isBinary });
    });
    near.on('close', (code) => {
      closeCodes.push(code);
      far.close();
    });
    near.on('message', async (data) => {
      const request = JSON.parse(String(data)) as WsRequest;
      requests.push(request);
      arrivals.push(now());
      const action = actionFor(request);
      if (action === 'cut') return near.terminate();
      if (action === 'freeze') near.pause();
      if (action === 'hold' || action === 'freeze') return;
      if (typeof action === 'object') {
        near.send(JSON.stringify({ id: request.id, ...action }));
        if (action.status === 418) near.close(1008, 'IP banned');
        return;
      }
      if (action === 'cut-answer') dropsAnswers = true;
      await opened;
      far.send(String(data));
    });
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    arrivals,
    get connections() {
      return connections;
    },
    closeCodes,
    setAction(next) {
      actionFor = next;
    },
    close() {
      for (const client of server.clients) client.terminate();
      closed ??= new Promise((resolve) => server.close(() => resolve()));
      return closed;
    },
  };
}

/** Sleeps of at least this length are answer deadlines; answers arrive over a real socket. */
const DEADLINE_MS = 15_000;
/** How often the process looks for an answer before a deadline passes, and the time between two looks in ms. */
const LOOKS = 50;
const LOOK_MS = 20;

/**
 * Returns a clock on which short sleeps end at once, while answer deadlines leave real time for the answer. That time is
 * counted in looks at the sockets, so that a busy machine, on which the servers of the same process are as slow, does not
 * end it early.
 */
export function patientClock(now: UnixMs = NOW): Clock {
  let at: number = now;
  return {
    now: () => at as UnixMs,
    monotonicMs: () => at,
    async sleep(ms, signal) {
      const isDeadline = ms >= DEADLINE_MS;
      for (let look = 0; look < (isDeadline ? LOOKS : 1); look += 1) {
        signal?.throwIfAborted();
        await wait(isDeadline ? LOOK_MS : 0, undefined, { ...(signal && { signal }) }).catch(() => {});
      }
      signal?.throwIfAborted();
      at += ms;
    },
  };
}
